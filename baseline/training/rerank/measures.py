"""How well lists are ordered: what a training stops by."""

from __future__ import annotations

from collections.abc import Sequence

from baseline.rerank.lists import CandidateList

FIRST = (1, 5)


def list_scores(lists: Sequence[CandidateList], orders: Sequence[Sequence[int]]) -> dict[str, float]:
    """Scores of orders, each the places of a list's candidates, best first.

    `score` is the mean average precision, `before` that of the order in which the lists came; "all @k" is the share of
    lists all of whose evidence is among the first k, of those with no more than k.
    """
    found = {
        "score": _mean([average_precision(one.positives, order) for one, order in zip(lists, orders, strict=True)]),
        "before": _mean([average_precision(one.positives, range(len(one.candidates))) for one in lists]),
    }
    for k in FIRST:
        hits = [
            float(one.positives <= {*order[:k]})
            for one, order in zip(lists, orders, strict=True)
            if len(one.positives) <= k
        ]
        found[f"all @{k}"] = _mean(hits)
    return found


def average_precision(positives: frozenset[int], order: Sequence[int]) -> float:
    """The mean, over the positives, of the share of positives up to their rank."""
    hits, total = 0, 0.0
    for rank, place in enumerate(order, start=1):
        if place in positives:
            hits += 1
            total += hits / rank
    return total / (len(positives) or 1)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
