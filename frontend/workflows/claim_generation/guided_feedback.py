"""Feedback on guided claims: each with its hints, and with the reference claims of the example."""

from __future__ import annotations

from typing import Any

from annotation.projects.models import Project
from annotation.quality.calibration.models import GoldItem
from annotation.vocabulary.labels import ClaimType
from annotation.work.models import Submission
from annotation.workflows.claim_generation.hints.hints import hints_for
from annotation.workflows.claim_generation.payload import for_writer
from corpus.store import PageNotFound
from frontend.views.calibration_comparison import highlighted
from frontend.workflows.claim_generation.workspace import MUTATIONS


def feedback(project: Project, item: GoldItem, submission: Submission, _title: str) -> dict[str, Any]:
    """What `claim_generation/_guided_feedback.html` needs."""
    claims = list(submission.claimset.claims.order_by("id"))
    assignment = submission.assignment
    try:
        hints = hints_for(assignment, {ClaimType(claim.claim_type): claim.text for claim in claims})
    except PageNotFound:
        hints = {}
    payload = for_writer(assignment)
    return {
        "claims": [
            {
                "claim": claim,
                "hints": hints.get(ClaimType(claim.claim_type), []),
                "references": item.references.get(claim.claim_type, []),
            }
            for claim in claims
        ],
        "payload": payload,
        "mutation": MUTATIONS.get(payload["asked"]["mutation"]),
        "written": True,
        **highlighted(project, item),
    }
