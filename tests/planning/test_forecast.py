"""Pace and forecast, on numbers that can be checked by hand."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from annotation.planning.forecast import NoForecast, Pace, forecast, pace_of, working_day_after
from annotation.work.period import Period, month_before, month_of

MONDAY = date(2026, 11, 2)
TODAY = date(2026, 11, 30)  # a Monday: 28 days before it lie in the window
WEEKDAYS = (0, 1, 2, 3, 4)


def weeks_of(*counts: int, first: date = MONDAY, weeks: int = 4) -> dict[date, int]:
    """The same counts in each week, from Monday on."""
    return {first + timedelta(days=7 * week + day): n for week in range(weeks) for day, n in enumerate(counts)}


@pytest.mark.parametrize(
    ("number", "weekdays", "day"),
    [
        (1, WEEKDAYS, date(2026, 12, 1)),
        (4, WEEKDAYS, date(2026, 12, 4)),
        (5, WEEKDAYS, date(2026, 12, 7)),
        (10, WEEKDAYS, date(2026, 12, 14)),
        (1, (5,), date(2026, 12, 5)),
        (7, (0, 1, 2, 3, 4, 5, 6), date(2026, 12, 7)),
    ],
)
def test_days_off_are_passed_over(number, weekdays, day):
    assert working_day_after(TODAY, number, weekdays) == day


def test_equal_days_give_one_day_and_no_spread():
    found = forecast(weeks_of(10, 10, 10, 10, 10), 100, TODAY)
    assert found.pace == Pace(10.0, 10.0, 10.0, 20, WEEKDAYS)
    assert (found.day, found.earliest, found.latest) == (date(2026, 12, 14),) * 3


def test_the_interval_of_the_pace_gives_the_earliest_and_the_latest_day():
    """Half of the days with 10, half with 30: the median is 20, that of a resample between 10 and 30."""
    found = forecast(weeks_of(10, 30, 10, 30), 600, TODAY)
    assert found.pace == Pace(20.0, 10.0, 30.0, 16, (0, 1, 2, 3))
    # 30, 20 and 60 working days of four a week, from Tuesday 1 December on
    assert (found.day, found.earliest, found.latest) == (date(2027, 1, 20), date(2027, 1, 4), date(2027, 3, 15))


def test_a_day_off_counts_and_a_saturday_once_is_no_working_day():
    counts = weeks_of(8, 8, 8, 8, 8) | {date(2026, 11, 7): 4, date(2026, 11, 25): 0}
    found = pace_of(counts, TODAY)
    assert isinstance(found, Pace) and (found.weekdays, found.days, found.median) == (WEEKDAYS, 20, 8.0)


def test_work_that_may_never_end_has_no_latest_day():
    """On seven of sixteen working days nobody did anything: the median of a resample may well be 0."""
    worked = ((0, 0), (1, 0), (0, 1), (2, 1), (1, 2), (3, 2), (0, 3), (1, 3), (2, 3))  # week, day
    found = forecast({MONDAY + timedelta(days=7 * week + day): 10 for week, day in worked}, 50, TODAY)
    assert found.pace == Pace(10.0, 0.0, 10.0, 16, (0, 1, 2, 3))
    assert (found.day, found.earliest, found.latest) == (date(2026, 12, 8), date(2026, 12, 8), None)


@pytest.mark.parametrize(
    ("counts", "remaining", "why"),
    [
        (weeks_of(10), 0, NoForecast.DONE),
        ({}, 10, NoForecast.NOT_BEGUN),
        ({TODAY: 10}, 10, NoForecast.NOT_BEGUN),
        (weeks_of(10, 10, 10, first=date(2026, 8, 3)), 10, NoForecast.STOPPED),
        (weeks_of(10, 10, weeks=2, first=date(2026, 11, 16)), 10, NoForecast.TOO_FEW),
        (weeks_of(1, 1, 1, 1, 1), 4000, NoForecast.TOO_FAR),
    ],
)
def test_where_nothing_can_be_said_the_reason_is(counts, remaining, why):
    found = forecast(counts, remaining, TODAY)
    assert (found.day, found.why) == (None, why)


def test_months_end_on_their_last_day():
    assert month_of(date(2028, 2, 10)) == Period(date(2028, 2, 1), date(2028, 2, 29))
    assert month_before(date(2026, 1, 31)) == Period(date(2025, 12, 1), date(2025, 12, 31))
    assert month_of(date(9999, 12, 5)) == Period(date(9999, 12, 1), date.max)
