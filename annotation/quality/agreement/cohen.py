"""Cohen's kappa for two annotators (marginals per annotator)."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from annotation.quality.agreement.bootstrap import Row
from annotation.quality.agreement.result import Point, Reason


def cohen_row(first: int, second: int, categories: int) -> Row:
    """One item as a flattened contingency table (categories x categories): 1 in the cell (first, second)."""
    row = [0.0] * (categories * categories)
    row[first * categories + second] = 1.0
    return tuple(row)


def cohen_kappa(sums: Sequence[float]) -> Point:
    """(p_o - p_e) / (1 - p_e); p_o = share on the diagonal, p_e = sum over categories of row share x column share.

    Cohen (1960), A coefficient of agreement for nominal scales. Takes the k x k contingency table, flattened by rows:
    the sum of `cohen_row` over the items. 1 is perfect, 0 chance agreement, below 0 less than chance.
    """
    size = isqrt(len(sums))
    total = sum(sums)
    if not total:
        return Reason.NO_ITEMS
    observed = sum(sums[:: size + 1]) / total
    chance = 0.0
    for i in range(size):
        chance += sum(sums[i * size : (i + 1) * size]) * sum(sums[i::size])
    expected = chance / (total * total)
    if expected >= 1:
        return Reason.ONE_CATEGORY
    return (observed - expected) / (1 - expected)
