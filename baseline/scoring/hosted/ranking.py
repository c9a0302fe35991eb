"""Rank systems that were scored on the same claims, with intervals and the ranks between which each may stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from annotation.quality.agreement.bootstrap import Array, resampled_sums

RESAMPLES, SEED = 1_000, 0
TAILS = (2.5, 97.5)


@dataclass(frozen=True, slots=True)
class Standing:
    """A system's value with its 95 % interval, and the best and the worst rank that it may have."""

    key: int
    value: float
    low: float
    high: float
    first: int
    last: int


def standings(parts: Mapping[int, Array]) -> list[Standing]:
    """Rank systems by numerators and denominators of the same claims, (claims, 2) each; the best one first.

    The resamples of the claims are the same for all systems. One is significantly better than another where the 95 %
    interval of their difference is above 0 (paired bootstrap: Koehn 2004). A rank range is from 1 + the number of
    systems that are significantly better to the number of those that are not significantly worse, as in WMT.
    """
    if not parts:
        return []
    keys = sorted(parts)
    joint = np.hstack([parts[key] for key in keys])  # (claims, 2 * systems)
    drawn = resampled_sums(Counter(map(tuple, joint.tolist())), RESAMPLES, SEED)
    values, draws = _ratios(joint.sum(axis=0)[None, :])[0], _ratios(drawn)
    lows, highs = np.percentile(draws, TAILS, axis=0)
    better = np.zeros((len(keys), len(keys)), dtype=bool)  # better[i, j]: j is better than i
    for number in range(len(keys)):
        better[number] = np.percentile(draws - draws[:, [number]], TAILS[0], axis=0) > 0
    found = [
        Standing(
            key, float(values[number]), float(lows[number]), float(highs[number]),
            first=1 + int(better[number].sum()), last=len(keys) - int(better[:, number].sum()),
        )
        for number, key in enumerate(keys)
    ]  # fmt: skip
    return sorted(found, key=lambda one: (-one.value, one.first, one.key))


def _ratios(sums: Array) -> Array:
    """Numerators / denominators of columns that alternate; 0 where there is no denominator."""
    above, below = sums[:, ::2], sums[:, 1::2]
    return np.divide(above, below, out=np.zeros_like(above), where=below != 0)
