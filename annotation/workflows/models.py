"""Models of the workflows whose tables belong to the app `annotation`.

Code above this folder imports them from here and names no workflow. A workflow that is an app of its own, such as
`screening`, has its own `models` and no line here.
"""

from __future__ import annotations

from annotation.workflows.claim_generation.models import ClaimSet, GenerationItem, Highlight, HighlightSample
from annotation.workflows.claim_verification.models import (
    CheckLine,
    Contradiction,
    FlagReview,
    Report,
    ReportDecision,
    ReportReason,
    RevisionRequest,
    Verification,
    VerificationItem,
)

__all__ = [
    "CheckLine",
    "ClaimSet",
    "Contradiction",
    "FlagReview",
    "GenerationItem",
    "Highlight",
    "HighlightSample",
    "Report",
    "ReportDecision",
    "ReportReason",
    "RevisionRequest",
    "Verification",
    "VerificationItem",
]
