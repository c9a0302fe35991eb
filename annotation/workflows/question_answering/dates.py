"""Dates of claims and of evidence, as exactly as they are known: one string.

`""` is unknown, `2017`, `2017-02` and `2017-02-13` are a year, a month and a day, and `2017-02/2017-04` is from the
first day of the one to the last day of the other (ISO 8601, level 0 of EDTF). AVeriTeC's own file writes `13-2-2017`.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

UNKNOWN = ""
_PART = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_AVERITEC = re.compile(r"([0-9]{1,2})-([0-9]{1,2})-([0-9]{4})")


class BadDate(ValueError):
    """The message says what is wrong with a date and how to write it, as a sentence."""


@dataclass(frozen=True, slots=True)
class KnownDate:
    """First and last day that a date may mean, and the string that it is kept as."""

    earliest: date
    latest: date
    text: str

    @property
    def is_exact(self) -> bool:
        """Whether it is one day."""
        return self.earliest == self.latest


def parse_date(text: str) -> KnownDate | None:
    """Read a year, a month, a day or a range of two of them. None for "". Raises BadDate."""
    text = text.strip()
    if text == UNKNOWN:
        return None
    first, slash, last = text.partition("/")
    start = _part(first, text)
    if not slash:
        return KnownDate(*start, text)
    end = _part(last, text)
    if end[1] < start[0]:
        raise BadDate(_("%(date)s: the range ends before it begins; put the earlier date first") % {"date": text})
    return KnownDate(start[0], end[1], text)


def earliest_day(text: str) -> date | None:
    """The first day that the date may mean; None for an unknown one. Raises BadDate."""
    known = parse_date(text)
    return known.earliest if known else None


def latest_day(text: str) -> date | None:
    """The last day that the date may mean; None for an unknown one. Raises BadDate."""
    known = parse_date(text)
    return known.latest if known else None


def from_averitec(text: str | None) -> str:
    """The date of AVeriTeC's file (`13-2-2017`, padded or not) as our string; "" for None and "". Raises BadDate."""
    text = (text or "").strip()
    if text == UNKNOWN:
        return UNKNOWN
    found = _AVERITEC.fullmatch(text)
    if found is None:
        raise BadDate(_("%(date)s: no date as AVeriTeC writes it; write day-month-year, as 13-2-2017") % {"date": text})
    day, month, year = map(int, found.groups())
    return _a_day(year, month, day, text).isoformat()


def to_averitec(text: str) -> str | None:
    """Our date as AVeriTeC's file has it: the first day that it may mean, `d-m-yyyy` without zeros; None if unknown.

    AVeriTeC's guidelines read "Feb 2017" as its first day. Raises BadDate.
    """
    day = earliest_day(text)
    return None if day is None else f"{day.day}-{day.month}-{day.year:04}"


def _part(part: str, whole: str) -> tuple[date, date]:
    found = _PART.fullmatch(part)
    if found is None:
        words = _("%(date)s: no date; write 2017, 2017-02, 2017-02-13 or a range as 2017-02/2017-04")
        raise BadDate(words % {"date": whole})
    year, month, day = (int(group) if group else None for group in found.groups())
    assert year is not None
    if day is not None and month is not None:
        exact = _a_day(year, month, day, whole)
        return exact, exact
    first = _a_day(year, month or 1, 1, whole)
    last_month = month or 12
    return first, date(year, last_month, monthrange(year, last_month)[1])


def _a_day(year: int, month: int, day: int, whole: str) -> date:
    """The day. Raises BadDate, which says what does not exist."""
    if year < 1:
        raise BadDate(_("%(date)s: there is no year 0; correct the year") % {"date": whole})
    if not 1 <= month <= 12:
        raise BadDate(_("%(date)s: there is no month %(month)d; write 1 to 12, or the year alone") % {
            "date": whole, "month": month,
        })  # fmt: skip
    days = monthrange(year, month)[1]
    if not 1 <= day <= days:
        words = _("%(date)s: this month has the days 1 to %(days)d; correct the day, or leave it out")
        raise BadDate(words % {"date": whole, "days": days})
    return date(year, month, day)
