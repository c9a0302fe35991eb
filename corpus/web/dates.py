"""Dates of web pages: a year, a month or a day, in one spelling. A date that is unknown is "", never today."""

from __future__ import annotations

import calendar
import re
from datetime import date, datetime

_YEAR_FIRST = re.compile(r"(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?:[T ].*)?")
_DAY_FIRST = re.compile(r"(\d{1,2})-(\d{1,2})-(\d{4})")  # as AVeriTeC writes dates
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})(?:\d{6})?")  # as archives do
KNOWN = "Write a date as 2020, 2020-02 or 2020-02-28, or leave it out."


class BadDate(ValueError):
    """The text is no date; the message says why and how to write it."""


def plain_date(text: str) -> str:
    """The date as "2020", "2020-02" or "2020-02-28", padded; "" for none. Raises BadDate.

    Reads ISO dates and times, unpadded ones, AVeriTeC's d-m-yyyy and archives' 20200228101112.
    """
    written = text.strip()
    if not written:
        return ""
    if match := _COMPACT.fullmatch(written) or _YEAR_FIRST.fullmatch(written):
        year, month, day = match.groups()
    elif match := _DAY_FIRST.fullmatch(written):
        day, month, year = match.groups()
    else:
        raise BadDate(f"the date {written[:40]!r} is in no known form. {KNOWN}")
    return _checked(written, int(year), _number(month), _number(day))


def first_day(plain: str) -> date | None:
    """The earliest day that a plain date may mean; None for ""."""
    if not plain:
        return None
    year, month, day = _parts(plain)
    return date(year, month or 1, day or 1)


def last_day(plain: str) -> date | None:
    """The latest day that a plain date may mean; None for ""."""
    if not plain:
        return None
    year, month, day = _parts(plain)
    month = month or 12
    return date(year, month, day or calendar.monthrange(year, month)[1])


def moment_of(text: str) -> str:
    """An ISO time with its zone, of what archives write as WARC-Date or 20200228101112; "" for anything else."""
    written = text.strip()
    try:
        if re.fullmatch(r"\d{14}", written):
            return datetime.strptime(written + "+0000", "%Y%m%d%H%M%S%z").isoformat()
        found = datetime.fromisoformat(written)
    except ValueError:
        return ""
    return found.isoformat() if found.tzinfo is not None else f"{found.isoformat()}+00:00"


def _checked(written: str, year: int, month: int | None, day: int | None) -> str:
    if year < 1 or month == 0 or day == 0:
        raise BadDate(f"the date {written!r} has a zero for what is not known. {KNOWN}")
    if month is not None and month > 12:
        raise BadDate(f"the date {written!r} has no such month. {KNOWN}")
    if month is not None and day is not None and day > calendar.monthrange(year, month)[1]:
        raise BadDate(f"the date {written!r} has no such day. {KNOWN}")
    return "-".join([f"{year:04}", *(f"{part:02}" for part in (month, day) if part is not None)])


def _number(text: str | None) -> int | None:
    return None if text is None else int(text)


def _parts(plain: str) -> tuple[int, int | None, int | None]:
    numbers = [int(part) for part in plain.split("-")]
    return numbers[0], *(numbers[1:] + [None, None])[:2]  # type: ignore[return-value]
