"""What a verifier is sent. Blind by construction: there is no key here for writer, highlight, type or label."""

from __future__ import annotations

from datetime import UTC
from typing import Any, TypedDict

from annotation.projects.models import Project
from annotation.work.draft import draft_of
from annotation.work.models import Assignment
from annotation.work.operations import so_far


class ProjectPart(TypedDict):
    slug: str
    name: str
    max_evidence_sets: int


class ClaimPart(TypedDict):
    text: str


class DraftPart(TypedDict):
    version: int
    body: dict[str, Any]


class VerifierPayload(TypedDict):
    """The whole workspace: `GET /api/v1/assignments/<id>/`, and the page's first content."""

    id: str
    kind: str
    state: str
    leased_until: str
    elapsed_seconds: float
    project: ProjectPart
    claim: ClaimPart
    draft: DraftPart
    operations_received: int


def for_verifier(assignment: Assignment) -> VerifierPayload:
    """Everything the verification workspace needs of this assignment, ready for JSON."""
    claim, project, draft = assignment.task.claim, assignment.project, draft_of(assignment)
    received, seconds = so_far(assignment)
    assert claim is not None  # the database holds it: task_subject_fits_kind
    return {
        "id": str(assignment.public_id),
        "kind": assignment.kind,
        "state": assignment.state,
        "leased_until": assignment.leased_until.astimezone(UTC).isoformat().replace("+00:00", "Z"),
        "elapsed_seconds": seconds,
        "project": {
            "slug": project.slug,
            "name": project.name,
            "max_evidence_sets": project.max_evidence_sets,
        },
        "claim": {"text": claim.text},
        "draft": {"version": draft.version, "body": draft.body or empty_body(project)},
        "operations_received": received,
    }


def empty_body(project: Project) -> dict[str, Any]:
    """The body of a draft in which nothing has been done yet."""
    sets: list[list[str]] = [[] for _ in range(project.max_evidence_sets)]
    return {"sets": sets, "active_set": 0, "verdict": "", "challenge": "", "place": {}}
