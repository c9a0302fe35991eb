"""Agreement on evidence between two annotators (FEVEROUS paper, sections 3.2 and 7.5.4).

Evidence is what was selected, without its context. Each annotator may have given alternative sets: two annotators are
compared by those of their sets that are nearest. A pair in which nobody selected anything has no evidence to compare.
"""

from __future__ import annotations

from annotation.quality.agreement.bootstrap import Formula, Row
from annotation.quality.agreement.distances import Set, Sets
from annotation.quality.agreement.items import Item, Pair, pairs
from annotation.quality.agreement.result import Reason

OVERLAPPING = 0.7  # the paper's "partially overlapping evidence of at least 70 %"


def overlap(a: Set, b: Set) -> float:
    """2|A∩B| / (|A| + |B|): 0 nothing in common, 1 identical (Dice 1945; the paper's match). Not both empty."""
    return 2 * len(a & b) / (len(a) + len(b))


def best_overlap(a: Sets, b: Sets) -> float | None:
    """Maximum overlap over the pairs of alternative sets, 0 to 1; None where neither has evidence."""
    mine, others = [one for one in a if one], [one for one in b if one]
    if not mine and not others:
        return None
    return max((overlap(one, other) for one in mine for other in others), default=0.0)


def is_proper_subset(a: Sets, b: Sets) -> bool:
    """Tell whether a set of one annotator is a proper subset of one of the other's, and no two sets are equal.

    A set without evidence is within nothing: it is none.
    """
    mine, others = [one for one in a if one], [one for one in b if one]
    if any(one == other for one in mine for other in others):
        return False
    return any(one < other or other < one for one in mine for other in others)


def match_of(pair: Pair) -> float | None:
    """Best overlap of a pair of ratings; None where neither has evidence."""
    return best_overlap(pair[0].evidence, pair[1].evidence)


def evidence_row(item: Item) -> Row:
    """Pairs with evidence; of these identical, overlapping by 70 %, proper subsets; and the sum of their overlaps."""
    found = [(match, pair) for pair in pairs(item) if (match := match_of(pair)) is not None]
    return (
        len(found),
        sum(match == 1 for match, _ in found),
        sum(match >= OVERLAPPING for match, _ in found),
        sum(is_proper_subset(a.evidence, b.evidence) for _, (a, b) in found),
        # Rounded, so that items that are alike have rows that are alike, in whatever order their pairs came.
        round(sum(match for match, _ in found), 9),
    )


def _share(column: int) -> Formula:
    return lambda sums: sums[column] / sums[0] if sums[0] else Reason.NO_EVIDENCE


# Each takes the sum of `evidence_row` over the items and gives a share of the pairs that have evidence, 0 to 1.
EVIDENCE_MEASURES: dict[str, Formula] = {
    "identical": _share(1),
    "overlapping": _share(2),
    "proper_subset": _share(3),
    "mean_overlap": _share(4),
}
