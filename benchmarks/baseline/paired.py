"""Two choosers on the same statements: the difference of their F1, or of means, with an interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from annotation.quality.agreement.bootstrap import Array, interval_of, resampled_sums
from annotation.quality.agreement.result import Interval
from benchmarks.baseline.cells import counts
from benchmarks.baseline.tables import TableCase

RESAMPLES, SEED = 10_000, 0


def f1_difference(
    cases: Sequence[TableCase], first: Sequence[set[str]], second: Sequence[set[str]], *, by_table: bool
) -> tuple[float, float, float]:
    """(second - first, lower, upper): micro F1 over all cells, and a 95 % percentile interval of a paired bootstrap.

    What is drawn anew are statements, or with `by_table` tables with all their statements, which depend on one another.
    """
    groups: dict[int, list[float]] = {}
    for place, (case, one, two) in enumerate(zip(cases, first, second, strict=True)):
        group = groups.setdefault(id(case.table) if by_table else place, [0.0] * 4)
        for at, cells in ((0, one), (2, two)):
            hits, predicted, wanted = counts(case, cells)
            group[at] += 2 * hits
            group[at + 1] += predicted + wanted
    kinds = Counter(tuple(row) for row in groups.values())
    drawn = resampled_sums(kinds, RESAMPLES, SEED)
    return float(_difference(np.array([*groups.values()]).sum(axis=0))), *_ends(_difference(drawn))


def mean_difference(first: Sequence[float], second: Sequence[float]) -> tuple[float, float, float]:
    """(mean of second - first, lower, upper): a 95 % percentile interval of a paired bootstrap over the pairs."""
    differences = np.subtract(second, first)
    drawn = resampled_sums(Counter((one, 1.0) for one in differences.tolist()), RESAMPLES, SEED)
    return float(differences.mean()), *_ends(drawn[:, 0] / drawn[:, 1])


def _difference(sums: Array) -> Array:
    a, b, c, d = sums.T
    found: Array = c / np.maximum(d, 1) - a / np.maximum(b, 1)
    return found


def _ends(draws: Array) -> tuple[float, float]:
    found = interval_of(draws, len(draws))
    assert isinstance(found, Interval)  # no draw is undefined
    return found.low, found.high
