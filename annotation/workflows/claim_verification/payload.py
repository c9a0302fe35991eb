"""Payload of a verifier. Blind by construction: it has no key for writer, highlight, type or label.

A project may open the page that its claims were written from, as FEVER does: the payload then names that page, and
still not the sentence.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, NotRequired, TypedDict

from annotation.claims.models import Claim
from annotation.projects.models import PageView, Project
from annotation.vocabulary.submission_check import CheckMode
from annotation.work.draft import draft_of
from annotation.work.editing import is_editable
from annotation.work.guided_examples import guide_kind_of
from annotation.work.models import Assignment, AssignmentState, Draft
from annotation.work.operations import so_far
from annotation.work.registry import workflows
from annotation.workflows.claim_verification.contradictions import contradictions_of
from annotation.workflows.claim_verification.draft_schema import REFINEMENTS, default_colour, empty_body
from annotation.workflows.claim_verification.editing import current_of, editable_until
from annotation.workflows.claim_verification.models import Verification


class LimitsPart(TypedDict):
    """Limits of one set above which a warning is shown: pages, and elements. Null: never."""

    pages: int | None
    elements: int | None


class ProjectPart(TypedDict):
    slug: str
    name: str
    max_evidence_sets: int
    evidence_kinds: str
    page_view: str
    guide_minutes: int
    evidence_limits: LimitsPart
    submission_check: bool


class ClaimPart(TypedDict):
    """`page`: the title of the page that it was written from, in projects that open it; all others have no such key."""

    text: str
    page: NotRequired[str]


class DraftPart(TypedDict):
    version: int
    body: dict[str, Any]


class VerificationPart(TypedDict):
    """The submitted revision, and the end of the time for changes; null: without end."""

    revision: int
    editable_until: str | None
    editable: bool


class VerifierPayload(TypedDict):
    """The whole workspace: `GET /api/v1/assignments/<id>/`, and the page's first content."""

    id: str
    kind: str
    guided: str
    state: str
    leased_until: str
    elapsed_seconds: float
    active_seconds: float
    project: ProjectPart
    claim: ClaimPart
    draft: DraftPart
    operations_received: dict[str, int]
    verification: VerificationPart | None


def for_verifier(assignment: Assignment, is_new: bool = False) -> VerifierPayload:  # noqa: FBT001, FBT002
    """Everything the verification workspace needs of this assignment, ready for JSON.

    Of what was submitted, the draft is the current revision, or the changes to it that were begun and not submitted.
    """
    return workspace_payload(assignment, assignment.task.verification_item.claim, is_new=is_new)


def workspace_payload(assignment: Assignment, claim: Claim, *, is_new: bool) -> VerifierPayload:
    """The payload of an assignment of any workflow that labels this claim with evidence."""
    project, log = assignment.project, so_far(assignment, is_new=is_new)
    verification = current_of(assignment) if assignment.state == AssignmentState.SUBMITTED else None
    return {
        "id": str(assignment.public_id),
        "kind": assignment.kind,
        "guided": guide_kind_of(assignment),
        "state": assignment.state,
        "leased_until": _utc(assignment.leased_until),
        "elapsed_seconds": log.seconds,
        "active_seconds": log.active_seconds,
        "project": _project(project),
        "claim": _claim(claim, project),
        "draft": _draft(draft_of(assignment, is_new=is_new), verification, project),
        "operations_received": log.received,
        "verification": _verification(assignment, verification),
    }


def body_of(verification: Verification) -> dict[str, Any]:
    """A revision as the body of a draft from which it could be submitted again."""
    sets = list(verification.evidence_sets.prefetch_related("evidence"))
    return {
        "sets": [[one.element_id for one in each.evidence.all()] for each in sets],
        **{
            name: [
                {one.element_id: kept for one in each.evidence.all() if (kept := getattr(one, name))} for each in sets
            ]
            for name in REFINEMENTS
        },
        **({"labels": [each.label for each in sets]} if any(each.label for each in sets) else {}),
        "looks": [
            {"name": each.name, "colour": each.colour or default_colour(position)} for position, each in enumerate(sets)
        ],
        "active_set": 0,
        "verdict": verification.verdict,
        "challenge": verification.challenge,
        "unsure": verification.unsure,
        "contradictions": contradictions_of(verification),
        "place": {},
    }


def _claim(claim: Claim, project: Project) -> ClaimPart:
    """Its text. The page that is opened for its verifier is all that a payload can have of a claim's origin."""
    if project.opens_claim_page and project.page_view == PageView.LINES:
        for workflow in workflows().values():
            if page := workflow.page_of_claim(claim):
                return {"text": claim.text, "page": page}
    return {"text": claim.text}


def _project(project: Project) -> ProjectPart:
    return {
        "slug": project.slug,
        "name": project.name,
        "max_evidence_sets": project.max_evidence_sets,
        "evidence_kinds": project.evidence_kinds,
        "page_view": project.page_view,
        "guide_minutes": project.guide_minutes,
        "evidence_limits": {"pages": project.evidence_limit_pages, "elements": project.evidence_limit_elements},
        "submission_check": project.check_mode != CheckMode.OFF,
    }


def _draft(draft: Draft, verification: Verification | None, project: Project) -> DraftPart:
    if verification is None or (draft.pk and draft.saved_at > verification.created_at):
        return {"version": draft.version, "body": draft.body or empty_body(project.max_evidence_sets)}
    kept = {"place": draft.body.get("place", {}), "bookmarks": draft.body.get("bookmarks", [])}
    return {"version": draft.version, "body": body_of(verification) | kept}


def _verification(assignment: Assignment, verification: Verification | None) -> VerificationPart | None:
    if verification is None:
        return None
    until = editable_until(assignment)
    return {
        "revision": verification.revision,
        "editable_until": None if until is None else _utc(until),
        "editable": is_editable(assignment),
    }


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
