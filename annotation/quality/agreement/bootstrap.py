"""Bootstrap intervals: what the value would be, had other items of the same kind been drawn.

Every statistic here is a function of a sum over items: each item contributes a short row of numbers. Items with the
same row are alike, so that drawing items again is one draw from a multinomial over the few kinds there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from operator import mul
from random import Random

from annotation.quality.agreement.binomial import multinomials
from annotation.quality.agreement.result import Interval, Point, Reason, Result, Undefined, Value

RESAMPLES, SEED = 1000, 20211
_MOST_UNDEFINED = 0.05

Row = tuple[float, ...]
# One row an item; or each row that occurs, with how often.
Rows = Iterable[Row] | Mapping[Row, int]
Formula = Callable[[Sequence[float]], Point]


def estimate(rows: Rows, formula: Formula, *, resamples: int = RESAMPLES, seed: int = SEED) -> Result:
    """The formula's value over all rows, with the percentile interval. Rows are of one length."""
    return estimate_all(rows, {"": formula}, resamples=resamples, seed=seed)[""]


def estimate_all(
    rows: Rows, formulas: Mapping[str, Formula], *, resamples: int = RESAMPLES, seed: int = SEED
) -> dict[str, Result]:
    """Several formulas over the same rows, from the same draws.

    Interval: the 2.5th and 97.5th percentile over draws of as many items with replacement (Efron and Tibshirani 1993,
    An Introduction to the Bootstrap, 13.3). The same rows give the same interval, in whatever order they come.
    """
    kinds = Counter(rows)
    items = sum(kinds.values())
    if not items:
        return {name: Undefined(Reason.NO_ITEMS) for name in formulas}
    table = sorted(kinds, key=lambda row: (kinds[row], row))  # the most frequent last: what remains needs no draw
    counts = [kinds[row] for row in table]
    columns = list(zip(*table, strict=True))
    points = {name: formula(_sums(columns, counts)) for name, formula in formulas.items()}
    defined = {name: formulas[name] for name, point in points.items() if not isinstance(point, Reason)}
    draws: dict[str, list[float]] = {name: [] for name in defined}
    if len(table) > 1 and defined:
        drawn_again = islice(multinomials(items, counts, Random(seed)), resamples)
        sums_of = [_sums(columns, times) for times in drawn_again]
        for name, formula in defined.items():
            draws[name] = [drawn for drawn in map(formula, sums_of) if not isinstance(drawn, Reason)]
    return {
        name: Undefined(point, items)
        if isinstance(point, Reason)
        else Value(point, items, interval_of(draws[name], resamples, is_varied=len(table) > 1))
        for name, point in points.items()
    }


def interval_of(draws: list[float], resamples: int, *, is_varied: bool = True) -> Interval | Undefined:
    """The percentile interval of the draws that had a value, out of so many; sorts them."""
    if not is_varied:
        return Undefined(Reason.ALL_ALIKE)
    if not resamples:
        return Undefined(Reason.NOT_DRAWN)
    if len(draws) < (1 - _MOST_UNDEFINED) * resamples:
        return Undefined(Reason.TOO_OFTEN_UNDEFINED)
    draws.sort()
    return Interval(percentile(draws, 0.025), percentile(draws, 0.975), len(draws))


def percentile(ordered: Sequence[float], share: float) -> float:
    """Linear between the two nearest ranks (Hyndman and Fan 1996, type 7: the default of R and numpy)."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def _sums(columns: Sequence[Sequence[float]], counts: Sequence[int]) -> list[float]:
    return [sum(map(mul, column, counts)) for column in columns]
