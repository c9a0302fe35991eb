"""Where the workflows differ over HTTP: what an annotator is sent and hands in. A new one adds two lines here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from annotation.api.checked import checked
from annotation.api.serializers import ClaimSubmissionIn, SubmissionIn
from annotation.work.models import Assignment, TaskKind
from annotation.workflows.claim_generation import submission as claim_generation
from annotation.workflows.claim_generation.payload import for_writer
from annotation.workflows.claim_verification import submission as claim_verification
from annotation.workflows.claim_verification.payload import for_verifier

PAYLOADS: dict[str, Callable[[Assignment], Mapping[str, Any]]] = {
    TaskKind.CLAIM_GENERATION: for_writer,
    TaskKind.CLAIM_VERIFICATION: for_verifier,
}


def payload_of(assignment: Assignment) -> Mapping[str, Any]:
    """Everything the workspace of this kind of work needs."""
    return PAYLOADS[assignment.kind](assignment)


def handed_in(assignment: Assignment, data: Any) -> dict[str, Any]:
    """Check and store the work; the answer to send."""
    return SUBMISSIONS[assignment.kind](assignment, data)


def _verification(assignment: Assignment, data: Any) -> dict[str, Any]:
    context = {"max_sets": assignment.project.max_evidence_sets}
    found = checked(SubmissionIn(data=data, context=context))
    verification, created = claim_verification.submit(assignment=assignment, **found)
    return {"verification": verification.pk, "created": created}


def _claims(assignment: Assignment, data: Any) -> dict[str, Any]:
    claim_set, created = claim_generation.submit(assignment=assignment, **checked(ClaimSubmissionIn(data=data)))
    return {"claim_set": claim_set.pk, "created": created}


SUBMISSIONS: dict[str, Callable[[Assignment, Any], dict[str, Any]]] = {
    TaskKind.CLAIM_GENERATION: _claims,
    TaskKind.CLAIM_VERIFICATION: _verification,
}
