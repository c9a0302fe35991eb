"""What the work of a project has cost so far, by piece and by claim that can be released, and until it is done."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from annotation.dashboard.production import production_in
from annotation.dashboard.reports import report
from annotation.planning.payroll import CENT, payroll
from annotation.planning.remaining import Remaining
from annotation.projects.models import Project
from annotation.work.period import EVER, Period


@dataclass(frozen=True, slots=True)
class KindCost:
    """One kind of work. `hours`: active hours paid of its production; `done`: pieces that are not set
    aside. `hours_each`: hours divided by these pieces. None where nothing was done or timed, or there is no rate."""

    kind: str
    hours: Decimal
    done: int
    hours_each: float | None
    cost_each: Decimal | None


@dataclass(frozen=True, slots=True)
class Costs:
    """`hours`, `amount`: all that is paid: the hours of the kinds, of `calibration` and of `changes`. `untimed`: pieces
    without a measured time, which are missing in all hours. `releasable`: claims that the rule of the
    release chooses now; None in a period, since the rule knows none. `hours_to_go`, `amount_at_end`: what remains at
    the hours of a piece so far, and all together; None where nothing can be said."""

    kinds: list[KindCost]
    calibration: Decimal
    changes: Decimal
    untimed: int
    hours: Decimal
    amount: Decimal | None
    releasable: int | None
    hours_a_claim: float | None
    cost_a_claim: Decimal | None
    hours_to_go: float | None
    amount_at_end: Decimal | None


def costs(project: Project, remaining: dict[str, Remaining], period: Period = EVER) -> Costs:
    """Compute the costs of a period, or of all work so far."""
    paid, rate = payroll(project, period).total, project.hourly_rate
    kinds = [_kind(project, kind, hours, period) for kind, hours in paid.hours.items()]
    releasable: int | None = None if period else report(project, "released claims")
    to_go = None if period else _to_go(kinds, remaining)
    return Costs(
        kinds=kinds,
        calibration=paid.calibration,
        changes=paid.changes,
        untimed=paid.untimed,
        hours=paid.total,
        amount=paid.amount,
        releasable=releasable,
        hours_a_claim=float(paid.total) / releasable if releasable else None,
        cost_a_claim=_cents(paid.amount / releasable) if paid.amount is not None and releasable else None,
        hours_to_go=to_go,
        amount_at_end=_at_end(paid.amount, to_go, rate),
    )


def _kind(project: Project, kind: str, hours: Decimal, period: Period) -> KindCost:
    done = sum(one.done for one in production_in(project, kind, period))
    rate = project.hourly_rate
    each = float(hours) / done if done and hours else None
    cost = None if rate is None or not done or not hours else _cents(hours * rate / done)
    return KindCost(kind, hours, done, each, cost)


def _to_go(kinds: list[KindCost], remaining: dict[str, Remaining]) -> float | None:
    """Hours until all is done; None if of a kind that remains nothing was done yet."""
    hours = 0.0
    for one in kinds:
        rest = remaining[one.kind].total if one.kind in remaining else 0.0
        if rest and one.hours_each is None:
            return None
        hours += rest * (one.hours_each or 0.0)
    return hours


def _at_end(amount: Decimal | None, to_go: float | None, rate: Decimal | None) -> Decimal | None:
    if amount is None or to_go is None or rate is None:
        return None
    return _cents(amount + Decimal(repr(to_go)) * rate)


def _cents(amount: Decimal) -> Decimal:
    return amount.quantize(CENT, ROUND_HALF_UP)
