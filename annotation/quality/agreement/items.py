"""Pairs and counts of an item's ratings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from annotation.work.ratings import Item, Rating

__all__ = ["Item", "Pair", "Rating", "agreement_of", "pairs", "verdict_counts"]

Pair = tuple[Rating, Rating]


def pairs(item: Item) -> Iterator[Pair]:
    """All pairs of the item's ratings, the earlier first."""
    return combinations(item.ratings, 2)


def verdict_counts(ratings: Sequence[Rating], values: Sequence[str]) -> tuple[int, ...]:
    """Number of ratings with each of the values, in their order."""
    given = [rating.verdict for rating in ratings]
    return tuple(map(given.count, values))


def agreement_of(item: Item) -> float:
    """Share of the item's pairs that agree on the verdict, 0 to 1; lists of items are sorted by it."""
    given = [rating.verdict for rating in item.ratings]
    raters = len(given)
    agreeing = sum(map(given.count, given)) - raters  # the sum of n (n - 1) over verdicts
    return agreeing / (raters * (raters - 1))
