"""Agreement on labels, in all the measures there are for it, over one set of items."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from annotation.quality.agreement.bootstrap import RESAMPLES, Formula, Row, estimate, estimate_all
from annotation.quality.agreement.cohen import cohen_kappa, cohen_row
from annotation.quality.agreement.fleiss import fleiss_kappa, fleiss_row
from annotation.quality.agreement.gwet import ac1
from annotation.quality.agreement.items import Item, verdict_counts
from annotation.quality.agreement.krippendorff import nominal_alpha, nominal_row, ordinal_alpha
from annotation.quality.agreement.percent import percent_agreement, unanimity
from annotation.quality.agreement.result import Result
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.verdicts import VERDICTS


def verdict_agreement(
    items: Sequence[Item], labels: LabelSet = VERDICTS, *, resamples: int = RESAMPLES
) -> dict[str, Result]:
    """`label_agreement` on the items' verdicts; of ordinal labels alpha_ordinal too."""
    verdicts = [[rating.verdict for rating in item.ratings] for item in items]
    ordinal = {"alpha_ordinal": ordinal_alpha(verdicts, labels.values)} if labels.is_ordinal else {}
    return ordinal | label_agreement(verdicts, labels.values, resamples=resamples)


def label_agreement(
    labels: Sequence[Sequence[str]], known: Sequence[str] | None = None, *, resamples: int = RESAMPLES
) -> dict[str, Result]:
    """alpha, ac1, fleiss, percent and unanimous over any labels; an item is the labels that its annotators gave.

    `known`: the categories; None: those that occur.
    """
    known = sorted(set(chain.from_iterable(labels))) if known is None else known
    counts = ([one.count(label) for label in known] for one in labels)
    rows = [(*fleiss_row(n), *nominal_row(n), *_unanimous_row(n)) for n in counts]
    of_fleiss = slice(len(known) + 3)
    formulas: dict[str, Formula] = {
        "alpha": lambda sums: nominal_alpha(sums[of_fleiss.stop : -2]),
        "ac1": lambda sums: ac1(sums[of_fleiss]),
        "fleiss": lambda sums: fleiss_kappa(sums[of_fleiss]),
        "percent": lambda sums: percent_agreement(sums[:2]),
        "unanimous": lambda sums: unanimity(sums[-2:]),
    }
    return estimate_all(rows, formulas, resamples=resamples)


def fleiss_by_ways(items: Sequence[Item], labels: LabelSet = VERDICTS) -> dict[int, Result]:
    """Fleiss' kappa of the items of two annotators and of those of three, each alone; of those that there are."""
    found = {}
    for ways in (2, 3):
        counts = [verdict_counts(item.ratings, labels.values) for item in items if len(item.ratings) == ways]
        if counts:
            found[ways] = estimate(map(fleiss_row, counts), fleiss_kappa)
    return found


def _unanimous_row(counts: Sequence[int]) -> Row:
    answers = sum(counts)
    return float(answers > 1 and max(counts) == answers), float(answers > 1)


def first_and_second(items: Sequence[Item], labels: LabelSet = VERDICTS) -> Result:
    """Cohen's kappa of who verified a claim first and who verified it second, over items of two annotators."""
    two = (item.ratings for item in items if len(item.ratings) == 2)
    place, size = labels.places, len(labels)
    rows = (cohen_row(place[first.verdict], place[second.verdict], size) for first, second in two)
    return estimate(rows, cohen_kappa)
