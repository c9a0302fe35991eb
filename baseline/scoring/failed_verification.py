"""Citations ranked worst first, against those that people know to fail (Petroni et al. 2023, figures 6 and 7).

A ranking is a number for each citation, higher for one that fails more likely. Citations of one number are one step:
their order says nothing.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from annotation.figures.reliability import Bin
from annotation.quality.agreement.bootstrap import RESAMPLES, Array, drawn_items, interval_of
from annotation.quality.agreement.result import Interval

RECALLS = (0.05, 0.10, 0.15, 0.25, 0.50)
DEEPEST = 6  # elements of a path; more are counted with these


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measure with its interval (95 %, over citations); None where there are too few."""

    value: float
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Measured:
    """The measures of a ranking by name, and their differences from another ranking on the same draws."""

    values: Mapping[str, Estimate]
    differences: Mapping[str, Estimate]


def average_precision(fails: Array, ranks: Array, counts: Array) -> float:
    """The mean of the precision at each step, weighted by the recall that it adds."""
    hits, seen = _steps(fails, ranks, counts)
    return float((np.diff(hits, prepend=0.0) * hits / seen).sum() / hits[-1])


def roc_area(fails: Array, ranks: Array, counts: Array) -> float:
    """The chance that one that fails stands before one that does not; a tie is half."""
    hits, seen = _steps(fails, ranks, counts)
    rest = seen - hits
    before = np.concatenate([[0.0], hits[:-1]])
    return float((np.diff(rest, prepend=0.0) * (hits + before) / 2).sum() / (hits[-1] * rest[-1]))


def precision_at_recall(recall: float) -> Callable[[Array, Array, Array], float]:
    """The precision at the first step that has this share of those that fail."""

    def measure(fails: Array, ranks: Array, counts: Array) -> float:
        hits, seen = _steps(fails, ranks, counts)
        place = int(np.searchsorted(hits, recall * hits[-1] - 1e-9))
        return float(hits[place] / seen[place])

    return measure


def _steps(fails: Array, ranks: Array, counts: Array) -> tuple[Array, Array]:
    """How many that fail, and how many at all, are at or above each rank; highest first."""
    order = np.argsort(-ranks, kind="stable")
    ends = np.flatnonzero(np.diff(ranks[order], append=-np.inf))
    hits, seen = np.cumsum((fails * counts)[order])[ends], np.cumsum(counts[order])[ends]
    drawn = seen > 0
    return hits[drawn], seen[drawn]


MEASURES: Mapping[str, Callable[[Array, Array, Array], float]] = {
    "average precision": average_precision,
    "ROC": roc_area,
    **{f"precision at recall {round(100 * recall)} %": precision_at_recall(recall) for recall in RECALLS},
}


def measured(
    fails: Sequence[bool], rankings: Mapping[str, Sequence[float]], against: str, resamples: int = RESAMPLES
) -> dict[str, Measured]:
    """Measure rankings of the same citations, each against one of them, by a paired bootstrap over citations.

    Draws without one that fails, or without one that does not, say nothing and are left out. Raises ValueError where
    all fail or none does.
    """
    failing = np.array(fails, dtype=np.float64)
    if not 0 < failing.sum() < len(failing):
        raise ValueError("It takes citations that fail and citations that do not.")
    draws = [one for one in drawn_items(len(failing), resamples) if 0 < (one * failing).sum() < one.sum()]
    once = np.ones(len(failing))
    arrays = {name: np.array(ranks, dtype=np.float64) for name, ranks in rankings.items()}
    values = {
        name: {key: (measure(failing, ranks, once), np.array([measure(failing, ranks, one) for one in draws]))
               for key, measure in MEASURES.items()}
        for name, ranks in arrays.items()
    }  # fmt: skip
    return {
        name: Measured(
            {key: Estimate(point, _ends(drawn, resamples)) for key, (point, drawn) in own.items()},
            {
                key: Estimate(point - values[against][key][0], _ends(drawn - values[against][key][1], resamples))
                for key, (point, drawn) in own.items()
            },
        )
        for name, own in values.items()
    }


def _ends(draws: Array, resamples: int) -> tuple[float, float] | None:
    found = interval_of(draws, resamples)
    return (found.low, found.high) if isinstance(found, Interval) else None


def baselines(
    ids: Sequence[str], depths: Sequence[int], words: Sequence[int], dead: Sequence[bool]
) -> dict[str, list[float]]:
    """What needs no reading: shallow addresses, short sources, dead links, and chance (by a hash of the id) first."""
    return {
        "URL depth": [-float(depth) for depth in depths],
        "source length": [-float(count) for count in words],
        "dead link": [float(one) for one in dead],
        "random": [float(zlib.crc32(one.encode())) for one in ids],
    }


def depth_shares(depths: Mapping[str, Sequence[int]]) -> dict[str, list[tuple[str, int]]]:
    """How many citations of each group have a path of 0, 1, ... elements; those without an address are left out."""
    steps = [*map(str, range(DEEPEST)), f"{DEEPEST}+"]
    return {
        group: [(step, sum(min(one, DEEPEST) == place for one in own)) for place, step in enumerate(steps)]
        for group, own in depths.items()
    }


def expected_calibration_error(bins: Sequence[Bin]) -> float:
    """The mean distance between what was predicted and what came true, over predictions (Naeini et al. 2015)."""
    total = sum(one.count for one in bins) or 1
    return sum(one.count * abs(one.predicted - one.observed) for one in bins) / total


def calibration_bins(predicted: Sequence[float], fails: Sequence[bool], most: int = 5) -> list[Bin]:
    """Predictions in ascending order, cut into bins of about as many each; equal ones are never parted.

    The interval of each share is Wilson's (1927), 95 %.
    """
    pairs = sorted(zip(predicted, fails, strict=True))
    size = -(-len(pairs) // most)
    bins: list[list[tuple[float, bool]]] = []
    for pair in pairs:
        if not bins or (len(bins[-1]) >= size and bins[-1][-1][0] != pair[0]):
            bins.append([])
        bins[-1].append(pair)
    return [_bin(one) for one in bins]


def _bin(pairs: Sequence[tuple[float, bool]]) -> Bin:
    count, failed = len(pairs), sum(fails for _, fails in pairs)
    share, z = failed / count, 1.959964
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * ((share * (1 - share) + z * z / (4 * count)) / count) ** 0.5 / (1 + z * z / count)
    return Bin(sum(one for one, _ in pairs) / count, share, (max(middle - half, 0.0), min(middle + half, 1.0)), count)
