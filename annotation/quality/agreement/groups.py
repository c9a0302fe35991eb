"""Agreement by group of pairs of ratings.

A group is made of pairs of ratings. An item's pairs fall into one group where the group is a matter of the claim, and
may fall into several where it is one of the pair, such as how much of their evidence is the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from annotation.quality.agreement.bootstrap import Formula, Row, estimate_all
from annotation.quality.agreement.evidence import match_of
from annotation.quality.agreement.fleiss import fleiss_kappa
from annotation.quality.agreement.items import Item, Pair, agreement_of, pairs
from annotation.quality.agreement.percent import percent_agreement
from annotation.quality.agreement.result import Result
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.verdicts import VERDICTS

Keys = Callable[[Item, Pair], Iterable[str]]
Votes = tuple[str, str]  # the verdicts of a pair


@dataclass(frozen=True, slots=True)
class Group:
    """Agreement within one group of `pairs` pairs. `claims`: lowest agreement first."""

    name: str
    claims: tuple[int, ...]
    pairs: int
    percent: Result
    kappa: Result


def by_group(items: Sequence[Item], keys: Keys, labels: LabelSet = VERDICTS) -> list[Group]:
    """Compute percent agreement and Fleiss' kappa of each group, by name. Intervals draw items.

    An item counts once in a group, by those of its pairs that are in it.
    `labels`: the verdicts that the items can have.
    """
    found: defaultdict[str, defaultdict[int, list[Votes]]] = defaultdict(lambda: defaultdict(list))
    # Lowest agreement first, so that the claims of each group come to stand in that order.
    for item in sorted(items, key=lambda item: (agreement_of(item), item.claim)):
        for pair in pairs(item):
            votes = pair[0].verdict, pair[1].verdict
            for key in keys(item, pair):
                found[key][item.claim].append(votes)
    formulas: dict[str, Formula] = {"percent": lambda sums: percent_agreement(sums[:2]), "kappa": fleiss_kappa}
    groups = []
    for name, claims in sorted(found.items()):
        kinds = Counter(map(tuple, claims.values()))  # a few, of which thousands of claims are
        rows: Counter[Row] = Counter()
        for kind, times in kinds.items():
            rows[votes_row(kind, labels.values)] += times
        figures = estimate_all(rows, formulas)
        size = sum(len(kind) * times for kind, times in kinds.items())
        groups.append(Group(name, tuple(claims), size, figures["percent"], figures["kappa"]))
    return groups


def votes_row(of_item: Sequence[Votes], values: Sequence[str]) -> Row:
    """Row of Fleiss' kappa for some pairs of one item; over all of its pairs it equals `fleiss_row`."""
    given, size = Counter(chain.from_iterable(of_item)), len(of_item)
    agreeing = sum(one == other for one, other in of_item)
    return agreeing / size, 1.0, *(given[verdict] / (2 * size) for verdict in values), 1.0


def by_claim(attribute: str) -> Keys:
    """Group claims by an attribute of `Item`; unknown values are the group ""."""
    return lambda item, _pair: (getattr(item, attribute),)


def by_ways(item: Item, _pair: Pair) -> Iterable[str]:
    """Group by the number of verifiers of the claim."""
    return (f"{len(item.ratings)}",)


def by_challenge(item: Item, _pair: Pair) -> Iterable[str]:
    """Group by the challenge that the first verifier chose."""
    return (item.ratings[0].challenge,)


def by_evidence_match(_item: Item, pair: Pair) -> Iterable[str]:
    """Group by the overlap of the pair's evidence, in tenths (figure 7a); 0 and 1 are groups of their own.

    Pairs without any evidence are left out.
    """
    match = match_of(pair)
    return () if match is None else (match_group(match),)


# All groups of evidence match, in order.
MATCH_GROUPS = ("0", *(f"{tenth / 10:.1f}-{(tenth + 1) / 10:.1f}" for tenth in range(10)), "1")


def match_group(match: float) -> str:
    """ "0", "0.0-0.1", ..., "0.9-1.0" (each without its ends' own groups: 0 < match < 1), "1": in order as text."""
    if match in (0, 1):
        return f"{match:.0f}"
    tenth = int(match * 10 + 1e-9)
    return f"{tenth / 10:.1f}-{(tenth + 1) / 10:.1f}"


def by_calibration(scores: Mapping[int, float], *, only_early: bool = True) -> Keys:
    """Group by an annotator's calibration score, in tenths, over the early ones of their annotations (figure 7b).

    `scores`: person -> label accuracy in calibration, 0 to 1; people without one are left out. Not `only_early`: over
    all. A pair counts for each of its two annotators, once a group.
    """

    def keys(_item: Item, pair: Pair) -> Iterable[str]:
        return {
            score_group(scores[rating.person])
            for rating in pair
            if rating.person in scores and (rating.is_early or not only_early)
        }

    return keys


def score_group(score: float) -> str:
    """ "0.0-0.1" to "0.9-1.0", the last with its end."""
    tenth = min(int(score * 10 + 1e-9), 9)
    return f"{tenth / 10:.1f}-{(tenth + 1) / 10:.1f}"
