"""Embedded workers in processes of their own: killed, told to end, several at once."""

from __future__ import annotations

import signal

import pytest

from jobs.enqueue import enqueue, worker_is_alive
from jobs.models import Job, JobState
from tests.jobs import functions  # noqa: F401  registers its jobs
from tests.jobs.worker_process import wait_for, worker

pytestmark = pytest.mark.both_databases


@pytest.mark.django_db(transaction=True)
def test_a_killed_workers_job_is_taken_up_again_once(transactional_db, project, tmp_path):
    log = tmp_path / "log"
    job = enqueue("count_slowly", project=project, arguments={"total": 20, "log": str(log)})
    with worker(lease=2) as first:
        wait_for(lambda: Job.objects.get().done > 3)
        first.send_signal(signal.SIGKILL)
        first.wait()
        with worker(lease=2), worker(lease=2):
            wait_for(lambda: Job.objects.get().state == JobState.DONE)
    job.refresh_from_db()
    assert (job.attempt, job.result) == (2, {"counted": 20})
    assert log.read_text().splitlines() == ["began 1", "began 2", "done 2"]


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_told_to_end_gives_its_job_back_at_once(transactional_db, project, tmp_path):
    enqueue("count_slowly", arguments={"total": 600, "log": str(tmp_path / "log")})
    with worker() as process:
        wait_for(lambda: Job.objects.get().done > 0)
        assert worker_is_alive()
        process.terminate()
        assert process.wait(20) == 0
    job = Job.objects.get()
    assert (job.state, job.attempt) == (JobState.WAITING, 0)
    assert not worker_is_alive()


@pytest.mark.django_db(transaction=True)
def test_many_workers_do_each_job_once(transactional_db, project, tmp_path):
    logs = [tmp_path / f"log{n}" for n in range(12)]
    for log in logs:
        enqueue("count_slowly", arguments={"total": 1, "log": str(log)})
    with worker(), worker(), worker():
        wait_for(lambda: not Job.objects.exclude(state=JobState.DONE).exists())
    assert [log.read_text().splitlines() for log in logs] == [["began 1", "done 1"]] * 12
