"""Pearson's chi-square test of goodness of fit, for counts against the shares that were asked for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """The statistic, its degrees of freedom, and the probability of one at least as large if the shares hold."""

    statistic: float
    degrees: int
    p: float


def goodness_of_fit(counts: Sequence[int], weights: Sequence[float]) -> ChiSquare | None:
    """X² = sum of (observed - expected)² / expected over the kinds with a weight; degrees = kinds - 1.

    Pearson (1900). None where there is nothing to test: no counts, or fewer than two kinds with a weight. A count
    where the weight is 0 gives an infinite statistic and p = 0.
    """
    total, whole = sum(counts), sum(weights)
    kinds = [(count, weight) for count, weight in zip(counts, weights, strict=True) if weight > 0]
    if total == 0 or len(kinds) < 2:
        return None
    if sum(count for count, _ in kinds) < total:
        return ChiSquare(math.inf, len(kinds) - 1, 0.0)
    expected = [(count, total * weight / whole) for count, weight in kinds]
    statistic = sum((count - mean) ** 2 / mean for count, mean in expected)
    return ChiSquare(statistic, len(kinds) - 1, survival(statistic, len(kinds) - 1))


def survival(statistic: float, degrees: int) -> float:
    """P(X² >= statistic) with that many degrees of freedom, at least 1."""
    from scipy.special import chdtrc  # what scipy.stats.chi2.sf calls; scipy.stats takes a second to import

    return float(chdtrc(degrees, statistic))
