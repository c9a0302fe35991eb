"""Percent agreement: how often two annotators of one item gave the same answer."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.quality.agreement.bootstrap import Row
from annotation.quality.agreement.result import Point, Reason


def percent_row(counts: Sequence[int]) -> Row:
    """Agreeing pairs, pairs. `counts`: how many annotators chose each category for the item."""
    raters = sum(counts)
    return sum(n * (n - 1) for n in counts) / 2, raters * (raters - 1) / 2


def percent_agreement(sums: Sequence[float]) -> Point:
    """Agreeing pairs of annotators / pairs, over all items: 0 to 1. An item of three annotators has three pairs.

    Takes the sum of `percent_row` over the items. With two annotators an item this is the share of items they agree on.
    """
    agreeing, pairs = sums
    return agreeing / pairs if pairs else Reason.NO_ITEMS


def unanimity(sums: Sequence[float]) -> Point:
    """Items on which all agree / items: 0 to 1. Takes the sum of rows (1 or 0, 1)."""
    unanimous, items = sums
    return unanimous / items if items else Reason.NO_ITEMS
