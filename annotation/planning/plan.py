"""The plan of a project: work by day and week, what remains, and by when it is done."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

from annotation.dashboard.production import work_days_of
from annotation.planning.forecast import Forecast, forecast
from annotation.planning.remaining import Remaining, remaining_work
from annotation.projects.models import Project
from annotation.quality.audit.work_days import days_in
from annotation.work.period import EVER, Period


@dataclass(frozen=True, slots=True)
class KindPlan:
    """One kind of work. `done`: day -> pieces submitted in production and not set aside. `waits`: no day can be named,
    since other work that opens tasks of this kind has none."""

    kind: str
    done: dict[date, int]
    remaining: Remaining
    forecast: Forecast
    waits: bool = False


def plan_of(project: Project, today: date | None = None) -> list[KindPlan]:
    """The plan of every kind of work; days in UTC."""
    now = today or datetime.now(UTC).date()
    found: list[KindPlan] = []
    for kind, remaining in remaining_work(project).items():
        done = done_by_day(project, kind)
        mine = forecast(done, remaining.total, now)
        before = [one for one in found if one.remaining.total] if remaining.to_come else []
        found.append(
            KindPlan(kind, done, remaining, _not_before(mine, before), any(not one.forecast.day for one in before))
        )
    return found


def done_by_day(project: Project, kind: str, period: Period = EVER) -> dict[date, int]:
    """Day -> pieces of this kind submitted in production and not set aside since, in the order of the days."""
    counts: Counter[date] = Counter()
    for one in days_in(work_days_of(project, kind), period):
        if one.done:
            counts[one.date] += one.done
    return dict(sorted(counts.items()))


def by_week(done: dict[date, int]) -> dict[date, int]:
    """Monday -> pieces done in its week; weeks without work between the first and the last are there with 0."""
    if not done:
        return {}
    mondays = Counter({day - timedelta(days=day.weekday()): 0 for day in every_day(done)})
    for day, count in done.items():
        mondays[day - timedelta(days=day.weekday())] += count
    return dict(sorted(mondays.items()))


def every_day(done: dict[date, int]) -> dict[date, int]:
    """Day -> pieces done, days without work between the first and the last with 0."""
    if not done:
        return {}
    first, last = min(done), max(done)
    days = (first + timedelta(days=n) for n in range((last - first).days + 1))
    return {day: done.get(day, 0) for day in days}


def _not_before(mine: Forecast, before: list[KindPlan]) -> Forecast:
    """The forecast, on no day before the work that it waits for is done."""
    ends = [one.forecast for one in before if one.forecast.day is not None]
    if mine.day is None or not ends:
        return mine
    latest = [one.latest for one in (mine, *ends)]
    return replace(
        mine,
        day=max(one.day for one in (mine, *ends) if one.day is not None),
        earliest=max((one.earliest for one in (mine, *ends) if one.earliest is not None), default=None),
        latest=None if None in latest else max(day for day in latest if day is not None),
    )
