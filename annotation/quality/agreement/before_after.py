"""Agreement before and after a change: two sets of items, and the difference with its interval. Runs without Django."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from annotation.quality.agreement.bootstrap import RESAMPLES, SEED, Row, interval_of, resampled_sums
from annotation.quality.agreement.items import Item, verdict_counts
from annotation.quality.agreement.krippendorff import nominal_alpha, nominal_row
from annotation.quality.agreement.result import Reason, Result, Undefined, Value
from annotation.quality.agreement.verdict_agreement import verdict_agreement
from annotation.vocabulary.label_set import LabelSet

ENOUGH_ITEMS = 30  # on each side; below it an interval is too wide and too rough to conclude anything


@dataclass(frozen=True, slots=True)
class Side:
    """Agreement on the verdict of one side. `annotations`: of the items, at least two each."""

    items: int
    annotations: int
    alpha: Result
    fleiss: Result
    percent: Result


@dataclass(frozen=True, slots=True)
class BeforeAfter:
    """Both sides, and `difference`: alpha after minus alpha before."""

    before: Side
    after: Side
    difference: Result

    @property
    def has_enough(self) -> bool:
        """Whether both sides have at least ENOUGH_ITEMS items."""
        return min(self.before.items, self.after.items) >= ENOUGH_ITEMS

    @property
    def direction(self) -> int:
        """1 or -1: alpha rose or fell by more than chance, by the interval; 0: the data do not say."""
        if not self.has_enough or isinstance(self.difference, Undefined):
            return 0
        interval = self.difference.interval
        if isinstance(interval, Undefined):
            return 0
        return int(interval.low > 0) - int(interval.high < 0)


def before_after(before: Sequence[Item], after: Sequence[Item], labels: LabelSet) -> BeforeAfter:
    """Compare agreement on the verdict of two sets of items."""
    return BeforeAfter(_side(before, labels), _side(after, labels), alpha_difference(before, after, labels))


def alpha_difference(before: Sequence[Item], after: Sequence[Item], labels: LabelSet) -> Result:
    """Krippendorff's alpha of `after` minus that of `before`, with a percentile interval; `items`: of the smaller.

    The sides are resampled independently (Efron and Tibshirani 1993, An Introduction to the Bootstrap, 16.2). Where
    the same claims are on both sides the interval is rather too wide than too narrow.
    """
    smaller = min(len(before), len(after))
    sides = [_rows(before, labels), _rows(after, labels)]
    if not smaller:
        return Undefined(Reason.NO_ITEMS, smaller)
    points = [nominal_alpha([sum(column) for column in zip(*side.elements(), strict=True)]) for side in sides]
    if isinstance(points[0], Reason) or isinstance(points[1], Reason):
        reason = next(point for point in points if isinstance(point, Reason))
        return Undefined(reason, smaller)
    draws = [
        [nominal_alpha(row) for row in resampled_sums(side, RESAMPLES, [SEED, number]).tolist()]
        for number, side in enumerate(sides)
    ]
    differences = [
        late - early
        for early, late in zip(*draws, strict=True)
        if not isinstance(early, Reason) and not isinstance(late, Reason)
    ]
    is_varied = max(map(len, sides)) > 1
    return Value(points[1] - points[0], smaller, interval_of(differences, RESAMPLES, is_varied=is_varied))


def _side(items: Sequence[Item], labels: LabelSet) -> Side:
    found = verdict_agreement(items, labels)
    annotations = sum(len(item.ratings) for item in items)
    return Side(len(items), annotations, found["alpha"], found["fleiss"], found["percent"])


def _rows(items: Sequence[Item], labels: LabelSet) -> Counter[Row]:
    return Counter(tuple(map(float, nominal_row(verdict_counts(item.ratings, labels.values)))) for item in items)
