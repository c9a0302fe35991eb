"""Compare the arms: the effect of showing suggestions on verdicts, evidence and time. Pure: no database.

Claims are the units that were put into arms at random, and so the units that are drawn again: what several people made
of one claim stays together.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np

from annotation.quality.agreement.bootstrap import RESAMPLES, SEED, Array, Row, interval_of, ratio, resampled_sums
from annotation.quality.agreement.result import Interval, Point, Reason, Result, Undefined, Value
from annotation.suggestions.measures import Measure

CONTROL = "none"
DIGITS = 9  # of sums
ARM_ORDER = ("none", "after", "at_once", "shown")  # of suggestions, and of the check before submission


@dataclass(frozen=True, slots=True)
class Compared:
    """One arm. `values`, `differences` (to the arm "none"; empty for itself): by the name of the measure."""

    arm: str
    verifications: int
    claims: int
    people: int
    values: dict[str, Result]
    differences: dict[str, Result]


class WorkInArm(Protocol):
    """Submitted work that belongs to an arm."""

    @property
    def arm(self) -> str: ...
    @property
    def claim(self) -> int: ...
    @property
    def person(self) -> int: ...


W = TypeVar("W", bound=WorkInArm)


def compare(works: Iterable[W], measures: Sequence[Measure[W]], *, resamples: int = RESAMPLES) -> list[Compared]:
    """Every arm in which there is work, "none" first. The same work gives the same intervals, in whatever order.

    `measures`: those of the project, `measures_of`.
    """
    arms: dict[str, _Arm[W]] = {}
    for work in works:
        if work.arm not in arms:
            arms[work.arm] = _Arm(measures)
        arms[work.arm].add(work)
    drawn = {
        (arm, measure.name): _drawn(of.rows(number), (SEED, *arm.encode()), resamples)
        for arm, of in arms.items()
        for number, measure in enumerate(measures)
    }
    return [
        Compared(
            arm=arm,
            verifications=arms[arm].verifications,
            claims=len(arms[arm].claims),
            people=len(arms[arm].people),
            values={one.name: _value(drawn[arm, one.name], resamples) for one in measures},
            differences={}
            if arm == CONTROL
            else {
                one.name: _difference(drawn[arm, one.name], drawn.get((CONTROL, one.name)), resamples)
                for one in measures
            },
        )
        for arm in ARM_ORDER
        if arm in arms
    ]


class _Arm(Generic[W]):
    """Sums of the work in an arm: of each measure two numbers a claim, and none of the work itself."""

    def __init__(self, measures: Sequence[Measure[W]]) -> None:
        self.verifications = 0
        self.claims: dict[int, int] = {}  # claim -> its place in the sums
        self.people: set[int] = set()
        self._sums = [(measure.part, array("d"), array("d")) for measure in measures]

    def add(self, work: W) -> None:
        self.verifications += 1
        self.people.add(work.person)
        place = self.claims.setdefault(work.claim, len(self.claims))
        for part, above, below in self._sums:
            more, of = part(work)
            if place == len(above):
                above.append(more)
                below.append(of)
            else:
                above[place] += more
                below[place] += of

    def rows(self, measure: int) -> list[Row]:
        """A row a claim, of those with anything to count, in an order that does not depend on that of the work.

        Rounded, so that claims that are alike have rows that are alike.
        """
        _part, above, below = self._sums[measure]
        rounded = ((round(one, DIGITS), round(of, DIGITS)) for one, of in zip(above, below, strict=True))
        return sorted(row for row in rounded if row[1])


def differs(result: Result | None) -> bool:
    """Whether the interval of a difference leaves out 0."""
    if not isinstance(result, Value) or not isinstance(result.interval, Interval):
        return False
    return result.interval.low > 0 or result.interval.high < 0


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A measure over one arm: its value, and its value in every draw. `items`: claims that have any."""

    point: Point
    draws: Array
    items: int
    is_varied: bool


def _drawn(rows: Sequence[Row], seed: Sequence[int], resamples: int) -> _Drawn:
    if not rows:
        return _Drawn(Reason.NO_VALUES, np.empty(0), 0, is_varied=False)
    kinds = Counter(rows)
    above, below = resampled_sums(kinds, resamples, seed).T
    return _Drawn(ratio([sum(column) for column in zip(*rows, strict=True)]), above / below, len(rows), len(kinds) > 1)


def _value(of: _Drawn, resamples: int) -> Result:
    if isinstance(of.point, Reason):
        return Undefined(of.point, of.items)
    return Value(of.point, of.items, interval_of(of.draws, resamples, is_varied=of.is_varied))


def _difference(of: _Drawn, control: _Drawn | None, resamples: int) -> Result:
    """This arm less the control, each drawn on its own. `items`: claims of both."""
    if control is None or isinstance(of.point, Reason) or isinstance(control.point, Reason):
        return Undefined(Reason.NO_VALUES)
    varied, items = of.is_varied or control.is_varied, of.items + control.items
    interval = interval_of(of.draws - control.draws, resamples, is_varied=varied)
    return Value(of.point - control.point, items, interval)
