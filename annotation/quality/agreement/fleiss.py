"""Fleiss' kappa, also where items have different numbers of annotators, who may differ between items."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.quality.agreement.bootstrap import Row
from annotation.quality.agreement.percent import percent_row
from annotation.quality.agreement.result import Point, Reason


def fleiss_row(counts: Sequence[int]) -> Row:
    """Share of the item's pairs that agree, 1; each category's share of its answers, 1. `counts`: by category.

    A single answer has no pair (0, 0); as in irrCAC it counts towards agreement by chance.
    """
    answers = sum(counts)
    return *percent_row(counts), *(n / answers if answers else 0.0 for n in counts), float(answers > 0)


def fleiss_kappa(sums: Sequence[float]) -> Point:
    """(P - P_e) / (1 - P_e); P = mean over items of the share of agreeing pairs, P_e = sum over categories of (mean
    over items of its share of the item's answers)².

    Fleiss (1971), Measuring nominal scale agreement among many raters, has equal numbers of annotators; this is the
    generalisation to different numbers of Gwet (2014, Handbook of Inter-Rater Reliability), as in irrCAC: an item
    counts once, by however many people it was annotated. With two annotators an item it is Scott's pi (1955). Takes the
    sum of `fleiss_row` over the items.
    """
    if not sums[1]:
        return Reason.NO_ITEMS
    expected = sum(share**2 for share in mean_shares(sums))
    if expected >= 1 - 1e-12:
        return Reason.ONE_CATEGORY
    return (sums[0] / sums[1] - expected) / (1 - expected)


def mean_shares(sums: Sequence[float]) -> list[float]:
    """Mean over items of each category's share of the answers, of a sum of `fleiss_row`."""
    *shares, items = sums[2:]
    return [share / items for share in shares]
