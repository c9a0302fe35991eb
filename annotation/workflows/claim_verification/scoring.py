"""Score a verifier's answers against gold. No database access; every number can be checked by hand.

Evidence is compared by the ids of its elements alone; context is the corpus's own and earns nothing. What the original
platform did differently, and why it is not done here: an empty evidence set counted as a right piece wherever gold had
an empty one, and F1 was divided by zero (reference: feverous_platform.md, D27).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.work.gold import Answer, Gold, ItemScore

Sets = Sequence[frozenset[str]]


def score_item(answer: Answer, gold: Gold) -> ItemScore:
    """Score one answer against its gold.

    Every evidence set of the answer is compared with the most similar gold set (by F1). With A the answer's elements,
    set by set, G those of the gold sets so chosen and H the hits: precision = |H| / |A|, recall = |H| / |G|. Whoever
    finds one of several gold sets has a recall of 1, since each is enough alone; `complete_sets` counts how many were
    found. Sets without elements are left out on both sides, and an answer without evidence has 0 and 0.
    """
    mine, right = _filled(answer.sets), _filled(gold.sets)
    precision, recall = _evidence(mine, right) if right else (None, None)
    return ItemScore(
        verdict_right=answer.verdict == gold.verdict,
        challenge_right=answer.challenge in gold.challenges if gold.challenges else None,
        precision=precision,
        recall=recall,
        complete_sets=sum(any(one <= chosen for chosen in mine) for one in right),
        gold_sets=len(right),
    )


@dataclass(frozen=True, slots=True)
class Differences:
    """Elements of an answer that gold has too, that it lacks, and that gold does not have. Sorted."""

    right: tuple[str, ...]
    missing: tuple[str, ...]
    extra: tuple[str, ...]


def differences(answer: Answer, gold: Gold) -> Differences:
    """Compare evidence element by element: each set of the answer with the gold set that it resembles most.

    An answer without evidence lacks the smallest gold set. Where gold has no evidence, nothing is missing, and what was
    chosen is not extra: nothing says that it is wrong.
    """
    mine, right = _filled(answer.sets), _filled(gold.sets)
    if not right:
        return Differences((), (), ())
    if not mine:
        smallest: list[str] = sorted((sorted(one) for one in right), key=lambda ids: (len(ids), ids))[0]
        return Differences((), tuple(smallest), ())
    pairs = _pairs(mine, right)
    return Differences(
        right=tuple(sorted(frozenset().union(*(one & gold for one, gold in pairs)))),
        missing=tuple(sorted(frozenset().union(*(gold - one for one, gold in pairs)))),
        extra=tuple(sorted(frozenset().union(*(one - gold for one, gold in pairs)))),
    )


def _filled(sets: Sets) -> list[frozenset[str]]:
    return [one for one in sets if one]


def _evidence(mine: Sets, right: Sets) -> tuple[float, float]:
    if not mine:
        return 0.0, 0.0
    pairs = _pairs(mine, right)
    hits = sum(len(one & gold) for one, gold in pairs)
    return hits / sum(len(one) for one, _gold in pairs), hits / sum(len(gold) for _one, gold in pairs)


def _pairs(mine: Sets, right: Sets) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Each of `mine` with the gold set that it resembles most."""
    # Of gold sets that match as well, the smaller, whatever their order: it is found more completely.
    return [(one, max(right, key=lambda gold: (_overlap(one, gold), -len(gold)))) for one in mine]


def _overlap(one: frozenset[str], gold: frozenset[str]) -> float:
    """F1 of two sets of elements: 2|A and B| / (|A| + |B|)."""
    return 2 * len(one & gold) / (len(one) + len(gold))
