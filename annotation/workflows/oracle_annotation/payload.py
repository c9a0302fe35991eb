"""Payload of an oracle annotator: that of a verifier, without the check before submission, changes and guides."""

from __future__ import annotations

from typing import Any

from annotation.work.models import Assignment
from annotation.workflows.claim_verification.payload import workspace_payload


def for_oracle(assignment: Assignment, is_new: bool = False) -> dict[str, Any]:  # noqa: FBT001, FBT002
    """Everything the workspace needs, ready for JSON. It has no key for what others made of the claim."""
    whole = workspace_payload(assignment, assignment.task.oracle_item.claim, is_new=is_new)
    shown = {name: value for name, value in whole.items() if name not in ("guided", "verification")}
    return shown | {"project": whole["project"] | {"submission_check": False}}
