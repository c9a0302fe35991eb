"""What a submission of a phase is judged by."""

from __future__ import annotations

from typing import Any

from annotation.work.models import Assignment
from annotation.workflows.question_answering.articles import addresses_of
from annotation.workflows.question_answering.fields.project import fields_of
from annotation.workflows.question_answering.models import SourceKind
from annotation.workflows.question_answering.phases import ANSWERS, BLIND
from annotation.workflows.question_answering.rules import Judge, ShownAnswer


def judged_by(assignment: Assignment) -> dict[str, Any]:
    """Context of the submission serializer."""
    fields, phase = fields_of(assignment.project), assignment.kind
    judge = Judge(phase, fields)
    if phase in ANSWERS:
        judge.addresses = addresses_of(assignment.task.claim_item.claim.article)
    elif phase in BLIND and assignment.task.claim_item.answers is not None:
        rows = list(assignment.task.claim_item.answers.questions.prefetch_related("answers"))
        judge.questions = frozenset(str(row.key) for row in rows)
        judge.answers = {
            str(one.key): ShownAnswer(
                is_answered=one.answer_type not in fields.answer_type
                or fields.answer_type[one.answer_type].form != "none",
                is_sourced=one.source_kind in (SourceKind.URL, SourceKind.PAGE),
            )
            for row in rows
            for one in row.answers.all()
        }
    return {"judge": judge}
