"""Agreement of one person with the others, as shown to that person. Runs without Django.

The row of a claim is the sum over the pairs of this person and one other; formulas are those of the manager's figures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from annotation.quality.agreement.bootstrap import Formula, Row, estimate_all
from annotation.quality.agreement.cohen import cohen_kappa, cohen_row
from annotation.quality.agreement.evidence import EVIDENCE_MEASURES, evidence_row
from annotation.quality.agreement.items import Item, Rating, verdict_counts
from annotation.quality.agreement.nei_disagreement import nei_disagreement_row, nei_disagreement_share
from annotation.quality.agreement.percent import percent_agreement, percent_row
from annotation.quality.agreement.report import Figure, figure, lowest_first
from annotation.quality.agreement.result import Result, gettext_noop
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.verdicts import VERDICTS

PERCENT, KAPPA = "own.percent", "own.kappa"
# Name -> label and definition of what is another number than the project's.
OWN = {
    PERCENT: (
        gettext_noop("Agreement on the verdict"),
        gettext_noop(
            "Pairs of you and another verifier of one claim with the same verdict, divided by all such pairs."
        ),
    ),
    KAPPA: (
        gettext_noop("Cohen's kappa with the others"),
        gettext_noop(
            "(po - pe) / (1 - pe) of your verdicts and the others', a pair each (Cohen 1960): how far you agree beyond "
            "what chance gives with these verdicts. 1 is perfect, 0 is chance."
        ),
    ),
}


def personal_figures(items: Sequence[Item], person: int, labels: LabelSet = VERDICTS) -> list[Figure]:
    """Compute the person's agreement with the others on verdict and evidence, over the items that they rated.

    `labels`: the project's verdicts. Kappa is that of the person's row in `annotators`. Intervals draw claims, not
    pairs.
    """
    mine = [item for item in items if any(rating.person == person for rating in item.ratings)]
    behind = lowest_first(mine)
    found = _estimate(mine, person, partial(_verdict_row, labels), {PERCENT: percent_agreement})
    found |= _estimate(mine, person, partial(_kappa_row, labels), {KAPPA: cohen_kappa})
    if labels.not_enough_info:
        row = partial(nei_disagreement_row, label=labels.not_enough_info)
        found |= _estimate(mine, person, row, {"verdict.not_enough": nei_disagreement_share})
    of_evidence = {f"evidence.{name}": formula for name, formula in EVIDENCE_MEASURES.items()}
    del of_evidence["evidence.proper_subset"]
    found |= _estimate(mine, person, evidence_row, of_evidence)
    return [
        Figure(name, *OWN[name], result, behind) if name in OWN else figure(name, result, behind)
        for name, result in found.items()
    ]


def with_others(item: Item, person: int) -> list[tuple[Rating, Rating]]:
    """Pair this person's rating with each other rating of the item; empty where they did not rate it."""
    mine = next((rating for rating in item.ratings if rating.person == person), None)
    return [] if mine is None else [(mine, rating) for rating in item.ratings if rating is not mine]


def _estimate(
    items: Sequence[Item], person: int, row: Callable[[Item], Row], formulas: dict[str, Formula]
) -> dict[str, Result]:
    rows = [_sum([row(Item(item.claim, pair)) for pair in with_others(item, person)]) for item in items]
    return estimate_all(rows, formulas)


def _sum(rows: Sequence[Row]) -> Row:
    return tuple(map(sum, zip(*rows, strict=True)))


def _verdict_row(labels: LabelSet, pair: Item) -> Row:
    return percent_row(verdict_counts(pair.ratings, labels.values))


def _kappa_row(labels: LabelSet, pair: Item) -> Row:
    mine, other = pair.ratings
    return cohen_row(labels.places[mine.verdict], labels.places[other.verdict], len(labels))
