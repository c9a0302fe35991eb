"""Store phases 2 to 5: a verdict, questions with answers and pinned sources, named problems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from annotation.evidence.models import Evidence
from annotation.evidence.snapshotting import Pinned
from annotation.evidence.storage import store_sets
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Assignment, Operation, Submission
from annotation.workflows.question_answering.fields.model import UNREADABLE, Fields
from annotation.workflows.question_answering.fields.project import fields_of
from annotation.workflows.question_answering.models import (
    Answer,
    ClaimWork,
    PairProblem,
    PairState,
    Question,
    SourceKind,
)
from annotation.workflows.question_answering.normalisation import add_text, normalised_text
from annotation.workflows.question_answering.phases import PhaseName
from annotation.workflows.question_answering.sources import KnownSource, known_sources

# What is compared to tell whether an answer was edited.
OF_ANSWER = ("text", "answer_type", "boolean_explanation", "source_kind", "url", "source_medium")


@dataclass(slots=True)
class AnswerWork:
    """An answer, ready to be stored. `pinned`: the element that it cites."""

    row: dict[str, Any]
    pinned: Pinned | None = None


@dataclass(slots=True)
class QuestionWork:
    key: str
    text: str
    answers: list[AnswerWork]


@dataclass(slots=True)
class Work:
    """What is submitted in phases 2 to 5. `problems`: id of a question or an answer -> values."""

    verdict: str
    unreadable: bool = False
    justification: str = ""
    correction: str = ""
    questions: list[QuestionWork] = field(default_factory=list)
    problems: dict[str, list[str]] = field(default_factory=dict)


class ClaimStorage:
    """Content is that of `serializers.AnsweringIn`, `DisputeIn` or `ValidationIn`."""

    def prepare(self, assignment: Assignment, content: Mapping[str, Any]) -> Work:
        """Pin the sources. Raises Invalid for elements that no corpus of the project has."""
        if "questions" not in content:
            plain = {name: content[name] for name in ("verdict", "unreadable", "justification")}
            problems = {key: list(dict.fromkeys(values)) for key, values in content["problems"].items() if values}
            return Work(**plain, problems=problems)
        known = known_sources(assignment.project, assignment.task.claim_item.claim, content["questions"])
        questions = _questions(fields_of(assignment.project), content["questions"], known)
        return Work(content["verdict"], correction=content.get("correction", ""), questions=questions)

    def missing_operations(self, log: Iterable[Operation], work: Work) -> None:
        """Nothing is replayed from the log."""

    def store(self, submission: Submission, work: Work) -> ClaimWork:
        task = submission.assignment.task
        claim = task.claim_item.claim
        normalised = normalised_text(claim)
        stored = ClaimWork.objects.create(
            submission=submission,
            claim=claim,
            verdict=work.verdict,
            label=UNREADABLE if work.unreadable else work.verdict,
            unreadable=work.unreadable,
            justification=work.justification,
            correction="" if work.correction == normalised else work.correction,
        )
        before = task.claim_item.answers if task.kind == PhaseName.DISPUTE else None
        if work.questions:
            store_questions(submission, work.questions, before)
        _store_problems(stored, task.claim_item.answers, work.problems)
        if task.kind == PhaseName.ANSWERING and task.phase == Phase.PRODUCTION and task.claim_item.in_chain:
            add_text(claim, submission, work.correction or normalised)
        return stored

    def load(self, submission: Submission) -> ClaimWork:
        return ClaimWork.objects.get(submission=submission)

    def explain(self, assignment: Assignment, work: Work, error: Exception) -> None:
        """Nothing can collide with what others submit."""


def _questions(
    fields: Fields, questions: Sequence[Mapping[str, Any]], known: Mapping[object, KnownSource]
) -> list[QuestionWork]:
    return [
        QuestionWork(
            str(one["id"]),
            one["question"],
            [_answer(fields, answer, known.get(answer["id"])) for answer in one["answers"]],
        )
        for one in questions
    ]


def _answer(fields: Fields, answer: Mapping[str, Any], known: KnownSource | None) -> AnswerWork:
    """An answer, ready to be stored. What its type has no place for is left out: the form cleared it, or it is old."""
    kind, source = fields.answer_type[answer["answer_type"]], answer["source"]
    row = {"key": str(answer["id"]), "answer_type": kind.value}
    if kind.form == "none":
        return AnswerWork(row | {"text": kind.text, "source_kind": SourceKind.NONE.value})
    row |= {
        "text": answer["answer"],
        "boolean_explanation": answer["boolean_explanation"] if kind.form == "choice" else "",
        "source_kind": source["kind"],
        "source_medium": answer["source_medium"],
    }
    if known is None:
        return AnswerWork(row)
    return AnswerWork(row | {"url": known.url, "published": known.published, "flags": [*known.flags]}, known.pinned)


def store_questions(submission: Submission, questions: Sequence[QuestionWork], before: Submission | None) -> None:
    """Write questions and answers; of a dispute with what it made of those `before`."""
    earlier = (
        {} if before is None else {str(one.key): one for one in before.questions.prefetch_related("answers__evidence")}
    )
    answers_before = {str(one.key): one for each in earlier.values() for one in each.answers.all()}
    is_dispute = before is not None
    rows = Question.objects.bulk_create(
        Question(
            submission=submission,
            key=one.key,
            position=position,
            text=one.text,
            state=_state(earlier.get(one.key), one.text, "text") if is_dispute else "",
        )
        for position, one in enumerate(questions)
    )
    evidence = iter(_pinned_evidence(submission, questions))
    Answer.objects.bulk_create(
        Answer(
            question=row,
            position=position,
            evidence=next(evidence) if answer.pinned is not None else None,
            state=_answer_state(answers_before.get(answer.row["key"]), answer) if is_dispute else "",
            **answer.row,
        )
        for row, question in zip(rows, questions, strict=True)
        for position, answer in enumerate(question.answers)
    )


def _pinned_evidence(submission: Submission, questions: Sequence[QuestionWork]) -> list[Evidence]:
    """A set of evidence for each answer that cites a page, in the order of the answers."""
    pins = [answer.pinned for one in questions for answer in one.answers if answer.pinned is not None]
    store_sets([(submission, [[one] for one in pins], [{} for _one in pins])])
    found = Evidence.objects.filter(evidence_set__submission=submission)
    return list(found.order_by("evidence_set__position"))


def _state(earlier: Question | None, value: str, name: str) -> str:
    if earlier is None:
        return PairState.ADDED
    return PairState.KEPT if getattr(earlier, name) == value else PairState.EDITED


def _answer_state(earlier: Answer | None, answer: AnswerWork) -> str:
    if earlier is None:
        return PairState.ADDED
    same = all(getattr(earlier, name) == answer.row.get(name, "") for name in OF_ANSWER)
    cited = "" if earlier.evidence is None else earlier.evidence.element_id
    same = same and cited == ("" if answer.pinned is None else answer.pinned.element_id)
    return PairState.KEPT if same else PairState.EDITED


def _store_problems(stored: ClaimWork, answers: Submission | None, problems: Mapping[str, Sequence[str]]) -> None:
    if answers is None or not problems:
        return
    questions = {str(one.key): one for one in answers.questions.prefetch_related("answers")}
    rows = {str(one.key): one for each in questions.values() for one in each.answers.all()}
    PairProblem.objects.bulk_create(
        PairProblem(work=stored, question=questions.get(key), answer=rows.get(key), value=value)
        for key, values in problems.items()
        for value in values
    )
