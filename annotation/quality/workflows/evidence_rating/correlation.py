"""Correlation of metrics of evidence with people's ratings, with intervals over claims. No database."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from annotation.quality.agreement.bootstrap import RESAMPLES, drawn_items, interval_of
from annotation.quality.agreement.result import Reason, Result, Undefined, Value

LEAST_POINTS, LEAST_SYSTEMS = 3, 5
AT_ONCE = 100  # resamples: over 10,000 points they stay below 10 MB
Array: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RatedPoint:
    """The evidence of a system for a claim. `scores`: scale -> mean over its raters; `metrics`: metric -> value."""

    claim: str
    system: str
    scores: dict[str, float]
    metrics: dict[str, float]


@dataclass(frozen=True, slots=True)
class MetricCorrelation:
    """A metric beside a scale. Over points, or over means of systems; `claims`: of how many. Intervals draw claims."""

    metric: str
    scale: str
    spearman: Result
    pearson: Result
    claims: int


def correlations(
    points: Sequence[RatedPoint], metrics: Sequence[str], scales: Sequence[str], *, resamples: int = RESAMPLES
) -> list[MetricCorrelation]:
    """Correlate each metric with each scale over the points that have both. Points of one claim are drawn together."""
    found = []
    for scale in scales:
        for metric in metrics:
            both = [one for one in points if scale in one.scores and metric in one.metrics]
            claims, of_claim = _claims(both)
            x = np.array([one.metrics[metric] for one in both])
            y = np.array([one.scores[scale] for one in both])

            def both_ways(drawn: Array, x: Array = x, y: Array = y, of_claim: NDArray[np.intp] = of_claim) -> Array:
                weights = drawn[:, of_claim]
                return np.stack([
                    weighted_pearson(weighted_ranks(x, weights), weighted_ranks(y, weights), weights),
                    weighted_pearson(x, y, weights),
                ])  # fmt: skip

            spearman, pearson = _results(both_ways, len(both), claims, resamples)
            found.append(MetricCorrelation(metric, scale, spearman, pearson, claims))
    return found


def system_correlations(
    points: Sequence[RatedPoint], metrics: Sequence[str], scales: Sequence[str], *, resamples: int = RESAMPLES
) -> list[MetricCorrelation]:
    """The same over the means of systems; [] where fewer than LEAST_SYSTEMS are named. Claims are drawn, and the means
    taken anew."""
    named = [one for one in points if one.system]
    if len({one.system for one in named}) < LEAST_SYSTEMS:
        return []
    found = []
    for scale in scales:
        for metric in metrics:
            both = [one for one in named if scale in one.scores and metric in one.metrics]
            claims, of_claim = _claims(both)
            systems = sorted({one.system for one in both})
            of_system = np.array([systems.index(one.system) for one in both], dtype=np.intp)
            sums = np.zeros((3, claims, len(systems)))
            for row, values in enumerate(([one.metrics[metric] for one in both], [one.scores[scale] for one in both])):
                np.add.at(sums[row], (of_claim, of_system), np.array(values))
            np.add.at(sums[2], (of_claim, of_system), 1.0)

            def both_ways(drawn: Array, sums: Array = sums) -> Array:
                number = drawn @ sums[2]
                with np.errstate(invalid="ignore"):
                    x, y = drawn @ sums[0] / number, drawn @ sums[1] / number
                there = (number > 0).astype(np.float64)
                x, y = np.nan_to_num(x), np.nan_to_num(y)
                ranked = [np.stack([weighted_ranks(a, w[None])[0] for a, w in zip(side, there, strict=True)])
                          for side in (x, y)]  # fmt: skip
                return np.stack([weighted_pearson(ranked[0], ranked[1], there), weighted_pearson(x, y, there)])

            spearman, pearson = _results(both_ways, len(systems), claims, resamples)
            found.append(MetricCorrelation(metric, scale, spearman, pearson, claims))
    return found


def weighted_ranks(values: Array, weights: Array) -> Array:
    """The rank of each of n values where value i stands weights[r, i] times, of equal ones the mean: (r, n)."""
    distinct, inverse = np.unique(values, return_inverse=True)
    order = np.argsort(inverse, kind="stable")
    starts = np.searchsorted(inverse[order], np.arange(len(distinct)))
    counts = np.add.reduceat(weights[:, order], starts, axis=1)
    below = np.cumsum(counts, axis=1) - counts
    ranks: Array = (below + (counts + 1) / 2)[:, inverse]
    return ranks


def weighted_pearson(x: Array, y: Array, weights: Array) -> Array:
    """Pearson's r in each row of weights (r, n) over x and y, (n) or (r, n); nan where one side has no spread."""
    total = weights.sum(axis=1, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        dx = x - (weights * x).sum(axis=1, keepdims=True) / total
        dy = y - (weights * y).sum(axis=1, keepdims=True) / total
        squares = (weights * dx * dx).sum(axis=1), (weights * dy * dy).sum(axis=1)
        r: Array = (weights * dx * dy).sum(axis=1) / np.sqrt(squares[0] * squares[1])
    r[(squares[0] < 1e-12) | (squares[1] < 1e-12)] = np.nan
    return r


def _claims(points: Sequence[RatedPoint]) -> tuple[int, NDArray[np.intp]]:
    """How many claims there are, and the number of each point's."""
    names = {claim: number for number, claim in enumerate(sorted({one.claim for one in points}))}
    return len(names), np.array([names[one.claim] for one in points], dtype=np.intp)


def _results(statistics: Callable[[Array], Array], items: int, claims: int, resamples: int) -> tuple[Result, Result]:
    """Spearman and Pearson with their intervals. `statistics`: how often each claim was drawn (r, claims) -> (2, r)."""
    none = Undefined(Reason.NO_SPREAD, items)
    if items < LEAST_POINTS:
        return none, none
    points = statistics(np.ones((1, claims)))[:, 0]
    drawn = np.concatenate([statistics(some) for some in _chunks(drawn_items(claims, resamples))], axis=1)
    first, second = (
        none
        if np.isnan(point)
        else Value(float(point), items, interval_of(draws[~np.isnan(draws)], resamples, is_varied=claims > 1))
        for point, draws in zip(points, drawn, strict=True)
    )
    return first, second


def _chunks(drawn: Array) -> Iterator[Array]:
    return (drawn[start : start + AT_ONCE] for start in range(0, len(drawn), AT_ONCE))


def table_of(found: Sequence[MetricCorrelation]) -> Mapping[tuple[str, str], MetricCorrelation]:
    """By metric and scale."""
    return {(one.metric, one.scale): one for one in found}
