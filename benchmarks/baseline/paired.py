"""Two choosers on the same statements: the difference of their F1, or of means, with an interval."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from benchmarks.baseline.cells import counts
from benchmarks.baseline.tables import TableCase

RESAMPLES = 10_000


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
    rows, rng = [*groups.values()], random.Random(0)
    drawn = sorted(_difference(rng.choices(rows, k=len(rows))) for _ in range(RESAMPLES))
    return _difference(rows), drawn[int(0.025 * RESAMPLES)], drawn[int(0.975 * RESAMPLES)]


def mean_difference(first: Sequence[float], second: Sequence[float]) -> tuple[float, float, float]:
    """(mean of second - first, lower, upper): a 95 % percentile interval of a paired bootstrap over the pairs."""
    differences = np.subtract(second, first)
    drawn = np.random.default_rng(0).choice(differences, (RESAMPLES, len(differences))).mean(axis=1)
    low, high = np.percentile(drawn, (2.5, 97.5)).tolist()
    return float(differences.mean()), low, high


def _difference(rows: Sequence[Sequence[float]]) -> float:
    a, b, c, d = map(sum, zip(*rows, strict=True))
    return c / max(d, 1) - a / max(b, 1)
