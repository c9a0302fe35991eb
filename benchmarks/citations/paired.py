"""Two systems on the same claims: values and the difference, with an interval over claims drawn anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from annotation.quality.agreement.bootstrap import RESAMPLES, Array, drawn_items, interval_of
from annotation.quality.agreement.result import Interval
from baseline.scoring.failed_verification import Estimate

Statistic = Callable[[Array], float]  # of how often each claim was drawn


def estimate(statistic: Statistic, items: int) -> Estimate:
    """A statistic of all claims, and its interval."""
    found = interval_of([statistic(counts) for counts in drawn_items(items, RESAMPLES)], RESAMPLES)
    return Estimate(statistic(np.ones(items)), (found.low, found.high) if isinstance(found, Interval) else None)


def difference(first: Statistic, second: Statistic, items: int) -> Estimate:
    """The second - the first, on the same draws."""
    return estimate(lambda counts: second(counts) - first(counts), items)


def mean_of(values: Sequence[float]) -> Statistic:
    """The mean over claims."""
    column = np.array(values)
    return lambda counts: float((counts * column).sum() / counts.sum())


def f1_of(rows: Sequence[tuple[float, float, float]]) -> Statistic:
    """Micro F1 of (right, predicted, wanted) of each claim."""
    table = np.array(rows)

    def statistic(counts: Array) -> float:
        right, predicted, wanted = counts @ table
        return float(2 * right / max(predicted + wanted, 1.0))

    return statistic
