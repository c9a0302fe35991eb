"""From scores to probabilities: how many citations of a score failed, by isotonic regression."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

FILE = "calibration.json"  # in the folder of a model
LEAST, MOST = 0.01, 0.99  # no score is proof


@dataclass(frozen=True, slots=True)
class Calibration:
    """The share of citations that failed, by score: `shares` at ascending `scores`, linear between them."""

    scores: tuple[float, ...]
    shares: tuple[float, ...]

    def fails(self, score: float) -> float:
        """The probability that a reader finds no support."""
        place = bisect_right(self.scores, score)
        if not place:
            return self.shares[0]
        if place == len(self.scores):
            return self.shares[-1]
        low, high = self.scores[place - 1], self.scores[place]
        part = (score - low) / (high - low)
        return self.shares[place - 1] * (1 - part) + self.shares[place] * part

    def write(self, folder: Path) -> None:
        """Put it beside a model."""
        data = {"scores": self.scores, "shares": self.shares}
        (folder / FILE).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def calibrated_on(scores: Sequence[float], fails: Sequence[bool]) -> Calibration:
    """The isotonic calibration of scores of citations that are known to fail or not, at least one.

    Equal scores are one. Of each level only its ends are kept.
    """
    from scipy.optimize import isotonic_regression

    known: dict[float, list[bool]] = {}
    for score, failed in sorted(zip(scores, fails, strict=True)):
        known.setdefault(score, []).append(failed)
    shares = [sum(some) / len(some) for some in known.values()]
    levels = isotonic_regression(shares, weights=[len(some) for some in known.values()], increasing=False).x.tolist()
    points = [
        (score, min(max(level, LEAST), MOST))
        for place, (score, level) in enumerate(zip(known, levels, strict=True))
        if place in (0, len(levels) - 1) or not levels[place - 1] == level == levels[place + 1]
    ]
    return Calibration(tuple(score for score, _ in points), tuple(level for _, level in points))


def read_calibration(folder: Path) -> Calibration | None:
    """The calibration beside a model; None where there is none. Raises ValueError, KeyError or TypeError."""
    if not (folder / FILE).is_file():
        return None
    data = json.loads((folder / FILE).read_text(encoding="utf-8"))
    return Calibration(tuple(map(float, data["scores"])), tuple(map(float, data["shares"])))
