"""Drift: accuracy on recent attention checks below the project's minimum. No database access."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.quality.calibration.scoring import Score, score
from annotation.work.gold import ItemScore


@dataclass(frozen=True, slots=True)
class Drift:
    """Score of a person's last answers to gold, and which minimums of the project it misses.

    `low`: "accuracy", "f1" or both; empty while all is well, or while there are fewer than `window` answers.
    """

    score: Score
    low: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecentChecks:
    """A person's last answers to attention checks, as stored: `answers`, the share that is right, and `Drift.low`."""

    person: int
    answers: int
    accuracy: float
    low: tuple[str, ...]


def drift(results: Sequence[ItemScore], *, window: int, min_accuracy: float, min_f1: float | None) -> Drift | None:
    """Score the last `window` of `results`, oldest first; None without answers.

    `min_accuracy`, `min_f1`: shares from 0 to 1; None asks for nothing. Fewer answers than `window` raise no alert:
    two wrong ones of three say little.
    """
    found = score(results[-window:])
    if found is None:
        return None
    low = []
    if len(results) >= window:
        if found.accuracy < min_accuracy:
            low.append("accuracy")
        if min_f1 is not None and found.f1 is not None and found.f1 < min_f1:
            low.append("f1")
    return Drift(found, tuple(low))
