"""What payloads have in common, whatever their workflow."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC
from typing import Any

from annotation.work.draft import draft_of
from annotation.work.editing import is_editable
from annotation.work.models import Assignment, AssignmentState, Submission
from annotation.work.operations import SoFar


def common_part(assignment: Assignment, log: SoFar) -> dict[str, Any]:
    """The assignment, its project, and how far its log has come, ready for JSON. Times in seconds."""
    return {
        "id": str(assignment.public_id),
        "kind": assignment.kind,
        "state": assignment.state,
        "leased_until": assignment.leased_until.astimezone(UTC).isoformat().replace("+00:00", "Z"),
        "elapsed_seconds": log.seconds,
        "active_seconds": log.active_seconds,
        "project": {"slug": assignment.project.slug, "name": assignment.project.name},
        "operations_received": log.received,
    }


def draft_part(
    assignment: Assignment, body_of: Callable[[Submission], dict[str, Any]], *, is_new: bool = False
) -> dict[str, Any]:
    """The draft, and the revision of submitted work with whether it can be changed.

    A change begins with what was submitted, `body_of` it, unless a draft of it was saved since.
    """
    draft, current = draft_of(assignment, is_new=is_new), None
    if assignment.state == AssignmentState.SUBMITTED:
        current = Submission.objects.filter(assignment=assignment, is_current=True).first()
    if current is None:
        return {"draft": {"version": draft.version, "body": draft.body}, "submitted": None}
    is_begun = draft.pk and draft.saved_at > current.created_at
    body = draft.body if is_begun else body_of(current)
    submitted = {"revision": current.revision, "editable": is_editable(assignment)}
    return {"draft": {"version": draft.version, "body": body}, "submitted": submitted}
