"""Workflow registry of the API: payload, draft and submission by kind of task.

To add a workflow: add a member to `annotation.vocabulary.tasks.TaskKind`, make a folder in `annotation/workflows/` with
models, rules, payload and submission, add a line to each mapping here, its exclusions (blindness) in
`annotation/composition.py`, and a workspace in `frontend/`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from annotation.api.generation_serializers import ClaimSubmissionIn
from annotation.api.validation import validated
from annotation.api.verification_serializers import SubmissionIn
from annotation.errors import Invalid
from annotation.vocabulary.tasks import TaskKind
from annotation.work import draft
from annotation.work.models import Assignment, AssignmentState, Draft
from annotation.workflows.claim_generation import submission as claim_generation
from annotation.workflows.claim_generation.payload import for_writer
from annotation.workflows.claim_verification import submission as claim_verification
from annotation.workflows.claim_verification.draft_schema import problems_of
from annotation.workflows.claim_verification.editing import is_editable
from annotation.workflows.claim_verification.payload import for_verifier

PAYLOADS: dict[str, Callable[[Assignment, bool], Mapping[str, Any]]] = {
    TaskKind.CLAIM_GENERATION: for_writer,
    TaskKind.CLAIM_VERIFICATION: for_verifier,
}


def payload_of(assignment: Assignment, *, is_new: bool = False) -> Mapping[str, Any]:
    """Return everything the workspace of this kind of work needs; `is_new` spares queries for what cannot be there."""
    return PAYLOADS[assignment.kind](assignment, is_new)


def submit(assignment: Assignment, data: Any) -> dict[str, Any]:
    """Validate and store a submission; returns the response body."""
    return SUBMISSIONS[assignment.kind](assignment, data)


def save_draft(assignment: Assignment, base_version: int, body: dict[str, Any]) -> Draft:
    """Validate and store the draft of open work, or of submitted work that may be edited."""
    if assignment.kind == TaskKind.CLAIM_VERIFICATION:
        problems = problems_of(body)
        if problems:
            fields = {f"body.{part}": sentences for part, sentences in problems.items()}
            raise Invalid(f"body.{next(iter(problems))}: {next(iter(problems.values()))[0]}", fields)
        if assignment.state == AssignmentState.SUBMITTED and is_editable(assignment):
            return draft.save_edit(assignment=assignment, base_version=base_version, body=body)
    return draft.save(assignment=assignment, base_version=base_version, body=body)


def _verification(assignment: Assignment, data: Any) -> dict[str, Any]:
    context = {"max_sets": assignment.project.max_evidence_sets}
    found = validated(SubmissionIn(data=data, context=context))
    verification, created = claim_verification.submit(assignment=assignment, **found)
    # Not its number: numbers run through the installation, and would tell how much others submit.
    return {"verification": str(verification.client_id), "created": created}


def _claims(assignment: Assignment, data: Any) -> dict[str, Any]:
    claim_set, created = claim_generation.submit(assignment=assignment, **validated(ClaimSubmissionIn(data=data)))
    return {"claim_set": str(claim_set.client_id), "created": created}


SUBMISSIONS: dict[str, Callable[[Assignment, Any], dict[str, Any]]] = {
    TaskKind.CLAIM_GENERATION: _claims,
    TaskKind.CLAIM_VERIFICATION: _verification,
}
