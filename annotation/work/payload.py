"""What payloads have in common, whatever their workflow."""

from __future__ import annotations

from datetime import UTC
from typing import Any

from annotation.work.models import Assignment
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
