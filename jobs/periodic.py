"""Jobs that run by the clock: `daily("nightly_backup", at=time(2), is_on=...)`, or `every("check_site", ...)`, beside
the job function.

Every worker looks for what is due; one conditional UPDATE decides which of them enqueues it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.utils import timezone

from jobs.enqueue import enqueue, unfinished
from jobs.models import Job, PeriodicJob

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Daily:
    """A job that runs once a day, at a time of day in TIME_ZONE, while `is_on()`."""

    kind: str
    at: time
    is_on: Callable[[], bool]

    def following(self, now: datetime) -> datetime:
        """When it is due next."""
        return next_time(self.at, now)


@dataclass(frozen=True)
class Repeated:
    """A job that runs again and again, `pause` after it was asked for last, while `is_on()`."""

    kind: str
    pause: timedelta
    is_on: Callable[[], bool]

    def following(self, now: datetime) -> datetime:
        """When it is due next."""
        return now + self.pause


SCHEDULE: dict[str, Daily | Repeated] = {}


def daily(kind: str, *, at: time, is_on: Callable[[], bool]) -> None:
    """Have the job of this kind enqueued once a day."""
    SCHEDULE[kind] = Daily(kind, at, is_on)


def every(kind: str, *, pause: timedelta, is_on: Callable[[], bool] = lambda: True) -> None:
    """Have the job of this kind enqueued again and again."""
    SCHEDULE[kind] = Repeated(kind, pause, is_on)


def next_time(at: time, now: datetime) -> datetime:
    """Return the next moment after `now` at this time of day, in TIME_ZONE."""
    local = timezone.localtime(now)
    due = local.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
    return due if due > local else due + DAY


def enqueue_due(now: datetime | None = None) -> list[Job]:
    """Enqueue the periodic jobs that are due; return them. One that was missed while no worker ran is enqueued once."""
    now = now or timezone.now()
    return [job for each in SCHEDULE.values() if each.is_on() and (job := _enqueue_if_due(each, now)) is not None]


def _enqueue_if_due(each: Daily | Repeated, now: datetime) -> Job | None:
    following = each.following(now)
    row, is_new = PeriodicJob.objects.get_or_create(kind=each.kind, defaults={"due_at": following})
    if is_new or row.due_at > now:
        if row.due_at > following:  # the time was changed to an earlier one
            PeriodicJob.objects.filter(pk=row.pk, due_at=row.due_at).update(due_at=following)
        return None
    mine = PeriodicJob.objects.filter(pk=row.pk, due_at=row.due_at)
    if not mine.update(due_at=following) or unfinished(each.kind) is not None:
        return None
    return enqueue(each.kind)
