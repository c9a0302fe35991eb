"""Payload of a claim writer: highlight, requirements of the three claims, and the draft."""

from __future__ import annotations

from datetime import UTC
from typing import Any, TypedDict

from annotation.vocabulary.labels import ClaimType
from annotation.work.draft import draft_of
from annotation.work.guided_examples import guide_kind_of
from annotation.work.models import Assignment
from annotation.work.operations import so_far
from annotation.workflows.claim_generation.editing import editable, revisions
from annotation.workflows.claim_generation.models import ClaimSet


class ProjectPart(TypedDict):
    slug: str
    name: str


class HighlightPart(TypedDict):
    kind: str
    page: str
    element_ids: list[str]


class AskedPart(TypedDict):
    type_one_is_true: bool | None
    several_pages: bool | None
    mutation: str
    mutated_type: str


class DraftPart(TypedDict):
    version: int
    body: dict[str, Any]


class SubmittedPart(TypedDict):
    text: str
    challenge: str
    revision: int
    editable: bool


class WriterPayload(TypedDict):
    """The whole workspace: `GET /api/v1/assignments/<id>/`, and the page's first content.

    `claims` are those submitted, by type; null before that.
    """

    id: str
    kind: str
    guided: str
    state: str
    leased_until: str
    elapsed_seconds: float
    active_seconds: float
    project: ProjectPart
    highlight: HighlightPart
    asked: AskedPart
    draft: DraftPart
    claims: dict[str, SubmittedPart] | None
    operations_received: dict[str, int]


def for_writer(assignment: Assignment, is_new: bool = False) -> WriterPayload:  # noqa: FBT001, FBT002
    """Everything the claim workspace needs of this assignment, ready for JSON."""
    highlight, log = assignment.task.generation_item.highlight, so_far(assignment, is_new=is_new)
    draft = draft_of(assignment, is_new=is_new)
    assert highlight is not None  # its tasks have one
    return {
        "id": str(assignment.public_id),
        "kind": assignment.kind,
        "guided": guide_kind_of(assignment),
        "state": assignment.state,
        "leased_until": assignment.leased_until.astimezone(UTC).isoformat().replace("+00:00", "Z"),
        "elapsed_seconds": log.seconds,
        "active_seconds": log.active_seconds,
        "project": {"slug": assignment.project.slug, "name": assignment.project.name},
        "highlight": {"kind": highlight.kind, "page": highlight.page_title, "element_ids": highlight.element_ids},
        "asked": {
            "type_one_is_true": highlight.type_one_is_true,
            "several_pages": highlight.several_pages,
            "mutation": highlight.mutation,
            "mutated_type": highlight.mutated_type,
        },
        "draft": {"version": draft.version, "body": draft.body or empty_body()},
        "claims": None if is_new else _submitted(assignment),
        "operations_received": log.received,
    }


def empty_body() -> dict[str, Any]:
    """The body of a draft in which nothing has been written yet."""
    return {"claims": {kind.value: {"text": "", "challenge": ""} for kind in ClaimType}, "place": {}}


def _submitted(assignment: Assignment) -> dict[str, SubmittedPart] | None:
    claim_set = ClaimSet.objects.filter(submission__assignment=assignment).first()
    if claim_set is None:
        return None
    claims = list(claim_set.claims.order_by("id"))
    newest, may_change = revisions(claim_set), editable(claims)
    return {
        claim.claim_type: {
            "text": claim.text,
            "challenge": claim.expected_challenge,
            "revision": newest[ClaimType(claim.claim_type)],
            "editable": may_change.get(claim.pk, False),
        }
        for claim in claims
    }
