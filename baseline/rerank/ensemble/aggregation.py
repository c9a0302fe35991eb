"""Rank aggregation: one ranking of several that may be partial and may have ties.

A ranking is (item, score) of its items, best first; equal scores share a position, the mean of the places they take
(Fagin and others 2004). c items are ranked by any of the lists, n by one list. A list gives the items that it lacks the
mean of the places left, (n + 1 + c) / 2.

    borda            sum over lists of c - position (Borda 1781; Dwork and others 2001, 2.2: for partial lists "the
                     excess scores" are given equally to all unranked items, which is that mean)
    median-rank      the depth at which more than half of the lists have shown the item, negated (MEDRANK: Fagin, Kumar
                     and Sivakumar 2003, 2.1); of two lists that is the worse of the two positions
    mc4              stationary probability of Dwork and others 2001, 3.1: from item P draw Q uniformly from all items;
                     go to Q if more than half of the lists that rank both have it before P, else stay
    reciprocal-rank  sum over the lists that have the item of 1 / (k + position) (Cormack and others 2009)

Items of one value are ordered by their best position, then by their names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

Ranking = Sequence[tuple[str, float]]
Positions = NDArray[np.float64]  # (lists, items), NaN where a list lacks an item

JUMP = 0.05  # of MC4's steps go to any item, so that one stationary distribution exists whatever the lists say
BORDA, MEDIAN_RANK, MC4, RECIPROCAL_RANK = "borda", "median-rank", "mc4", "reciprocal-rank"


def aggregate(rankings: Sequence[Ranking], method: str, k: float = 60.0) -> list[tuple[str, float]]:
    """(item, value) of all items, best first; the value is that of the method (see the module), higher is better."""
    lists = [positions(ranking) for ranking in rankings]
    items = sorted(set().union(*lists))
    if not items:
        return []
    table = np.array([[places.get(item, np.nan) for item in items] for places in lists])
    values = _values(table, method, k)
    best = np.nanmin(table, axis=0)
    order = sorted(range(len(items)), key=lambda at: (-values[at], best[at], items[at]))
    return [(items[at], float(values[at])) for at in order]


def positions(ranking: Ranking) -> dict[str, float]:
    """Item -> position from 1; neighbours of one score share the mean of their places. An item counts once."""
    found: dict[str, float] = {}
    first: dict[str, float] = {}
    for item, score in ranking:
        first.setdefault(item, score)
    for _, tied in groupby(first.items(), key=lambda one: one[1]):
        names = [item for item, _ in tied]
        found |= dict.fromkeys(names, len(found) + (len(names) + 1) / 2)
    return found


def _values(table: Positions, method: str, k: float) -> NDArray[np.float64]:
    if method == RECIPROCAL_RANK:
        found: NDArray[np.float64] = np.nansum(1 / (k + table), axis=0).round(12)
        return found
    return _METHODS[method](table).round(12)  # digits that only rounding tells apart are ties


def _completed(table: Positions) -> Positions:
    """Each list with the mean of the places left for the items that it lacks."""
    count = table.shape[1]
    ranked = (~np.isnan(table)).sum(axis=1, keepdims=True)
    return np.where(np.isnan(table), (ranked + 1 + count) / 2, table)


def borda(table: Positions) -> NDArray[np.float64]:
    """Sum of the items below."""
    found: NDArray[np.float64] = (table.shape[1] - _completed(table)).sum(axis=0)
    return found


def median_rank(table: Positions) -> NDArray[np.float64]:
    """Depth at which a majority of lists has shown an item, negated."""
    lists = table.shape[0]
    found: NDArray[np.float64] = -np.sort(_completed(table), axis=0)[lists // 2]
    return found


def mc4(table: Positions) -> NDArray[np.float64]:
    """Stationary distribution of the Markov chain, with jumps."""
    count = table.shape[1]
    both = np.zeros((count, count))
    before = np.zeros((count, count))  # lists that have the column's item before the row's
    for places in table:
        has = ~np.isnan(places)
        both += np.outer(has, has)
        before += places[None, :] < places[:, None]
    steps = (2 * before > both) / count
    np.fill_diagonal(steps, 0.0)
    np.fill_diagonal(steps, 1 - steps.sum(axis=1))
    chain = (1 - JUMP) * steps + JUMP / count
    balance = np.vstack([chain.T - np.eye(count), np.ones(count)])[1:]  # one equation is that of the others
    found: NDArray[np.float64] = np.linalg.solve(balance, np.append(np.zeros(count - 1), 1.0))
    return found


_METHODS: Mapping[str, Callable[[Positions], NDArray[np.float64]]] = {
    BORDA: borda,
    MEDIAN_RANK: median_rank,
    MC4: mc4,
}
