"""Fleiss' kappa: annotators may differ between items."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.quality.agreement.bootstrap import Row
from annotation.quality.agreement.result import Point, Reason


def fleiss_row(counts: Sequence[int]) -> Row:
    """Agreeing pairs, pairs, and each category's share in the pairs. `counts`: annotators of the item by category."""
    raters = sum(counts)
    agreeing = sum(n * (n - 1) for n in counts) / 2
    return agreeing, raters * (raters - 1) / 2, *(n * (raters - 1) / 2 for n in counts)


def fleiss_kappa(sums: Sequence[float]) -> Point:
    """(P - P_e) / (1 - P_e); P = agreeing pairs / pairs, P_e = sum over categories of (its share of all answers)².

    Fleiss (1971), Measuring nominal scale agreement among many raters; with two annotators an item it is Scott's pi
    (1955). Takes the sum of `fleiss_row` over the items. Where items have different numbers of annotators, which Fleiss
    leaves out, every pair of annotators counts the same.
    """
    agreeing, pairs, *shares = sums
    if not pairs:
        return Reason.NO_ITEMS
    expected = sum((share / pairs) ** 2 for share in shares)
    if expected >= 1 - 1e-12:
        return Reason.ONE_CATEGORY
    return (agreeing / pairs - expected) / (1 - expected)
