"""Krippendorff's alpha: any number of annotators per item, missing answers, any distance between answers.

alpha = 1 - D_o / D_e. D_o, the observed disagreement: the mean distance within items, an item of m answers counting m
times. D_e, the expected disagreement: the mean distance of any two of all n answers. Items with a single answer carry
no information about agreement and are left out. Krippendorff (2011), Computing Krippendorff's Alpha-Reliability.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations
from typing import TypeVar

from annotation.quality.agreement.bootstrap import RESAMPLES, Row, estimate
from annotation.quality.agreement.distances import Set, Sets, nearest
from annotation.quality.agreement.result import Point, Reason, Result, Undefined

V = TypeVar("V", bound=Hashable)


def nominal_row(counts: Sequence[int]) -> Row:
    """The item's agreement, sum of n_c (n_c - 1) / (m - 1), and its answers by category. Zeros for a single answer."""
    raters = sum(counts)
    if raters < 2:
        return (0.0,) * (len(counts) + 1)
    return sum(n * (n - 1) for n in counts) / (raters - 1), *counts


def nominal_alpha(sums: Sequence[float]) -> Point:
    """alpha with the nominal distance. Takes the sum of `nominal_row` over the items."""
    agreement, *categories = sums
    answers = sum(categories)
    if answers < 2:
        return Reason.NO_ITEMS
    expected = answers * answers - sum(n * n for n in categories)
    if expected <= 0:
        return Reason.ONE_CATEGORY
    return 1 - (answers - 1) * (answers - agreement) / expected


def alpha(
    units: Iterable[Sequence[V]],
    distance: Callable[[V, V], float],
    *,
    expected: Callable[[Counter[V]], float] | None = None,
    resamples: int = RESAMPLES,
) -> Result:
    """alpha with any distance; a unit is the answers to one item. `expected`: a faster computation of D_e.

    The interval draws items with D_e held where it is, as Krippendorff (2011, Bootstrapping Distributions for
    Krippendorff's Alpha) does: D_e rests on all pairs of all answers, and hardly moves.
    """
    answered = [unit for unit in units if len(unit) > 1]
    if not answered:
        return Undefined(Reason.NO_ITEMS)
    counts = Counter(value for unit in answered for value in unit)
    apart = expected(counts) if expected else expected_disagreement(counts, distance)
    if apart <= 0:
        return Undefined(Reason.ONE_CATEGORY, len(answered))
    rows = [(round(_disagreement(unit, distance), 12), float(len(unit))) for unit in answered]  # alike stays alike
    return estimate(rows, lambda sums: 1 - sums[0] / sums[1] / apart, resamples=resamples)


def _disagreement(unit: Sequence[V], distance: Callable[[V, V], float]) -> float:
    return 2 * sum(distance(a, b) for a, b in combinations(unit, 2)) / (len(unit) - 1)


def expected_disagreement(counts: Counter[V], distance: Callable[[V, V], float]) -> float:
    """D_e: the mean distance of two answers drawn without replacement. O(n²) in the number of distinct answers."""
    answers = sum(counts.values())
    total = sum(counts[a] * counts[b] * distance(a, b) for a, b in combinations(counts, 2))
    return 2 * total / (answers * (answers - 1))


def ordinal_alpha(units: Sequence[Sequence[str]], values: Sequence[str], *, resamples: int = RESAMPLES) -> Result:
    """alpha over labels on a scale. `values`: all of them, in order.

    The distance of two labels c < k is (n_c / 2 + n_(c+1) + ... + n_(k-1) + n_k / 2)², of the answers n_g with each
    label g (Krippendorff 2011, ordinal metric); here divided by that of the two ends, which changes no alpha.
    """
    counts = Counter(value for unit in units if len(unit) > 1 for value in unit)
    ranks, below = dict[str, float](), 0.0
    for value in values:
        ranks[value] = below + counts[value] / 2  # the middle of the places that its answers take in all answers
        below += counts[value]
    widest = (max(ranks.values()) - min(ranks.values())) ** 2 if ranks else 0.0
    return alpha(units, lambda a, b: (ranks[a] - ranks[b]) ** 2 / (widest or 1.0), resamples=resamples)


def set_alpha(
    units: Iterable[Sequence[Sets]],
    distance: Callable[[Set, Set], float],
    *,
    resamples: int = RESAMPLES,
) -> Result:
    """alpha over evidence: the distance of two annotators is that of their nearest alternative sets.

    `distance` is `jaccard` or `masi`: 1 where two sets have nothing in common.
    """
    between = nearest(distance)
    return alpha(units, between, expected=lambda c: _expected_of_sets(c, between), resamples=resamples)


def _expected_of_sets(counts: Counter[Sets], between: Callable[[Sets, Sets], float]) -> float:
    """`expected_disagreement` in time that grows with the pairs that share an element: nearly all share none."""
    answers = sum(counts.values())
    holders: defaultdict[str, list[Sets]] = defaultdict(list)
    for sets in counts:
        for element in {element for one in sets for element in one or ("",)} or {""}:
            holders[element].append(sets)
    near = {pair for found in holders.values() for pair in combinations(found, 2)}
    alike = sum(n * (n - 1) / 2 for n in counts.values())
    alike += sum(counts[a] * counts[b] * (1 - between(a, b)) for a, b in near)
    return 1 - 2 * alike / (answers * (answers - 1))
