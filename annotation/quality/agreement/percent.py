"""Percent agreement: how often two annotators of one item gave the same answer."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.quality.agreement.bootstrap import Row
from annotation.quality.agreement.result import Point, Reason


def percent_row(counts: Sequence[int]) -> Row:
    """Share of the item's pairs that agree, and 1; zeros for a single answer. `counts`: annotators by category."""
    raters = sum(counts)
    if raters < 2:
        return 0.0, 0.0
    return sum(n * (n - 1) for n in counts) / (raters * (raters - 1)), 1.0


def percent_agreement(sums: Sequence[float]) -> Point:
    """Mean over items of the share of pairs of annotators who agree, 0 to 1. An item of three annotators has three.

    Gwet (2014), as in irrCAC: an item counts once, by however many people it was annotated. Takes the sum of
    `percent_row` over the items. With two annotators an item this is the share of items they agree on.
    """
    agreement, items = sums
    return agreement / items if items else Reason.NO_ITEMS


def unanimity(sums: Sequence[float]) -> Point:
    """Items on which all agree / items: 0 to 1. Takes the sum of rows (1 or 0, 1)."""
    unanimous, items = sums
    return unanimous / items if items else Reason.NO_ITEMS
