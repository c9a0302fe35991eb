"""What `doctor` says of background jobs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from jobs.health import examine_broker, examine_oldest, examine_workers
from jobs.heartbeat import DEAD_AFTER, beat
from jobs.models import Job, JobState, JobWorker
from tests.servers.process import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def waiting(minutes: float, **fields: object) -> Job:
    job = Job.objects.create(kind="build_index", **fields)
    Job.objects.filter(pk=job.pk).update(created_at=timezone.now() - timedelta(minutes=minutes))
    return job


def test_the_oldest_job_that_waits_is_named():
    assert examine_oldest().code == "none-waits"
    waiting(30, not_before=timezone.now() + timedelta(hours=1))  # not due
    waiting(30, state=JobState.RUNNING, leased_until=timezone.now() + timedelta(seconds=20))
    assert examine_oldest().code == "none-waits"
    waiting(2)
    assert (examine_oldest().code, examine_oldest().remedy) == ("oldest", "")
    oldest = waiting(25, state=JobState.RUNNING, leased_until=timezone.now() - timedelta(minutes=24))
    found = examine_oldest()
    assert found.code == "waits-long" and f"job {oldest.pk} (build_index)" in found.text and "25 minutes" in found.text
    assert found.remedy


def test_a_queue_that_nobody_serves_is_named(settings):
    settings.REDIS_URL, settings.JOB_QUEUES = f"redis://127.0.0.1:{free_port()}/0", {"build_index": "indexing"}
    waiting(25)
    assert "-Q indexing" in examine_oldest().remedy


def test_workers_are_known_by_their_heartbeats(settings):
    settings.REDIS_URL = ""
    assert [found.code for found in examine_broker()] == []
    assert next(examine_workers()).code == "no-worker" and not next(examine_workers()).remedy  # nothing waits
    waiting(0)
    assert next(examine_workers()).remedy
    beat("here 1")
    assert next(examine_workers()).code == "workers"
    JobWorker.objects.update(seen_at=timezone.now() - 2 * DEAD_AFTER)
    assert next(examine_workers()).code == "no-worker"
