"""Percentile bootstrap over claims (Efron and Tibshirani 1993, chapter 13), with numpy.

All numbers are computed from the same resamples. Equal rows are drawn together, as one multinomial over the kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from baseline.scoring.feverous import NothingToScore

Parts = Mapping[str, tuple[float, float]]
Derive = Callable[[dict[str, float]], dict[str, float]]
Array: TypeAlias = NDArray[np.float64]
_AT_ONCE = 100  # resamples: a draw over 10,000 kinds of rows stays below 10 MB


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number from 0 to 1 with its interval, None where no resamples were drawn; `rows` contribute to it."""

    value: float
    low: float | None
    high: float | None
    rows: int


def estimates(
    rows: Sequence[Parts], derive: Derive, *, resamples: int = 1_000, seed: int = 0, confidence: float = 0.95
) -> dict[str, Estimate]:
    """Every number of the rows, ratios and derived ones, with percentile intervals. Raises NothingToScore."""
    if not rows:
        raise NothingToScore("There are no predictions to score.")
    kinds = Counter(tuple(sorted(row.items())) for row in rows)
    counts = np.array([*kinds.values()], dtype=np.float64)
    names = sorted({name for kind in kinds for name, _parts in kind})
    above, below = _matrices(names, [dict(kind) for kind in kinds])
    found = _numbers(names, counts @ above, counts @ below, derive)
    drawn: dict[str, list[float]] = {name: [] for name in found}
    random = np.random.default_rng(seed)
    for start in range(0, resamples, _AT_ONCE):
        times = random.multinomial(len(rows), counts / len(rows), size=min(_AT_ONCE, resamples - start))
        for one, other in zip(times @ above, times @ below, strict=True):
            for name, value in _numbers(names, one, other, derive).items():
                drawn[name].append(value)
    voices = Counter(name for row in rows for name, (_, below) in row.items() if below)
    return {name: _estimate(value, drawn[name], confidence, voices[name]) for name, value in found.items()}


def _matrices(names: Sequence[str], kinds: Sequence[Parts]) -> tuple[Array, Array]:
    """Numerators and denominators, (kinds, names) each; 0 where a row does not contribute to a number."""
    parts = np.array([[kind.get(name, (0.0, 0.0)) for name in names] for kind in kinds], dtype=np.float64)
    return parts[..., 0], parts[..., 1]


def _numbers(names: Sequence[str], above: Array, below: Array, derive: Derive) -> dict[str, float]:
    sums = zip(names, above.tolist(), below.tolist(), strict=True)
    ratios = {name: numerator / denominator for name, numerator, denominator in sums if denominator}
    return ratios | derive(ratios)


def _estimate(value: float, drawn: Sequence[float], confidence: float, rows: int) -> Estimate:
    if not drawn:
        return Estimate(value, None, None, rows)
    cut = 50 * (1 - confidence)
    low, high = np.percentile(drawn, (cut, 100 - cut)).tolist()
    return Estimate(value, low, high, rows)
