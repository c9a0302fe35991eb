"""Work of one person by week and today.

As shown to that person, attention checks count as production: a count that did not grow would reveal them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from math import fsum
from statistics import median

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.quality.audit.queries import submitted, times
from annotation.vocabulary.tasks import IN_PRODUCTION


@dataclass(frozen=True, slots=True)
class WeeklyWork:
    """`week`: "2026-W47" (ISO 8601, UTC) in which it was submitted. `seconds`, `median`: active; None: not measured."""

    week: str
    done: int
    seconds: float | None
    median: float | None

    @property
    def days(self) -> tuple[date, date]:
        """Its Monday and its Sunday."""
        return days_of(self.week)


def days_of(week: str) -> tuple[date, date]:
    """The Monday and the Sunday of a week such as "2026-W47"."""
    year, number = (int(part) for part in week.split("-W"))
    return date.fromisocalendar(year, number, 1), date.fromisocalendar(year, number, 7)


def weekly_work(
    person: User,
    project: Project,
    kind: str,
    phases: Collection[int] = IN_PRODUCTION,
    *,
    with_set_aside: bool = True,
) -> list[WeeklyWork]:
    """List the weeks in which the person submitted work of this kind, latest first. Two queries."""
    mine = submitted(project, kind, phases, with_set_aside=with_set_aside).filter(person=person)
    seconds = {one.number: one.seconds for one in times(mine)}
    weeks: defaultdict[str, list[float | None]] = defaultdict(list)
    for number, ended in mine.filter(ended_at__isnull=False).values_list("pk", "ended_at"):
        assert ended is not None
        year, week, _day = ended.isocalendar()
        weeks[f"{year}-W{week:02}"].append(seconds.get(number))
    return [_week(week, weeks[week]) for week in sorted(weeks, reverse=True)]


@dataclass(frozen=True, slots=True)
class DailyWork:
    """Work submitted since the day began. `median`: active seconds; None: not measured."""

    done: int
    median: float | None


def daily_work(person: User, project: Project, kind: str, since: datetime) -> DailyWork:
    """Count what the person submitted of this kind since then. Two queries."""
    mine = submitted(project, kind, IN_PRODUCTION, with_set_aside=True).filter(person=person, ended_at__gte=since)
    taken = [one.seconds for one in times(mine)]
    return DailyWork(mine.count(), median(taken) if taken else None)


def _week(week: str, taken: list[float | None]) -> WeeklyWork:
    timed = [one for one in taken if one is not None]
    return WeeklyWork(week, len(taken), fsum(timed) if timed else None, median(timed) if timed else None)
