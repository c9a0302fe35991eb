"""Jobs that run by the clock: enqueued once a day, by one of many workers."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest

from jobs import periodic, registry
from jobs.enqueue import cancel
from jobs.models import Job

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
EVENING, NIGHT = datetime(2026, 5, 4, 22, tzinfo=UTC), datetime(2026, 5, 5, 2, 30, tzinfo=UTC)


@pytest.fixture
def nightly(monkeypatch):
    """Switches the job on and off."""
    state = {"on": True}
    monkeypatch.setattr(periodic, "SCHEDULE", {})
    monkeypatch.setitem(registry.FUNCTIONS, "nightly", lambda _context: {})
    periodic.daily("nightly", at=time(2, 30), is_on=lambda: state["on"])
    return state


def test_a_daily_job_is_enqueued_once_a_day_at_its_time(nightly):
    assert periodic.enqueue_due(EVENING) == []  # the first look remembers when it is due
    assert periodic.enqueue_due(NIGHT - timedelta(minutes=1)) == []
    (job,) = periodic.enqueue_due(NIGHT)
    assert periodic.enqueue_due(NIGHT) == periodic.enqueue_due(NIGHT + timedelta(hours=5)) == []
    cancel(job)
    # No worker ran for a week: one is made up for.
    assert len(periodic.enqueue_due(NIGHT + timedelta(days=7, hours=3))) == 1
    assert periodic.enqueue_due(NIGHT + timedelta(days=7, hours=4)) == []


def test_one_that_still_runs_is_not_enqueued_again_and_one_that_is_off_never(nightly):
    periodic.enqueue_due(EVENING)
    assert len(periodic.enqueue_due(NIGHT)) == 1
    assert periodic.enqueue_due(NIGHT + timedelta(days=1)) == []
    nightly["on"] = False
    Job.objects.all().delete()
    assert periodic.enqueue_due(NIGHT + timedelta(days=2)) == []


def test_the_time_of_day_is_that_of_the_site(settings):
    settings.TIME_ZONE = "Europe/Oslo"
    assert periodic.next_time(time(2), EVENING) == datetime(2026, 5, 5, 0, tzinfo=UTC)
