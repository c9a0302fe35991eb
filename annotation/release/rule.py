"""Which verification of a claim is released. Pure; one rule, in one place, named in every manifest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Protocol, TypeVar

RULE = (
    "unanimous-earliest: current verifications that all give one verdict are released by the one handed in first, "
    "unless the claim was reported and not put back"
)


class Excluded(StrEnum):
    """Why a claim is not in the release."""

    REPORTED = "reported"
    NOT_VERIFIED = "not verified"
    DISAGREEMENT = "verdicts disagree"
    EVIDENCE_GONE = "evidence no longer in the corpus"


class Candidate(Protocol):
    """What the rule looks at. Only current verifications are candidates."""

    @property
    def verdict(self) -> str: ...
    @property
    def handed_in_at(self) -> datetime: ...
    @property
    def pk(self) -> int: ...


C = TypeVar("C", bound=Candidate)


def choose(candidates: Sequence[C], *, reported: bool = False) -> C | Excluded:
    """The verification that speaks for the claim, or why none does.

    Unanimous in verdict -> the earliest (by time, then by number). Several verdicts, or none -> the reason. `reported`:
    a verifier found that the claim should not be verified, and no manager has put it back.
    """
    if reported:
        return Excluded.REPORTED
    if not candidates:
        return Excluded.NOT_VERIFIED
    if len({candidate.verdict for candidate in candidates}) > 1:
        return Excluded.DISAGREEMENT
    return min(candidates, key=lambda candidate: (candidate.handed_in_at, candidate.pk))
