"""Agreement by annotator and by pair of annotators, and its variation between annotators."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from annotation.quality.agreement.bootstrap import SEED, Array, Formula, Row, estimate_all, interval_of
from annotation.quality.agreement.cohen import cohen_kappa
from annotation.quality.agreement.items import VERDICTS, Item, agreement_of, pairs, place
from annotation.quality.agreement.result import Point, Reason, Result, Undefined, Value

SIZE = len(VERDICTS)
PERSON_RESAMPLES = 400  # there are many people, and few items of each


@dataclass(frozen=True, slots=True)
class Annotator:
    """Agreement of one person with all who verified the same claims. `claims`: lowest agreement first.

    `kappa` is Cohen's, of their verdicts and the others', a pair of ratings each.
    """

    person: int
    claims: tuple[int, ...]
    partners: int
    percent: Result
    kappa: Result


@dataclass(frozen=True, slots=True)
class Cell:
    """Agreement of two people. `claims`: those both verified, disagreements first; `agreeing`: how many agree.

    `kappa` has no interval of its own here, since most two people share few claims: `two_people` has it.
    """

    claims: tuple[int, ...]
    agreeing: int
    kappa: Point


@dataclass(frozen=True, slots=True)
class Annotators:
    """`rows` by person, `cells` by (smaller, larger person); `mean` and `spread` (standard deviation) of rows' kappa.

    `below_60` and `above_70` count people by their kappa, as the paper does.
    """

    rows: list[Annotator]
    cells: dict[tuple[int, int], Cell]
    mean: Result
    spread: Result
    below_60: int
    above_70: int


def annotators(items: Sequence[Item], *, resamples: int = PERSON_RESAMPLES) -> Annotators:
    """Compute the agreement of everybody who shares an item with somebody.

    FEVEROUS paper, section 3.2: standard deviation 0.07; 10 people below 0.60, 8 above 0.70.

    Intervals of a person draw that person's items. Those of mean and spread draw people: drawing items adds noise to
    every kappa, and so to their spread, which then comes out larger than it is.
    """
    rows = _rows(items, resamples)
    kappas = np.array([row.kappa.value for row in rows if isinstance(row.kappa, Value)])
    means, spreads = _over_people(kappas, resamples)
    return Annotators(
        rows=rows,
        cells=_cells(items),
        mean=means,
        spread=spreads,
        below_60=int((kappas < 0.6).sum()),
        above_70=int((kappas > 0.7).sum()),
    )


def two_people(items: Sequence[Item], a: int, b: int) -> dict[str, Result]:
    """Compute percent agreement and Cohen's kappa of two people, with intervals, over the claims both verified."""
    given = [{rating.person: place(rating.verdict) for rating in item.ratings} for item in items]
    rows = [_row([of[a] * SIZE + of[b]]) for of in given if a in of and b in of]
    return estimate_all(rows, MEASURES)


def _rows(items: Sequence[Item], resamples: int) -> list[Annotator]:
    mine: defaultdict[int, list[tuple[float, int, Row]]] = defaultdict(list)
    partners: defaultdict[int, set[int]] = defaultdict(set)
    for item in items:
        everyone = {rating.person for rating in item.ratings}
        share = agreement_of(item)
        for rating in item.ratings:
            others = [other.verdict for other in item.ratings if other is not rating]
            row = _row([place(rating.verdict) * SIZE + place(other) for other in others])
            mine[rating.person].append((share, item.claim, row))
            partners[rating.person] |= everyone
    found = []
    for person, of_person in sorted(mine.items()):
        of_person.sort()
        both = estimate_all([row for *_, row in of_person], MEASURES, resamples=resamples)
        claims = tuple(claim for _share, claim, _row in of_person)
        found.append(Annotator(person, claims, len(partners[person]) - 1, both["percent"], both["kappa"]))
    return found


def _cells(items: Sequence[Item]) -> dict[tuple[int, int], Cell]:
    found: defaultdict[tuple[int, int], list[tuple[bool, int, int]]] = defaultdict(list)
    for item in items:
        for pair in pairs(item):
            one, other = sorted(pair, key=lambda rating: rating.person)
            code = place(one.verdict) * SIZE + place(other.verdict)
            found[one.person, other.person].append((one.verdict == other.verdict, item.claim, code))
    return {key: _cell(shared) for key, shared in sorted(found.items())}


def _cell(shared: list[tuple[bool, int, int]]) -> Cell:
    shared.sort()
    claims = tuple(claim for _same, claim, _code in shared)
    return Cell(claims, sum(same for same, *_ in shared), cohen_kappa(_row([code for *_, code in shared])))


def _over_people(kappas: Array, resamples: int) -> tuple[Result, Result]:
    """Mean and standard deviation (n - 1) of the people's kappas, with intervals that draw people."""
    people = len(kappas)
    if people < 2:
        return Undefined(Reason.TOO_FEW_PEOPLE, people), Undefined(Reason.TOO_FEW_PEOPLE, people)
    drawn = np.random.default_rng(SEED).choice(kappas, size=(resamples, people))
    return (
        Value(float(kappas.mean()), people, interval_of(drawn.mean(axis=1), resamples)),
        Value(float(kappas.std(ddof=1)), people, interval_of(drawn.std(axis=1, ddof=1), resamples)),
    )


def _row(codes: Sequence[int]) -> Row:
    return tuple(map(codes.count, range(SIZE * SIZE)))


def _percent(sums: Sequence[float]) -> Point:
    total = sum(sums)
    return sum(sums[:: SIZE + 1]) / total if total else Reason.NO_ITEMS


MEASURES: dict[str, Formula] = {"percent": _percent, "kappa": cohen_kappa}
