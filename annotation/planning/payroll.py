"""What each person is paid for the work of a period.

Active time is paid: that of the first sitting of everything that was submitted, attention checks included, on the day
of submission, and that of later changes, on the day of the change. What was changed is one piece, however often. What
was set aside since is paid as well: the person did it; it has a column of its own. Hours are rounded to hundredths in
each column and added up then, so that hours, amounts and totals can be checked by hand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from math import fsum

from annotation.accounts.models import User
from annotation.dashboard.production import work_days_of
from annotation.projects.models import Project
from annotation.quality.audit.work_days import WorkDay, days_in
from annotation.vocabulary.tasks import CALIBRATING, IN_PRODUCTION
from annotation.work.period import EVER, Period
from annotation.work.registry import workflows

CENT = Decimal("0.01")
HOUR = 3600  # seconds
ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class Paid:
    """One person's hours. `hours`: kind of work -> active hours of production, attention checks included;
    `calibration`: of both phases; `changes`: of changes of submitted work. `items`: pieces submitted,
    calibration apart, of which `set_aside`;
    `untimed`: those without a measured time, which add no hours. `amount`: None without a rate."""

    person: int
    name: str
    hours: dict[str, Decimal]
    calibration: Decimal
    changes: Decimal
    items: int
    set_aside: int
    untimed: int
    amount: Decimal | None

    @property
    def total(self) -> Decimal:
        """All hours that are paid."""
        return sum(self.hours.values(), ZERO) + self.calibration + self.changes


@dataclass(frozen=True, slots=True)
class Payroll:
    """`kinds`: the kinds of work that are columns; `rows` by name; `total`: the sums of the rows; `since`: the first
    day of work of the project, of whatever period, None before there is any."""

    kinds: list[str]
    rows: list[Paid]
    total: Paid
    since: date | None


def payroll(project: Project, period: Period = EVER, *, with_calibration: bool = True) -> Payroll:
    """Add up the work of a period by person. Without calibration its hours are 0 for everybody."""
    # Also what is switched off by now: it was done.
    every = {kind: work_days_of(project, kind) for kind, one in workflows().items() if one.prerequisite is None}
    days = {kind: found for kind, found in every.items() if found}
    kinds = list(days)
    phases = (*IN_PRODUCTION, *CALIBRATING) if with_calibration else IN_PRODUCTION
    mine: defaultdict[int, defaultdict[str, list[WorkDay]]] = defaultdict(lambda: defaultdict(list))
    for kind, all_days in days.items():
        for one in days_in(all_days, period, phases):
            mine[one.person][kind].append(one)
    names = dict(User.objects.filter(pk__in=mine).values_list("pk", "username"))
    rows = [_paid(person, names[person], kinds, work, project.hourly_rate) for person, work in mine.items()]
    shown = sorted((row for row in rows if row.total or row.items), key=lambda row: (row.name.casefold(), row.person))
    since = min((one.date for all_days in days.values() for one in all_days), default=None)
    return Payroll(kinds, shown, _total(kinds, shown, is_paid=project.hourly_rate is not None), since)


def _paid(
    person: int, name: str, kinds: Iterable[str], work: Mapping[str, list[WorkDay]], rate: Decimal | None
) -> Paid:
    every = [one for days in work.values() for one in days]
    produced = [one for one in every if one.phase in IN_PRODUCTION]
    paid = Paid(
        person=person,
        name=name,
        hours={kind: _hours(_first(one) for one in work.get(kind, ()) if one.phase in IN_PRODUCTION) for kind in kinds},
        calibration=_hours(_first(one) for one in every if one.phase in CALIBRATING),
        changes=_hours(one.change_seconds for one in every),
        items=sum(one.done + one.set_aside for one in produced),
        set_aside=sum(one.set_aside for one in produced),
        untimed=sum(map(_untimed, produced)),
        amount=None,
    )
    return paid if rate is None else replace(paid, amount=(paid.total * rate).quantize(CENT, ROUND_HALF_UP))


def _first(day: WorkDay) -> float:
    """Active seconds of the first sittings of a day."""
    return fsum((*day.seconds, *day.set_aside_seconds))


def _untimed(day: WorkDay) -> int:
    return day.done + day.set_aside - len(day.seconds) - len(day.set_aside_seconds)


def _hours(seconds: Iterable[float]) -> Decimal:
    return (Decimal(repr(round(fsum(seconds), 3))) / HOUR).quantize(CENT, ROUND_HALF_UP)


def _total(kinds: Iterable[str], rows: list[Paid], *, is_paid: bool) -> Paid:
    return Paid(
        person=0,
        name="",
        hours={kind: sum((row.hours[kind] for row in rows), ZERO) for kind in kinds},
        calibration=sum((row.calibration for row in rows), ZERO),
        changes=sum((row.changes for row in rows), ZERO),
        items=sum(row.items for row in rows),
        set_aside=sum(row.set_aside for row in rows),
        untimed=sum(row.untimed for row in rows),
        amount=sum((row.amount or ZERO for row in rows), ZERO) if is_paid else None,
    )
