"""A task's whole way: through a real Redis to a real Celery worker, which works on the test's own database."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from celery import Celery

from search.api import index_state
from tests.servers.process import PYTHON, django_environment, running

pytestmark = pytest.mark.both_databases

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_a_worker_rebuilds_the_index(redis_url, corpus, tmp_path):
    assert index_state(corpus).status == "missing"
    # The broker alone: no test process should know more of a worker than a web process does.
    broker = Celery(broker=redis_url, set_as_current=False)
    command = [PYTHON, "-m", "celery", "-A", "config", "worker", "--pool=solo", "--loglevel=info"]
    with running(
        command,
        tmp_path / "worker.log",
        lambda: "ready." in (tmp_path / "worker.log").read_text(),
        cwd=ROOT,
        env=django_environment(REDIS_URL=redis_url),
    ):
        broker.send_task("search.indexing.tasks.rebuild_index", [corpus.pk])
        wait_until(lambda: index_state(corpus).status == "fresh", tmp_path / "worker.log")
    broker.close()


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_a_celery_worker_does_what_waits_in_the_job_table(redis_url, corpus, tmp_path):
    from annotation.models import Job
    from jobs.enqueue import enqueue

    enqueue("build_index", arguments={"corpus": corpus.pk})
    broker = Celery(broker=redis_url, set_as_current=False)
    command = [PYTHON, "-m", "celery", "-A", "config", "worker", "--pool=solo", "--loglevel=info"]
    with running(
        command,
        tmp_path / "worker.log",
        lambda: "ready." in (tmp_path / "worker.log").read_text(),
        cwd=ROOT,
        env=django_environment(REDIS_URL=redis_url),
    ):
        broker.send_task("jobs.tasks.do_jobs")
        wait_until(lambda: Job.objects.get().state == "done", tmp_path / "worker.log")
    broker.close()
    assert Job.objects.get().result == {"pages": 3}
    assert index_state(corpus).status == "fresh"


def wait_until(holds, log: Path, patience: float = 30) -> None:
    deadline = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.1)
