"""Percentile bootstrap over items, with numpy.

Every statistic here is a formula over a sum of rows: each item contributes a short row of numbers. Items with equal
rows are interchangeable, so that drawing the items again is one draw from a multinomial over the few kinds of rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import mul
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from annotation.quality.agreement.result import Interval, Point, Reason, Result, Undefined, Value

RESAMPLES, SEED = 1000, 20211
_AT_ONCE = 100  # resamples: over 10,000 kinds of rows they stay below 10 MB
_CELLS = 500_000  # numbers drawn at once, which is 4 MB
_MOST_UNDEFINED = 0.05

Array: TypeAlias = NDArray[np.float64]
Row = tuple[float, ...]
# One row per item; or each distinct row with its number of items.
Rows = Iterable[Row] | Mapping[Row, int]
# Takes the column sums of the rows (Python floats, one per column).
Formula = Callable[[Sequence[float]], Point]


def estimate(rows: Rows, formula: Formula, *, resamples: int = RESAMPLES) -> Result:
    """Compute a formula over all rows, with its 95 % percentile interval. Rows have equal length."""
    return estimate_all(rows, {"": formula}, resamples=resamples)[""]


def estimate_all(rows: Rows, formulas: Mapping[str, Formula], *, resamples: int = RESAMPLES) -> dict[str, Result]:
    """Compute several formulas over the same rows, with intervals from the same resamples.

    Interval: the 2.5th and 97.5th percentile over resamples of as many items with replacement (Efron and Tibshirani
    1993, An Introduction to the Bootstrap, 13.3). The same rows in any order give the same interval.
    """
    kinds = Counter(rows)
    items = sum(kinds.values())
    if not items:
        return {name: Undefined(Reason.NO_ITEMS) for name in formulas}
    is_varied = len(kinds) > 1
    table, counts = _in_order(kinds)
    sums = [sum(map(mul, column, counts)) for column in zip(*table, strict=True)]
    points = {name: formula(sums) for name, formula in formulas.items()}
    is_drawn = is_varied and not all(isinstance(point, Reason) for point in points.values())
    drawn = resampled_sums(kinds, resamples if is_drawn else 0, SEED).tolist()
    found: dict[str, Result] = {}
    for name, point in points.items():
        if isinstance(point, Reason):
            found[name] = Undefined(point, items)
            continue
        draws = [one for one in map(formulas[name], drawn) if not isinstance(one, Reason)]
        found[name] = Value(point, items, interval_of(draws, resamples, is_varied=is_varied))
    return found


def resampled_sums(kinds: Mapping[Row, int], resamples: int, seed: int | Sequence[int]) -> Array:
    """Draw as many items as there are, with replacement, and sum their rows; shape (resamples, columns)."""
    values, counts = map(np.array, _in_order(kinds))
    random, items = np.random.default_rng(seed), int(counts.sum())
    sums = [np.empty((0, values.shape[1]))]
    drawn, size = np.empty((min(_AT_ONCE, resamples), len(counts))), max(1, _CELLS // len(counts))
    for start in range(0, resamples, _AT_ONCE):
        step = drawn[: resamples - start]
        for first in range(0, len(step), size):
            some = step[first : first + size]
            some[:] = random.multinomial(items, counts / items, size=len(some))
        sums.append(step @ values)  # in steps of one size: the last digits depend on it
    return np.concatenate(sums)


def drawn_items(items: int, resamples: int, seed: int | Sequence[int] = SEED) -> Array:
    """Draw as many items as there are, with replacement: how often each was drawn, (resamples, items).

    For statistics that are no formula over a sum of rows.
    """
    return np.random.default_rng(seed).multinomial(items, [1 / items] * items, size=resamples).astype(np.float64)


def _in_order(kinds: Mapping[Row, int]) -> tuple[list[Row], list[int]]:
    """The distinct rows and their numbers of items, in an order that does not depend on that of the items."""
    table = sorted(kinds, key=lambda row: (kinds[row], row))
    return table, [kinds[row] for row in table]


def ratio(sums: Sequence[float]) -> Point:
    """The first sum / the last one: the formula of shares and means."""
    return sums[0] / sums[-1] if sums[-1] else Reason.NO_VALUES


def interval_of(draws: ArrayLike, resamples: int, *, is_varied: bool = True) -> Interval | Undefined:
    """Return the percentile interval of the draws that are defined, out of `resamples` draws.

    Percentiles are linear between the two nearest ranks (Hyndman and Fan 1996, type 7).
    """
    values = np.asarray(draws, dtype=np.float64)
    if not is_varied:
        return Undefined(Reason.ALL_ALIKE)
    if len(values) < max(1, (1 - _MOST_UNDEFINED) * resamples):
        return Undefined(Reason.TOO_OFTEN_UNDEFINED)
    low, high = np.percentile(values, (2.5, 97.5)).tolist()
    return Interval(low, high, len(values))
