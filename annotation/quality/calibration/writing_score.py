"""What grades make of a writer's phase. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean


@dataclass(frozen=True, slots=True)
class Grade:
    """A manager's judgement of one claim."""

    meets_guideline: bool
    challenge_fits: bool


@dataclass(frozen=True, slots=True)
class WritingScore:
    """A phase of one writer: `items` highlights, `claims` claims; shares from 0 to 1.

    `accuracy`: claims that meet the guideline (paper: "accepted"). `challenge`: claims whose challenge fits.
    """

    items: int
    claims: int
    accuracy: float
    challenge: float


def writing_score(items: int, grades: Sequence[Grade]) -> WritingScore | None:
    """None where no claim was graded."""
    if not grades:
        return None
    return WritingScore(
        items=items,
        claims=len(grades),
        accuracy=fmean(grade.meets_guideline for grade in grades),
        challenge=fmean(grade.challenge_fits for grade in grades),
    )
