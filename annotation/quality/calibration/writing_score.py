"""Score a writer's phase by its grades. No database access."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean


@dataclass(frozen=True, slots=True)
class Grade:
    """Manager's grade of one claim."""

    meets_guideline: bool
    challenge_fits: bool


@dataclass(frozen=True, slots=True)
class WritingScore:
    """Scores of one writer's phase, from 0 to 1, over `items` highlights and `claims` claims.

    `accuracy`: claims that meet the guideline (paper: "accepted"). `challenge`: claims whose challenge fits.
    """

    items: int
    claims: int
    accuracy: float
    challenge: float


def writing_score(items: int, grades: Sequence[Grade]) -> WritingScore | None:
    """Aggregate grades; None without any."""
    if not grades:
        return None
    return WritingScore(
        items=items,
        claims=len(grades),
        accuracy=fmean(grade.meets_guideline for grade in grades),
        challenge=fmean(grade.challenge_fits for grade in grades),
    )
