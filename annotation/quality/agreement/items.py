"""What the statistics are computed from: an item is a claim that several people verified, each on their own."""

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
    """What one person decided. `evidence`: their alternative sets, of element ids, context left out."""

    verification: int
    person: int
    verdict: str
    challenge: str
    evidence: Sets
    at: datetime


@dataclass(frozen=True, slots=True)
class Item:
    """A claim with its ratings, earliest first, at least two, each by another person. Empty text: not known."""

    claim: int
    ratings: tuple[Rating, ...]
    claim_type: str = ""
    mutation: str = ""
    expected_challenge: str = ""
    highlight_kind: str = ""

    @property
    def week(self) -> str:
        """The week of the last rating, when agreement came to be known: "2026-W47" (ISO 8601)."""
        return _week_of(self.ratings[-1].at.date())


@lru_cache(maxsize=4096)
def _week_of(day: date) -> str:
    year, week, _day = day.isocalendar()
    return f"{year}-W{week:02}"


Pair = tuple[Rating, Rating]


def pairs(item: Item) -> Iterator[Pair]:
    """Every two of the item's ratings, the earlier first."""
    return combinations(item.ratings, 2)


def place(verdict: str) -> int:
    """Which of `VERDICTS` it is."""
    return _PLACE[verdict]


def verdict_counts(ratings: Sequence[Rating]) -> tuple[int, ...]:
    """How many gave each of `VERDICTS`, in their order."""
    given = [rating.verdict for rating in ratings]
    return tuple(map(given.count, VERDICTS))


def agreement_of(item: Item) -> float:
    """The share of the item's pairs that agree on the verdict: what a list of items is sorted by."""
    raters = len(item.ratings)
    supports, refutes, unknown = verdict_counts(item.ratings)
    agreeing = supports * (supports - 1) + refutes * (refutes - 1) + unknown * (unknown - 1)
    return agreeing / (raters * (raters - 1))
