"""Changes of what was submitted: until when, and what is a change."""

from __future__ import annotations

from annotation.work.models import Assignment
from annotation.work.workflow import why_time_is_over
from annotation.workflows.question_answering.models import Answer, ClaimWork, Normalisation
from annotation.workflows.question_answering.normalisation import Body
from annotation.workflows.question_answering.payload import body_of
from annotation.workflows.question_answering.routing import why_gone_on
from annotation.workflows.question_answering.storage import OF_ANSWER, AnswerWork, Work


def why_closed(assignment: Assignment) -> str:
    """Explain why a verdict cannot be changed any more; empty while it can."""
    return why_time_is_over(assignment) or why_gone_on(assignment)


def is_same_normalisation(stored: Normalisation, work: Body) -> bool:
    """Whether these claims are stored."""
    return bool(stored.body == work)


def is_same(stored: ClaimWork, work: Work) -> bool:
    """Whether this is stored: verdict, questions, answers with their sources, problems."""
    plain = ("verdict", "unreadable", "justification", "correction")
    if any(getattr(stored, name) != getattr(work, name) for name in plain):
        return False
    rows = list(stored.submission.questions.prefetch_related("answers__evidence"))
    was = [(str(row.key), row.text, [_as_stored(one) for one in row.answers.all()]) for row in rows]
    now = [(one.key, one.text, [_as_given(each) for each in one.answers]) for one in work.questions]
    if was != now:
        return False
    named = body_of(stored.submission, stored.assignment.kind).get("problems", {})
    return {key: sorted(values) for key, values in named.items()} == {
        key: sorted(values) for key, values in work.problems.items()
    }


def _as_stored(answer: Answer) -> tuple[object, ...]:
    cited = None if answer.evidence is None else (answer.evidence.element_id, answer.evidence.content_hash)
    return (str(answer.key), *(getattr(answer, name) for name in OF_ANSWER), cited)


def _as_given(answer: AnswerWork) -> tuple[object, ...]:
    cited = None if answer.pinned is None else (answer.pinned.element_id, answer.pinned.content_hash)
    return (answer.row["key"], *(answer.row.get(name, "") for name in OF_ANSWER), cited)
