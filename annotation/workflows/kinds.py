"""Slugs of the workflows that come with Attest, as the database and the API name them, and the pages they share."""

from __future__ import annotations

from enum import StrEnum


class TaskKind(StrEnum):
    CLAIM_GENERATION = "claim_generation"
    CLAIM_VERIFICATION = "claim_verification"


# Pages about claims, there while either of the two is on.
PAGES_OF_CLAIMS = ("manage-claims", "quality-claims")
