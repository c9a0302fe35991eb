"""Agreement by annotator and by pair of annotators, and its variation between annotators."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, isqrt, sqrt

from annotation.quality.agreement.bootstrap import Formula, Row, estimate, estimate_all, ratio
from annotation.quality.agreement.cohen import cohen_kappa
from annotation.quality.agreement.items import Item, agreement_of, pairs
from annotation.quality.agreement.result import Point, Reason, Result, Undefined, Value
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.verdicts import VERDICTS

PERSON_RESAMPLES = 400  # there are many people, and few items of each
LOW_KAPPA, HIGH_KAPPA = 0.6, 0.7  # the paper counts people below and above (section 3.2)


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

    `below_60` and `above_70` count people by their kappa, as the paper does; `share_*` are the same counts, divided by
    all people with a kappa.
    """

    rows: list[Annotator]
    cells: dict[tuple[int, int], Cell]
    mean: Result
    spread: Result
    below_60: int
    above_70: int
    share_below_60: Result
    share_above_70: Result

    @property
    def summary(self) -> dict[str, Result]:
        """The results over people, by their names in `definitions` without "annotators."."""
        return {
            "mean": self.mean,
            "spread": self.spread,
            "below_60": self.share_below_60,
            "above_70": self.share_above_70,
        }


def annotators(items: Sequence[Item], labels: LabelSet = VERDICTS, *, resamples: int = PERSON_RESAMPLES) -> Annotators:
    """Compute the agreement of everybody who shares an item with somebody. `labels`: the project's verdicts.

    FEVEROUS paper, section 3.2: standard deviation 0.07; 10 people below 0.60, 8 above 0.70. The paper averages over
    pairs of annotators; here the pairs of a person are pooled, since most two people share few claims.

    Intervals of a person draw that person's items. Those over people draw people: drawing items adds noise to every
    kappa, and so to their spread, which then comes out larger than it is.
    """
    rows = _rows(items, labels, resamples)
    kappas = [row.kappa.value for row in rows if isinstance(row.kappa, Value)]
    mean, spread, below, above = _over_people(kappas, resamples)
    return Annotators(
        rows=rows,
        cells=_cells(items, labels),
        mean=mean,
        spread=spread,
        below_60=sum(kappa < LOW_KAPPA for kappa in kappas),
        above_70=sum(kappa > HIGH_KAPPA for kappa in kappas),
        share_below_60=below,
        share_above_70=above,
    )


def two_people(items: Sequence[Item], a: int, b: int, labels: LabelSet = VERDICTS) -> dict[str, Result]:
    """Compute percent agreement and Cohen's kappa of two people, with intervals, over the claims both verified."""
    place, size = labels.places, len(labels)
    given = [{rating.person: place[rating.verdict] for rating in item.ratings} for item in items]
    rows = [_row([of[a] * size + of[b]], size) for of in given if a in of and b in of]
    return estimate_all(rows, MEASURES)


def _rows(items: Sequence[Item], labels: LabelSet, resamples: int) -> list[Annotator]:
    place, size = labels.places, len(labels)
    mine: defaultdict[int, list[tuple[float, int, Row]]] = defaultdict(list)
    partners: defaultdict[int, set[int]] = defaultdict(set)
    for item in items:
        everyone = {rating.person for rating in item.ratings}
        share = agreement_of(item)
        for rating in item.ratings:
            others = [other.verdict for other in item.ratings if other is not rating]
            row = _row([place[rating.verdict] * size + place[other] for other in others], size)
            mine[rating.person].append((share, item.claim, row))
            partners[rating.person] |= everyone
    found = []
    for person, of_person in sorted(mine.items()):
        of_person.sort()
        both = estimate_all([row for *_, row in of_person], MEASURES, resamples=resamples)
        claims = tuple(claim for _share, claim, _row in of_person)
        found.append(Annotator(person, claims, len(partners[person]) - 1, both["percent"], both["kappa"]))
    return found


def _cells(items: Sequence[Item], labels: LabelSet) -> dict[tuple[int, int], Cell]:
    place, size = labels.places, len(labels)
    found: defaultdict[tuple[int, int], list[tuple[bool, int, int]]] = defaultdict(list)
    for item in items:
        for pair in pairs(item):
            one, other = sorted(pair, key=lambda rating: rating.person)
            code = place[one.verdict] * size + place[other.verdict]
            found[one.person, other.person].append((one.verdict == other.verdict, item.claim, code))
    return {key: _cell(shared, size) for key, shared in sorted(found.items())}


def _cell(shared: list[tuple[bool, int, int]], size: int) -> Cell:
    shared.sort()
    claims = tuple(claim for _same, claim, _code in shared)
    return Cell(claims, sum(same for same, *_ in shared), cohen_kappa(_row([code for *_, code in shared], size)))


def _over_people(kappas: Sequence[float], resamples: int) -> tuple[Result, Result, Result, Result]:
    """Mean and standard deviation (n - 1) of the people's kappas, and the shares of people below LOW_KAPPA and above
    HIGH_KAPPA, with intervals that draw people."""
    people = len(kappas)
    if people < 2:
        undefined = Undefined(Reason.TOO_FEW_PEOPLE, people)
        return undefined, undefined, undefined, undefined
    center = fsum(kappas) / people  # squares of deviations from it lose no digits
    rows = [(kappa, (kappa - center) ** 2, kappa - center, 1.0) for kappa in kappas]
    of_kappa = estimate_all(rows, {"mean": ratio, "spread": _deviation}, resamples=resamples)
    below, above = (
        estimate([(float(is_one), 1.0) for is_one in counted], ratio, resamples=resamples)
        for counted in ([kappa < LOW_KAPPA for kappa in kappas], [kappa > HIGH_KAPPA for kappa in kappas])
    )
    return of_kappa["mean"], of_kappa["spread"], below, above


def _deviation(sums: Sequence[float]) -> Point:
    """The standard deviation (n - 1) of a sum of rows of `_over_people`."""
    _, squares, deviations, people = sums
    return sqrt(max(squares - deviations**2 / people, 0.0) / (people - 1))


def _row(codes: Sequence[int], size: int) -> Row:
    """Contingency table of `size` verdicts, flattened by rows; a code is row * size + column."""
    return tuple(map(codes.count, range(size * size)))


def _percent(sums: Sequence[float]) -> Point:
    total = sum(sums)
    return sum(sums[:: isqrt(len(sums)) + 1]) / total if total else Reason.NO_ITEMS


MEASURES: dict[str, Formula] = {"percent": _percent, "kappa": cohen_kappa}
