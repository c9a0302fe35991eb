"""Numbers with their uncertainty: a percentile bootstrap over claims (Efron and Tibshirani 1993, chapter 13).

All numbers are taken from the same resamples. Rows that add the same to everything are drawn together, so that a
thousand resamples of a large set take seconds without any library.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter, mul

from baseline.scoring.feverous import NothingToScore

Parts = Mapping[str, tuple[float, float]]
Derive = Callable[[dict[str, float]], dict[str, float]]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number from 0 to 1 with its interval, None where no resamples were drawn; `rows` had a say in it."""

    value: float
    low: float | None
    high: float | None
    rows: int


@dataclass(frozen=True, slots=True)
class _Column:
    """One number: which kinds of row have a say in it, and what each of them adds."""

    take: Callable[[Sequence[int]], tuple[int, ...]]
    numerators: tuple[float, ...]
    denominators: tuple[float, ...]

    def ratio(self, counts: Sequence[int]) -> float | None:
        mine = self.take(counts)
        below = sum(map(mul, mine, self.denominators))
        return sum(map(mul, mine, self.numerators)) / below if below else None


def estimates(
    rows: Sequence[Parts], derive: Derive, *, resamples: int = 1_000, seed: int = 0, confidence: float = 0.95
) -> dict[str, Estimate]:
    """Every number of the rows, ratios and derived ones. Raises NothingToScore."""
    if not rows:
        raise NothingToScore("There are no predictions to score.")
    kinds = Counter(tuple(sorted(row.items())) for row in rows)
    counts = [*kinds.values()]
    columns = _columns([*kinds])
    found = _numbers(columns, counts, derive)
    drawn = _resampled(columns, counts, derive, resamples, random.Random(seed))
    voices = Counter(name for row in rows for name, (_, below) in row.items() if below)
    return {name: _estimate(value, drawn.get(name, []), confidence, voices[name]) for name, value in found.items()}


def _columns(kinds: Sequence[tuple[tuple[str, tuple[float, float]], ...]]) -> dict[str, _Column]:
    cells: dict[str, list[tuple[int, float, float]]] = {}
    for place, kind in enumerate(kinds):
        for name, (above, below) in kind:
            cells.setdefault(name, []).append((place, above, below))
    return {
        name: _Column(
            take=_taker([place for place, _, _ in column]),
            numerators=tuple(above for _, above, _ in column),
            denominators=tuple(below for _, _, below in column),
        )
        for name, column in cells.items()
    }


def _taker(places: Sequence[int]) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """`itemgetter` gives a bare value for one place and a tuple for several."""
    if len(places) > 1:
        return itemgetter(*places)
    only = places[0]
    return lambda counts: (counts[only],)


def _numbers(columns: Mapping[str, _Column], counts: Sequence[int], derive: Derive) -> dict[str, float]:
    ratios = {name: ratio for name, column in columns.items() if (ratio := column.ratio(counts)) is not None}
    return ratios | derive(ratios)


def _resampled(
    columns: Mapping[str, _Column], counts: Sequence[int], derive: Derive, resamples: int, rng: random.Random
) -> dict[str, list[float]]:
    drawn: dict[str, list[float]] = {}
    total, places = sum(counts), range(len(counts))
    for _ in range(resamples):
        again = Counter(rng.choices(places, weights=counts, k=total))
        for name, value in _numbers(columns, [again[place] for place in places], derive).items():
            drawn.setdefault(name, []).append(value)
    return drawn


def _estimate(value: float, drawn: list[float], confidence: float, rows: int) -> Estimate:
    if not drawn:
        return Estimate(value, None, None, rows)
    drawn = sorted(drawn)
    cut = (1 - confidence) / 2
    low, high = (drawn[min(len(drawn) - 1, int(share * len(drawn)))] for share in (cut, 1 - cut))
    return Estimate(value, low, high, rows)
