"""Type of a verdict's evidence: sentences, cells, or both (FEVEROUS paper, section 3.2), and the verdicts of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from annotation.quality.agreement.bootstrap import estimate, ratio
from annotation.quality.agreement.result import Result
from corpus.page.element_id import ElementKind, parse

SENTENCES, CELLS, BOTH = "sentences", "cells", "both"
# As the paper counts them: what is in a table or list is not running text.
_CELLS = frozenset({ElementKind.CELL, ElementKind.HEADER_CELL, ElementKind.TABLE_CAPTION, ElementKind.ITEM})


def evidence_type(element_ids: Iterable[str]) -> str:
    """sentences, cells (of tables; captions and list items with them) or both; "" of none.

    What the claim-only classifier takes as labels to find out how far a claim gives away what it needs.
    """
    kinds = {CELLS if parse(element_id).kind in _CELLS else SENTENCES for element_id in element_ids}
    return BOTH if len(kinds) == 2 else next(iter(kinds), "")


@dataclass(frozen=True, slots=True)
class VerdictsOfType:
    """Verdicts of the `verifications` whose evidence is of one type: verdict -> how many, and their share with an
    interval that draws these verifications."""

    evidence: str
    verifications: int
    counts: dict[str, int]
    shares: dict[str, Result]


def verdicts_by_type(given: Iterable[tuple[str, str]], values: Sequence[str]) -> list[VerdictsOfType]:
    """Count verdicts by type of evidence. `given`: (type, verdict) of each verification; "" is no evidence, left out.
    `values`: the verdicts of the project.

    Types that do not occur are absent; verdicts that do not occur have the share 0.
    """
    counts = Counter(given)
    found = []
    for name in (SENTENCES, CELLS, BOTH):
        of = {verdict: counts[name, verdict] for verdict in values}
        if total := sum(of.values()):
            shares = {
                verdict: estimate({row: k for row, k in (((1.0, 1.0), n), ((0.0, 1.0), total - n)) if k}, ratio)
                for verdict, n in of.items()
            }
            found.append(VerdictsOfType(name, total, of, shares))
    return found
