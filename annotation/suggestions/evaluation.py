"""Recall of suggestions against known evidence. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

Sets = Sequence[Collection[str]]  # alternative evidence sets, of element ids


@dataclass(frozen=True, slots=True)
class Recall:
    """Shares, 0 to 1, over `claims` claims with evidence.

    `pages`: all pages of a set are among those suggested. `whole`: all elements of a set are (evidence recall of the
    FEVEROUS paper, section 5.1). `elements`: mean share of a set's elements. Of alternative sets the best counts.
    `shown`: suggestions a claim, on average; `useful`: the share of these that stand in some set.
    """

    claims: int
    pages: float
    whole: float
    elements: float
    shown: float
    useful: float


def recall(gold: Mapping[int, Sets], suggested: Mapping[int, Sequence[str]], page_of: Callable[[str], str]) -> Recall:
    """Claim -> its evidence sets against claim -> what was suggested for it; one without suggestions counts as 0."""
    pages = whole = elements = 0.0
    shown = useful = 0
    told = {claim: sets for claim, given in gold.items() if (sets := [one for one in given if one])}
    for claim, sets in told.items():
        found = set(suggested.get(claim, ()))
        on = {page_of(one) for one in found}
        pages += any(all(page_of(one) in on for one in each) for each in sets)
        shares = [sum(one in found for one in each) / len(each) for each in sets]
        whole, elements = whole + (max(shares) == 1), elements + max(shares)
        shown, useful = shown + len(found), useful + len(found & {one for each in sets for one in each})
    n = len(told) or 1
    return Recall(len(told), pages / n, whole / n, elements / n, shown / n, useful / shown if shown else 0.0)
