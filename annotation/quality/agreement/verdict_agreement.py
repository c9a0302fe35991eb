"""Agreement on labels, in all the measures there are for it, over one set of items."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from annotation.quality.agreement.bootstrap import RESAMPLES, Formula, estimate, estimate_all
from annotation.quality.agreement.cohen import cohen_kappa, cohen_row
from annotation.quality.agreement.fleiss import fleiss_kappa, fleiss_row
from annotation.quality.agreement.items import Item
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
    found = label_agreement(verdicts, labels.values, resamples=resamples)
    return found | ({"alpha_ordinal": ordinal_alpha(verdicts, labels.values)} if labels.is_ordinal else {})


def label_agreement(
    labels: Sequence[Sequence[str]], known: Sequence[str] | None = None, *, resamples: int = RESAMPLES
) -> dict[str, Result]:
    """percent, unanimous, fleiss and alpha over any labels; an item is the labels that its annotators gave.

    `known`: the categories; None: those that occur.
    """
    known = sorted(set(chain.from_iterable(labels))) if known is None else known
    counts = ([one.count(label) for label in known] for one in labels)
    rows = [(*fleiss_row(n), *nominal_row(n), float(max(n) == sum(n)), 1.0) for n in counts]
    size = len(known)
    formulas: dict[str, Formula] = {
        "percent": lambda sums: percent_agreement(sums[:2]),
        "unanimous": lambda sums: unanimity(sums[-2:]),
        "fleiss": lambda sums: fleiss_kappa(sums[: 2 + size]),
        "alpha": lambda sums: nominal_alpha(sums[2 + size : -2]),
    }
    return estimate_all(rows, formulas, resamples=resamples)


def first_and_second(items: Sequence[Item], labels: LabelSet = VERDICTS) -> Result:
    """Cohen's kappa of who verified a claim first and who verified it second, over items of two annotators."""
    two = (item.ratings for item in items if len(item.ratings) == 2)
    place, size = labels.places, len(labels)
    rows = (cohen_row(place[first.verdict], place[second.verdict], size) for first, second in two)
    return estimate(rows, cohen_kappa)
