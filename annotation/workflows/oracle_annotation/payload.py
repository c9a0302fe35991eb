"""Payload of an oracle annotator: that of a verifier, without the check before submission."""

from __future__ import annotations

from annotation.work.models import Assignment
from annotation.workflows.claim_verification.payload import VerifierPayload, workspace_payload


def for_oracle(assignment: Assignment, is_new: bool = False) -> VerifierPayload:  # noqa: FBT001, FBT002
    """Everything the workspace needs, ready for JSON. It has no key for what others made of the claim."""
    shown = workspace_payload(assignment, assignment.task.oracle_item.claim, is_new=is_new)
    shown["project"]["submission_check"] = False
    return shown
