"""Payloads of the phases. Each part says in which phases it is; what has no part here nobody sees."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from annotation.evidence.web.corpora import archived_copy_url, snapshot_url
from annotation.work.counted import counted
from annotation.work.guided_examples import guide_kind_of
from annotation.work.models import Assignment, Submission
from annotation.work.operations import so_far
from annotation.work.payload import common_part, draft_part
from annotation.workflows.question_answering.access import chain_work
from annotation.workflows.question_answering.fields.form import form_of
from annotation.workflows.question_answering.fields.model import Fields
from annotation.workflows.question_answering.fields.project import fields_of
from annotation.workflows.question_answering.models import (
    Answer,
    Article,
    ClaimWork,
    Normalisation,
    NormalisedClaim,
    PairProblem,
    Question,
    SourceKind,
)
from annotation.workflows.question_answering.phases import BLIND, PhaseName
from annotation.workflows.question_answering.sources import pages_of

Part = dict[str, Any]


def payload(assignment: Assignment, is_new: bool = False) -> Part:  # noqa: FBT001, FBT002
    """Everything the workspace of this phase needs, ready for JSON; no name and no key of who else worked."""
    project, phase, task = assignment.project, PhaseName(assignment.kind), assignment.task
    fields, log = fields_of(project), so_far(assignment, is_new=is_new)
    shown: Part = {
        **common_part(assignment, log),
        "guided": guide_kind_of(assignment),
        "fields": form_of(fields, phase),
        **draft_part(assignment, lambda work: body_of(work, phase), is_new=is_new),
    }
    if phase == PhaseName.NORMALISATION:
        return shown | {"article": article_part(task.article) | {"found": task.article.found}}
    item = task.claim_item
    shown |= {"claim": claim_part(fields, phase, item.claim)}
    if phase in BLIND:
        return shown | {"questions": questions_part(item.answers)}
    shown |= {"article": article_part(item.claim.article), "siblings": siblings(item.claim)}
    if phase == PhaseName.DISPUTE:
        shown |= {
            "questions": questions_part(item.answers, with_problems=True),
            "verdicts": _verdicts(item.claim),
        }
    return shown


# --- Parts -----------------------------------------------------------------------------------------------------------
def article_part(article: Article) -> Part:
    """The article, in the phases that may see it."""
    return {
        "url": article.url,
        "archived_url": article.archived_url,
        "snapshot": snapshot_url(article.project.slug, article.page_title)
        or archived_copy_url(article.project, article.url),
        "title": article.title,
        "published": article.published,
    }


def claim_part(fields: Fields, phase: str, claim: NormalisedClaim) -> Part:
    """The claim as it was corrected last, with the metadata that the fields file shows in this phase."""
    return {"text": claim.text, **{name: getattr(claim, name) for name in fields.metadata_of[phase] if name != "claim"}}


def siblings(claim: NormalisedClaim) -> list[str]:
    """The other claims of the article."""
    others = NormalisedClaim.objects.filter(article=claim.article_id, is_current=True, assignment=claim.assignment_id)
    return list(others.exclude(pk=claim.pk).values_list("text", flat=True))


def questions_part(answers: Submission | None, *, with_problems: bool = False) -> list[Part]:
    """Questions with their answers in order; in a dispute with the problems that validators named."""
    if answers is None:
        return []
    rows = list(answers.questions.prefetch_related("answers__evidence"))
    cited = [one.evidence.page_title for row in rows for one in row.answers.all() if one.evidence is not None]
    pages = pages_of(answers.assignment.project, cited)
    problems = _problems(rows) if with_problems else {}

    def known(one: Question | Answer) -> Part:
        return {"problems": problems.get((type(one), one.pk), []), "state": ""} if with_problems else {}

    return [
        {
            "id": str(row.key),
            "question": row.text,
            **known(row),
            "answers": [answer_part(one, pages) | known(one) for one in row.answers.all()],
        }
        for row in rows
    ]


def answer_part(answer: Answer, pages: Mapping[str, tuple[str, str | None]] = MappingProxyType({})) -> Part:
    """An answer as the form has it, and as `serializers.AnswerIn` takes it. `pages`: as of `sources.pages_of`."""
    source: Part = {"kind": answer.source_kind, "url": answer.url}
    if answer.source_kind == SourceKind.PAGE and answer.evidence is not None:
        title = answer.evidence.page_title
        name, snapshot = pages.get(title, (title, None))
        source |= {"element": answer.evidence.element_id, "title": name, "snapshot": snapshot}
    return {
        "id": str(answer.key),
        "answer": answer.text,
        "answer_type": answer.answer_type,
        "boolean_explanation": answer.boolean_explanation,
        "source": source,
        "source_medium": answer.source_medium,
    }


def _problems(questions: list[Question]) -> Mapping[tuple[type[Question] | type[Answer], int], list[str]]:
    """Row -> the problems that count, each once, whoever named them."""
    found: defaultdict[tuple[type[Question] | type[Answer], int], list[str]] = defaultdict(list)
    named = PairProblem.objects.filter(counted("work__submission__"))
    of_questions, of_answers = named.filter(question__in=questions), named.filter(answer__question__in=questions)
    for kind, rows in (
        (Question, of_questions.values_list("question", "value")),
        (Answer, of_answers.values_list("answer", "value")),
    ):
        for pk, value in rows.order_by("pk"):
            if value not in found[kind, pk]:
                found[kind, pk].append(value)
    return found


def _verdicts(claim: NormalisedClaim) -> list[Part]:
    """Both sides of a dispute: the verdict of phase 2 and those of the validators, without names."""
    kinds = (PhaseName.ANSWERING, PhaseName.VALIDATION)
    works = chain_work().filter(claim=claim, submission__assignment__kind__in=kinds)
    works = works.select_related("submission__assignment")
    return [
        {
            "phase": work.assignment.kind,
            "verdict": work.verdict,
            "unreadable": work.unreadable,
            "justification": work.justification,
        }
        for work in sorted(works, key=lambda one: (kinds.index(PhaseName(one.assignment.kind)), one.pk))
    ]


# --- Draft -----------------------------------------------------------------------------------------------------------
def body_of(submission: Submission, phase: str) -> Part:
    """What was submitted, as the body of a draft."""
    if phase == PhaseName.NORMALISATION:
        return dict(Normalisation.objects.get(submission=submission).body)
    work = ClaimWork.objects.get(submission=submission)
    if phase not in BLIND:
        answered = {"questions": questions_part(submission), "verdict": work.verdict, "confirmed": True}
        return answered | ({"correction": work.correction} if phase == PhaseName.ANSWERING else {})
    problems: defaultdict[str, list[str]] = defaultdict(list)
    for one in work.problems.select_related("question", "answer").order_by("pk"):
        row = one.question or one.answer
        if row is not None:
            problems[str(row.key)].append(one.value)
    plain = {"unreadable": work.unreadable, "verdict": work.verdict, "justification": work.justification}
    return plain | {"problems": dict(problems)}
