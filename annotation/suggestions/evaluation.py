"""Recall of suggestions against known evidence, by kind of element. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from corpus.page.element_id import ElementKind, parse

Sets = Sequence[Collection[str]]  # alternative evidence sets, of element ids

KINDS = (
    ElementKind.SENTENCE,
    ElementKind.CELL,
    ElementKind.HEADER_CELL,
    ElementKind.TABLE_CAPTION,
    ElementKind.ITEM,
)


@dataclass(frozen=True, slots=True)
class Recall:
    """Shares, 0 to 1, over `claims` claims with evidence. Of alternative sets the best found counts.

    `pages`: all pages of a set are among the pages of the suggestions. `whole`: all elements of a set are found
    (evidence recall of the FEVEROUS paper, section 5.1). `elements`: mean share of a set's elements. `per_claim`:
    suggestions a claim, on average; `precision`: the share of these that stand in some set, `cell_precision`: the same
    of cells, headers, captions and items. `kinds`: kind -> (elements of the best sets that were found, all of them).
    """

    claims: int
    pages: float
    whole: float
    elements: float
    per_claim: float
    precision: float
    cell_precision: float
    kinds: Mapping[ElementKind, tuple[int, int]]

    @property
    def cells(self) -> tuple[int, int]:
        """(found, all) of every kind but sentences."""
        counts = [count for kind, count in self.kinds.items() if kind is not ElementKind.SENTENCE]
        return sum(found for found, _all in counts), sum(all_ for _found, all_ in counts)


def recall(gold: Mapping[int, Sets], suggested: Mapping[int, Sequence[str]]) -> Recall:
    """Claim -> its evidence sets against claim -> what was suggested for it; one without suggestions counts as 0."""
    told = {claim: sets for claim, given in gold.items() if (sets := [one for one in given if one])}
    total: Counter[str] = Counter()
    elements = 0.0
    found_of, all_of = Counter[ElementKind](), Counter[ElementKind]()
    for claim, sets in told.items():
        found = set(suggested.get(claim, ()))
        best = best_set(sets, found)
        elements += len(found.intersection(best)) / len(set(best))
        total["whole"] += found.issuperset(best)
        total["pages"] += all_pages(sets, {parse(one).page for one in found})
        all_of.update(parse(one).kind for one in set(best))
        found_of.update(parse(one).kind for one in found.intersection(best))
        useful = found & {one for each in sets for one in each}
        for name, some in (("shown", found), ("useful", useful)):
            total[name] += len(some)
            total[f"{name} cells"] += sum(parse(one).kind is not ElementKind.SENTENCE for one in some)
    n = len(told) or 1
    return Recall(
        claims=len(told),
        pages=total["pages"] / n,
        whole=total["whole"] / n,
        elements=elements / n,
        per_claim=total["shown"] / n,
        precision=_share(total["useful"], total["shown"]),
        cell_precision=_share(total["useful cells"], total["shown cells"]),
        kinds={kind: (found_of[kind], all_of[kind]) for kind in KINDS if all_of[kind]},
    )


def page_recall(gold: Mapping[int, Sets], retrieved: Mapping[int, Sequence[str]]) -> float:
    """The share of claims with evidence for which all pages of a set were retrieved."""
    told = {claim: sets for claim, given in gold.items() if (sets := [one for one in given if one])}
    return _share(sum(all_pages(sets, set(retrieved.get(claim, ()))) for claim, sets in told.items()), len(told))


def best_set(sets: Sets, found: Collection[str]) -> Collection[str]:
    """The set of which the greatest share was found; the first of equals."""
    return max(sets, key=lambda one: sum(each in found for each in one) / len(one))


def all_pages(sets: Sets, pages: Collection[str]) -> bool:
    """Whether all pages of one of the sets are among these."""
    return any(all(parse(one).page in pages for one in each) for each in sets)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
