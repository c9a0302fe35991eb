"""Share of disagreements with one NOT ENOUGH INFO (FEVEROUS paper, section 3.2)."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.quality.agreement.bootstrap import Row
from annotation.quality.agreement.items import Item, pairs
from annotation.quality.agreement.result import Point, Reason
from annotation.vocabulary.verdicts import VERDICTS


def nei_disagreement_row(item: Item, label: str = VERDICTS.not_enough_info) -> Row:
    """Disagreeing pairs of the item, and those of them with one NEI: `label`."""
    differing = [pair for pair in pairs(item) if pair[0].verdict != pair[1].verdict]
    return len(differing), sum(label in (a.verdict, b.verdict) for a, b in differing)


def nei_disagreement_share(sums: Sequence[float]) -> Point:
    """Disagreeing pairs with one NEI / disagreeing pairs, 0 to 1. Takes the sum of `nei_disagreement_row`.

    The paper: a third of two-way disagreements, while NEI is 5 % of the data set; retrieval is where people differ.
    """
    differing, with_one = sums
    return with_one / differing if differing else Reason.NO_DISAGREEMENT
