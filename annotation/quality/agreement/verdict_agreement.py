"""Agreement on the verdict, in all the measures there are for it, over one set of items."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from annotation.quality.agreement.bootstrap import RESAMPLES, Formula, Row, estimate, estimate_all
from annotation.quality.agreement.cohen import cohen_kappa, cohen_row
from annotation.quality.agreement.fleiss import fleiss_kappa, fleiss_row
from annotation.quality.agreement.items import VERDICTS, Item, place, verdict_counts
from annotation.quality.agreement.krippendorff import nominal_alpha, nominal_row
from annotation.quality.agreement.percent import percent_agreement, unanimity
from annotation.quality.agreement.result import Result

# Columns of `verdict_row`: those of `fleiss_row`, then those of `nominal_row`, then whether all agree, and 1.
_FLEISS = slice(0, 2 + len(VERDICTS))
_ALPHA = slice(_FLEISS.stop, _FLEISS.stop + 1 + len(VERDICTS))
_ALL = slice(_ALPHA.stop, _ALPHA.stop + 2)


def verdict_row(item: Item) -> Row:
    """What an item adds to every measure."""
    return counts_row(verdict_counts(item.ratings))


def counts_row(counts: Sequence[int]) -> Row:
    """`verdict_row` of the number of annotators that gave each answer; any number of categories."""
    return *fleiss_row(counts), *nominal_row(counts), float(max(counts) == sum(counts)), 1.0


def verdict_agreement(items: Sequence[Item], *, resamples: int = RESAMPLES) -> dict[str, Result]:
    """percent, unanimous, fleiss and alpha over the items' verdicts."""
    formulas: dict[str, Formula] = {
        "percent": _of(slice(0, 2), percent_agreement),
        "unanimous": _of(_ALL, unanimity),
        "fleiss": _of(_FLEISS, fleiss_kappa),
        "alpha": _of(_ALPHA, nominal_alpha),
    }
    return estimate_all(map(verdict_row, items), formulas, resamples=resamples)


def first_and_second(items: Sequence[Item], *, resamples: int = RESAMPLES) -> Result:
    """Cohen's kappa of who verified a claim first and who verified it second, over items of two annotators."""
    two = (item.ratings for item in items if len(item.ratings) == 2)
    rows = (cohen_row(place(first.verdict), place(second.verdict), len(VERDICTS)) for first, second in two)
    return estimate(rows, cohen_kappa, resamples=resamples)


def label_agreement(labels: Sequence[Sequence[str]], *, resamples: int = RESAMPLES) -> dict[str, Result]:
    """percent, fleiss and alpha over any labels; an item is the labels that its annotators gave."""
    known = sorted(set(chain.from_iterable(labels)))
    size = len(known)
    rows = [(*fleiss_row(n), *nominal_row(n)) for n in ([one.count(label) for label in known] for one in labels)]
    formulas: dict[str, Formula] = {
        "percent": _of(slice(0, 2), percent_agreement),
        "fleiss": _of(slice(0, 2 + size), fleiss_kappa),
        "alpha": _of(slice(2 + size, 3 + 2 * size), nominal_alpha),
    }
    return estimate_all(rows, formulas, resamples=resamples)


def _of(columns: slice, formula: Formula) -> Formula:
    return lambda sums: formula(sums[columns])
