"""What speaks for a claim in a release. Pure; one rule, in one place, named in every manifest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Generic, NamedTuple, Protocol, TypeVar

RULE = (
    "adjudicated > unanimous > single: an adjudicated claim is released as adjudicated; current verifications that all "
    "give one verdict are released by the one handed in first; claims of calibration are not released, nor claims that "
    "were reported and neither reinstated nor corrected"
)


class Source(StrEnum):
    """What a released row rests on: one verification, several that agree in verdict, or an adjudicator's decision."""

    SINGLE = "single"
    UNANIMOUS = "unanimous"
    ADJUDICATED = "adjudicated"


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
A = TypeVar("A")
S = TypeVar("S")


class Choice(NamedTuple, Generic[S]):
    """What speaks for the claim, and what that rests on."""

    speaks: S
    source: Source


def choose(
    candidates: Sequence[C], *, adjudicated: A | None = None, reported: bool = False
) -> Choice[C] | Choice[A] | Excluded:
    """What speaks for the claim, or why nothing does. A claim is one row, however many verified it.

    Adjudicated -> the adjudication. Unanimous in verdict -> the earliest (by time, then by number). Several verdicts,
    or none -> the reason. `reported`: a verifier found that the claim should not be verified, and no manager has
    decided otherwise. Claims that are there to train people are no matter of the rule: none is looked at.
    """
    if reported:
        return Excluded.REPORTED
    if adjudicated is not None:
        return Choice(adjudicated, Source.ADJUDICATED)
    if not candidates:
        return Excluded.NOT_VERIFIED
    if len({candidate.verdict for candidate in candidates}) > 1:
        return Excluded.DISAGREEMENT
    first = min(candidates, key=lambda candidate: (candidate.handed_in_at, candidate.pk))
    return Choice(first, Source.UNANIMOUS if len(candidates) > 1 else Source.SINGLE)
