"""Hours of each person on each day: by the server's clock from hand-out to submission, and how many were active."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from math import fsum

from django.db.models import Count, DurationField, ExpressionWrapper, F, Sum
from django.db.models.functions import TruncDate

from annotation.projects.models import Project
from annotation.quality.audit.work_days import WorkDay, days_in
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Assignment, AssignmentState
from annotation.work.period import Period


@dataclass(frozen=True, slots=True)
class Hours:
    """Work of one kind that a person submitted first on a day (UTC).

    `seconds`: of the server's clock, jumps of it taken off; `active`: of these, while the page was looked at, as the
    log has it. The rest was idle: another window, a break, a task that was saved for later.
    """

    day: date
    person: int
    done: int
    seconds: float
    active: float

    @property
    def week(self) -> str:
        """Week of the day: "2026-W47" (ISO 8601)."""
        year, week, _day = self.day.isocalendar()
        return f"{year}-W{week:02}"

    @property
    def idle(self) -> float:
        """Seconds that were not active."""
        return max(0.0, self.seconds - self.active)


def hours(project: Project, kind: str, period: Period, days: Iterable[WorkDay]) -> list[Hours]:
    """Everybody's days in production, in order; what was set aside is left out. `days`: of `work_days`. One query."""
    active = {(one.date, one.person): fsum(one.seconds) for one in days_in(days, period)}
    taken = ExpressionWrapper(F("ended_at") - F("created_at"), output_field=DurationField())
    done = Assignment.objects.filter(
        period.condition("ended_at"),
        project=project,
        kind=kind,
        state=AssignmentState.SUBMITTED,
        set_aside__isnull=True,
        task__phase=Phase.PRODUCTION,
    )
    rows = (
        done.order_by()
        .annotate(day=TruncDate("ended_at", tzinfo=UTC))
        .values_list("day", "person")
        .annotate(n=Count("pk"), taken=Sum(taken), jumped=Sum("clock_jumped"))
    )
    return [
        Hours(day, person, n, _seconds(spent) - float(jumped), active.get((day, person), 0.0))
        for day, person, n, spent, jumped in rows.order_by("day", "person")
    ]


def _seconds(spent: timedelta) -> float:
    return max(0.0, spent.total_seconds())
