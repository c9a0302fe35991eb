"""By when work is done at the pace of the last weeks. Pure: from counts by day to days.

The pace is the median number of pieces on a working day, and its interval the 95 % percentile interval of the bootstrap
over these days (Efron and Tibshirani 1993, 13.3). Working days are the days of the week on which people worked at least
every other week; days off among them count with 0. The interval says how sure the pace is, and not whether people will
join or leave.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from math import ceil
from statistics import median

import numpy as np

from annotation.quality.agreement.bootstrap import RESAMPLES, SEED

WINDOW = 28  # days before today that the pace is taken from: four of each day of the week
LEAST_DAYS = 5  # with work: fewer say nothing of a pace
FARTHEST = 3660  # working days: what takes ten years is not forecast to a day


class NoForecast(StrEnum):
    """Why there is no day."""

    DONE = "done"  # nothing remains
    NOT_BEGUN = "not_begun"
    STOPPED = "stopped"  # nobody has worked in the window
    TOO_FEW = "too_few"  # working days
    TOO_FAR = "too_far"


@dataclass(frozen=True, slots=True)
class Pace:
    """Pieces on a working day: `median`, and `low` and `high` of its interval. `days`: how many working days it was
    taken from, days off among them; `weekdays`: which days of the week these are, Monday is 0."""

    median: float
    low: float
    high: float
    days: int
    weekdays: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Forecast:
    """`day` by the median pace, `earliest` and `latest` by the ends of its interval; `latest` None: at the low end of
    the pace it would not be done at all, or in more than ten years. Without a `day`, `why`."""

    remaining: float
    pace: Pace | None
    day: date | None = None
    earliest: date | None = None
    latest: date | None = None
    why: NoForecast | None = None


def pace_of(counts: Mapping[date, int], today: date) -> Pace | NoForecast:
    """Compute the pace. `counts`: day -> pieces done; of `today`, which is not over, nothing is used."""
    before = [day for day, count in counts.items() if count and day < today]
    if not before:
        return NoForecast.NOT_BEGUN
    start = max(min(before), today - timedelta(days=WINDOW))
    window = [start + timedelta(days=n) for n in range((today - start).days)]
    worked = [day for day in window if counts.get(day, 0)]
    if not worked:
        return NoForecast.STOPPED
    weekdays = tuple(n for n in range(7) if _is_usual([day for day in window if day.weekday() == n], worked))
    taken = [counts.get(day, 0) for day in window if day.weekday() in weekdays]
    if sum(1 for count in taken if count) < LEAST_DAYS:
        return NoForecast.TOO_FEW
    draws = np.random.default_rng(SEED).choice(np.array(taken, dtype=np.float64), (RESAMPLES, len(taken)))
    low, high = np.percentile(np.median(draws, axis=1), (2.5, 97.5)).tolist()
    return Pace(float(median(taken)), low, high, len(taken), weekdays)


def forecast(counts: Mapping[date, int], remaining: float, today: date) -> Forecast:
    """Forecast the day on which `remaining` pieces more are done."""
    pace = pace_of(counts, today)
    known = pace if isinstance(pace, Pace) else None
    if remaining <= 0:
        return Forecast(0, known, why=NoForecast.DONE)
    if not isinstance(pace, Pace):
        return Forecast(remaining, None, why=pace)
    day, earliest, latest = (_day(remaining, each, pace.weekdays, today) for each in (pace.median, pace.high, pace.low))
    if day is None:
        return Forecast(remaining, pace, why=NoForecast.TOO_FAR)
    return Forecast(remaining, pace, day, earliest, latest)


def working_day_after(today: date, number: int, weekdays: Collection[int]) -> date:
    """The working day of this number after today; 1 is the next one."""
    weeks, rest = divmod(number, len(weekdays))
    if not rest:
        weeks, rest = weeks - 1, len(weekdays)
    day = today + timedelta(weeks=weeks)
    while rest:
        day += timedelta(days=1)
        rest -= day.weekday() in weekdays
    return day


def _is_usual(days: list[date], worked: Collection[date]) -> bool:
    return bool(days) and 2 * sum(day in worked for day in days) >= len(days)


def _day(remaining: float, pace: float, weekdays: Collection[int], today: date) -> date | None:
    if pace <= 0 or remaining / pace > FARTHEST:
        return None
    return working_day_after(today, ceil(remaining / pace), weekdays)
