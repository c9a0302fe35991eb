"""Every number of a prediction file with its interval: ratios of sums over claims, and numbers made of them.

The resamples are those of `annotation/quality/agreement/bootstrap.py`; all numbers are computed from the same ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

import numpy as np

from annotation.quality.agreement.bootstrap import Array, interval_of, resampled_sums
from annotation.quality.agreement.result import Interval
from baseline.scoring.feverous import NothingToScore

Parts: TypeAlias = Mapping[str, tuple[float, float]]
# Name of a number -> its value in every resample (resamples,); NaN where it is undefined.
Draws: TypeAlias = Mapping[str, Array]
Derive: TypeAlias = Callable[[Draws], dict[str, Array]]
NO_PART = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number from 0 to 1 with its interval, None where there is none; `rows` contribute to it."""

    value: float
    low: float | None
    high: float | None
    rows: int


def estimates(rows: Sequence[Parts], derive: Derive, *, resamples: int = 1_000, seed: int = 0) -> dict[str, Estimate]:
    """Every number of the rows, ratios and derived ones, with 95 % percentile intervals. Raises NothingToScore.

    The same rows in any order give the same intervals. A number that is undefined in more than one of twenty resamples
    has none.
    """
    if not rows:
        raise NothingToScore("There are no predictions to score.")
    names = sorted({name for row in rows for name in row})
    kinds = Counter(tuple(chain.from_iterable(row.get(name, NO_PART) for name in names)) for row in rows)
    total = np.array([*kinds.values()]) @ np.array([*kinds], dtype=np.float64)
    sums = np.vstack([total, resampled_sums(kinds, resamples, seed)])
    above, below = sums[:, ::2], sums[:, 1::2]
    ratios = np.divide(above, below, out=np.full(above.shape, np.nan), where=below != 0)
    found: dict[str, Array] = dict(zip(names, ratios.T, strict=True))
    found |= derive(found)
    voices = Counter(name for row in rows for name, (_, denominator) in row.items() if denominator)
    return {name: _estimate(values, voices[name]) for name, values in found.items() if not np.isnan(values[0])}


def _estimate(values: Array, rows: int) -> Estimate:
    """The first value is that of the rows themselves, the others those of the resamples."""
    draws = values[1:]
    interval = interval_of(draws[~np.isnan(draws)], len(draws))
    low, high = (interval.low, interval.high) if isinstance(interval, Interval) else (None, None)
    return Estimate(float(values[0]), low, high, rows)
