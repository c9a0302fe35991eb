"""Amounts and times of work in a period, for a page or a program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from annotation.dashboard.reports import report, report_result
from annotation.projects.models import Project
from annotation.quality.audit.durations import Pace, TimeSummary, paces, summary
from annotation.quality.audit.production import Produced
from annotation.quality.audit.rates import Rate, rates
from annotation.quality.audit.work_days import WorkDay, days_in, produced_in, times_in
from annotation.results.store import derived_result
from annotation.work.period import EVER, Period


def work_days_of(project: Project, kind: str) -> list[WorkDay]:
    """Every person's days of this kind of work; of a large project as old as its other results."""
    found: list[WorkDay] = report(project, f"days {kind}")
    return found


def production_in(project: Project, kind: str, period: Period = EVER) -> list[Produced]:
    """Everybody's production, most done first; reports are counted only without a period."""
    return _in(project, kind, period, f"production {kind}", produced_in)  # type: ignore[no-any-return]


def skips_in(project: Project, kind: str, period: Period = EVER) -> list[Rate]:
    """How much of what they were given and have ended people skipped, highest rate first."""
    return _in(project, kind, period, f"skips {kind}", _skips)  # type: ignore[no-any-return]


def time_in(project: Project, kind: str, period: Period = EVER) -> TimeSummary:
    """The durations of production, over all people."""
    return _in(project, kind, period, f"time {kind}", lambda days, chosen: summary(times_in(days, chosen)))  # type: ignore[no-any-return]


def paces_in(project: Project, kind: str, period: Period = EVER) -> list[Pace]:
    """Everybody's pace, fastest first; in a period `numbers` says how many, and not which."""
    return _in(project, kind, period, f"paces {kind}", lambda days, chosen: paces(times_in(days, chosen)))  # type: ignore[no-any-return]


def _in(project: Project, kind: str, period: Period, name: str, compute: Callable[[list[WorkDay], Period], Any]) -> Any:
    """The report of this name; of a period computed from the days of work, once for each state of these."""
    if not period:
        return report(project, name)
    source = report_result(project, f"days {kind}")
    return derived_result(project, source, (name, period), lambda: compute(source.value, period)).value


def _skips(days: list[WorkDay], period: Period) -> list[Rate]:
    skipped: Counter[int] = Counter()
    ended: Counter[int] = Counter()
    for one in days_in(days, period):
        skipped[one.person] += one.skipped
        ended[one.person] += one.ended
    return rates({person: (skipped[person], ended[person]) for person in ended})
