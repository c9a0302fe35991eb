"""Items: claims with at least two independent verifications."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from itertools import combinations

from annotation.quality.agreement.distances import Sets
from annotation.vocabulary.labels import Verdict

VERDICTS: tuple[str, ...] = tuple(verdict.value for verdict in Verdict)
_PLACE = {verdict: place for place, verdict in enumerate(VERDICTS)}


@dataclass(frozen=True, slots=True)
class Rating:
    """Verification by one person. `evidence`: alternative sets of element ids, without context."""

    verification: int
    person: int
    verdict: str
    challenge: str
    evidence: Sets
    at: datetime


@dataclass(frozen=True, slots=True)
class Item:
    """A claim with at least two ratings by different people, earliest first. Empty text: unknown."""

    claim: int
    ratings: tuple[Rating, ...]
    claim_type: str = ""
    mutation: str = ""
    expected_challenge: str = ""
    highlight_kind: str = ""

    @property
    def week(self) -> str:
        """Week of the last rating: "2026-W47" (ISO 8601)."""
        return _week_of(self.ratings[-1].at.date())


@lru_cache(maxsize=4096)
def _week_of(day: date) -> str:
    year, week, _day = day.isocalendar()
    return f"{year}-W{week:02}"


Pair = tuple[Rating, Rating]


def pairs(item: Item) -> Iterator[Pair]:
    """All pairs of the item's ratings, the earlier first."""
    return combinations(item.ratings, 2)


def place(verdict: str) -> int:
    """Index of a verdict in `VERDICTS`."""
    return _PLACE[verdict]


def verdict_counts(ratings: Sequence[Rating]) -> tuple[int, ...]:
    """Number of ratings with each of `VERDICTS`, in their order."""
    given = [rating.verdict for rating in ratings]
    return tuple(map(given.count, VERDICTS))


def agreement_of(item: Item) -> float:
    """Share of the item's pairs that agree on the verdict, 0 to 1; lists of items are sorted by it."""
    raters = len(item.ratings)
    supports, refutes, unknown = verdict_counts(item.ratings)
    agreeing = supports * (supports - 1) + refutes * (refutes - 1) + unknown * (unknown - 1)
    return agreeing / (raters * (raters - 1))
