"""Items: tasks with at least two independent answers, as statistics of agreement read them. Pure: no Django."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Rating:
    """Verification by one person. `evidence`: alternative sets of element ids, without context.

    `is_early`: whether it is among the first hundred of this person in production, those of claims that nobody else
    verified included; True where nobody counted. Of other workflows `verification` is the submission and `verdict` its
    label; challenge and evidence are empty. `guidelines`: the version that it was made under; None: not known.
    """

    verification: int
    person: int
    verdict: str
    challenge: str
    evidence: tuple[frozenset[str], ...]
    at: datetime
    is_early: bool = True
    guidelines: int | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """A claim with at least two ratings by different people, earliest first. Empty text: unknown.

    Of other workflows `claim` is the task.
    """

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
