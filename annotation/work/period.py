"""A range of days in UTC, as the weeks of statistics and the periods of releases are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Q


@dataclass(frozen=True, slots=True)
class Period:
    """Both days inclusive; None: open at this end. False where it is open at both."""

    first: date | None = None
    last: date | None = None

    def __bool__(self) -> bool:
        return self.first is not None or self.last is not None

    def __contains__(self, day: date) -> bool:
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)

    def condition(self, moment: str) -> Q:
        """Select the rows whose field `moment` lies in the period."""
        found = Q()
        if self.first is not None:
            found &= Q(**{f"{moment}__gte": datetime.combine(self.first, time(), UTC)})
        if self.last is not None and self.last < date.max:
            found &= Q(**{f"{moment}__lt": datetime.combine(self.last + timedelta(days=1), time(), UTC)})
        return found


EVER = Period()


def month_of(day: date) -> Period:
    """The calendar month of a day."""
    following = (day.replace(day=28) + timedelta(days=4)).replace(day=1) if (day.year, day.month) < (9999, 12) else None
    return Period(day.replace(day=1), date.max if following is None else following - timedelta(days=1))


def month_before(day: date) -> Period:
    """The calendar month before that of a day."""
    return month_of(day.replace(day=1) - timedelta(days=1))
