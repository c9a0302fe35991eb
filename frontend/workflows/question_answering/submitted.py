"""What a person submitted, to be read again."""

from __future__ import annotations

from typing import Any

from annotation.work.editing import is_editable
from annotation.work.models import Assignment, Submission
from annotation.workflows.question_answering.fields.form import form_of
from annotation.workflows.question_answering.fields.project import fields_of
from annotation.workflows.question_answering.payload import body_of, questions_part
from annotation.workflows.question_answering.phases import BLIND, PhaseName
from frontend.workflows.question_answering.pairs import label_of, read_questions


def submitted_work(assignment: Assignment) -> dict[str, Any]:
    """The current revision: the claims with their metadata, or the pairs and the verdict."""
    submission = Submission.objects.get(assignment=assignment, is_current=True)
    phase = PhaseName(assignment.kind)
    fields = form_of(fields_of(assignment.project), phase)
    body = body_of(submission, phase)
    shown: dict[str, Any] = {"submission": submission, "body": body, "fields": fields}
    shown["editable"] = is_editable(assignment)
    if phase == PhaseName.NORMALISATION:
        return shown | {"claims": [_facts(claim, fields) for claim in body["claims"]]}
    shown |= {"claim": assignment.task.claim_item.claim, "verdict": label_of(fields["verdicts"], body["verdict"])}
    pairs = questions_part(assignment.task.claim_item.answers) if phase in BLIND else body["questions"]
    return shown | {"questions": read_questions(pairs, fields)}


def _facts(claim: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    """A claim as text, and its other fields with their names."""
    names = {one["value"]: one["label"] for kind in ("verdicts", "claim_types", "strategies") for one in fields[kind]}
    facts = [
        (field["label"], ", ".join(names.get(value, value) for value in _listed(claim.get(name))))
        for name, field in fields["claim"].items()
        if name != "claim" and claim.get(name)
    ]
    return {"text": claim["claim"], "facts": facts}


def _listed(value: Any) -> list[str]:
    return value if isinstance(value, list) else [str(value)]
