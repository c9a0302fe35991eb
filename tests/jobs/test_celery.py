"""One Celery message runs one job: routing, retries, lost messages, killed workers. On a Redis and real workers."""

from __future__ import annotations

import base64
import json
import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from datetime import timedelta
from pathlib import Path

import pytest
import redis
from celery import Celery
from django.db import OperationalError, transaction
from django.utils import timezone
from pytest_django import Settings

from jobs import messages, tasks
from jobs.enqueue import enqueue, worker_is_alive
from jobs.health import examine_broker
from jobs.models import Job, JobState, JobWorker
from tests.jobs import functions  # noqa: F401  registers its jobs
from tests.jobs.worker_process import ROOT, wait_for
from tests.servers.process import PYTHON, django_environment, free_port, running
from tests.servers.redis import redis_server


@pytest.fixture
def broker(redis_url: str, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[redis.Redis]:
    """An empty Redis that jobs are enqueued on."""
    app = Celery(broker=redis_url, set_as_current=False)
    monkeypatch.setattr(messages, "current_app", app)
    monkeypatch.setattr(messages, "_paused_until", 0.0)
    settings.REDIS_URL = redis_url
    connection = redis.Redis.from_url(redis_url)
    connection.flushall()
    yield connection
    connection.close()
    app.close()


@contextmanager
def celery_worker(redis_url: str, folder: Path, **environment: str) -> Iterator[int]:
    """A Celery worker with one pool process: its process id."""
    log = folder / "worker.log"
    command = [PYTHON, "-m", "celery", "-A", "tests.jobs.celery_app", "worker", "-c1", "--loglevel=info"]
    environment = django_environment(REDIS_URL=redis_url, **environment)
    with running(command, log, lambda: "ready." in log.read_text(), cwd=ROOT, env=environment) as process:
        yield process.pid


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


# --- Messages --------------------------------------------------------------------------------------------------------


@pytest.fixture
def patience(monkeypatch):
    """The time that a message has on a busy machine; how long a request waits is for other tests."""
    monkeypatch.setattr(messages, "PATIENCE", 10.0)


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("patience")
def test_a_message_with_the_jobs_id_is_sent_after_the_commit(broker):
    with transaction.atomic():
        job = enqueue("count_slowly")
        assert broker.llen("celery") == 0
    message = json.loads(broker.lindex("celery", 0))
    assert message["headers"]["task"] == messages.TASK
    assert json.loads(base64.b64decode(message["body"]))[0] == [job.pk]
    job.refresh_from_db()
    assert job.message_sent_at is not None


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("patience")
def test_a_kind_of_job_has_the_queue_of_the_settings(broker, settings):
    settings.JOB_QUEUES = {"count_slowly": "slow"}
    enqueue("count_slowly")
    enqueue("build_index")
    assert (broker.llen("slow"), broker.llen("celery")) == (1, 1)


@contextmanager
def hanging() -> Iterator[str]:
    """A server that accepts connections and says nothing."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"


@contextmanager
def refusing() -> Iterator[str]:
    with redis_server("--requirepass", "right") as url:
        yield url.replace("redis://", "redis://:wrong@")


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fault", ["redis-away", "redis-hangs", "redis-password"])
def test_asking_does_not_wait_for_a_broker_that_is_of_no_use(fault, settings, monkeypatch):
    assert messages.PATIENCE < 0.2
    monkeypatch.setattr(messages, "_paused_until", 0.0)
    monkeypatch.setattr(messages, "SOCKET_SECONDS", 0.5)
    faults = {"redis-away": lambda: nullcontext(f"redis://127.0.0.1:{free_port()}/0"), "redis-hangs": hanging}
    with faults.get(fault, refusing)() as settings.REDIS_URL:
        began = time.monotonic()
        jobs = [enqueue("count_slowly") for _ in range(20)]
        assert time.monotonic() - began < 20 * messages.PATIENCE  # only the first of them tried
        assert [job.message_sent_at for job in Job.objects.all()] == [None] * len(jobs)
        assert messages.send_lost() == 0
        assert not Job.objects.exclude(state=JobState.WAITING, message_sent_at=None).exists()
        assert [finding.code for finding in examine_broker()] == [fault]


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_only_messages_that_were_lost_are_sent_again(broker):
    now = timezone.now()
    moment, long_ago = now - timedelta(seconds=5), now - timedelta(minutes=5)
    lapsed, running = now - timedelta(seconds=2), now + timedelta(seconds=10)
    waiting, leased = {"state": JobState.WAITING}, {"state": JobState.RUNNING}
    lost = {
        "never sent": waiting,
        "due by now": waiting | {"message_sent_at": long_ago, "not_before": moment},
        "worker died": leased | {"leased_until": lapsed, "message_sent_at": moment},
    }
    there = {
        "sent lately": waiting | {"message_sent_at": moment},
        "due later": waiting | {"not_before": running},
        "sent for the next worker": leased | {"leased_until": lapsed, "message_sent_at": now},
        "runs": leased | {"leased_until": running, "message_sent_at": long_ago},
        "over": {"state": JobState.STOPPED, "finished_at": now},
    }
    old = {"in the queue, or not": waiting | {"message_sent_at": long_ago}}
    broker.lpush("celery", "a message")
    jobs = {name: Job.objects.create(kind="count_slowly", **fields) for name, fields in (lost | there | old).items()}
    assert messages.send_lost() == len(lost)
    assert messages.send_lost() == 0
    sent = [json.loads(base64.b64decode(json.loads(each)["body"]))[0][0] for each in broker.lrange("celery", 0, -2)]
    assert sorted(sent) == [jobs[name].pk for name in lost]
    broker.flushall()  # Redis was restarted
    assert messages.send_lost() == len(old)


def test_a_message_is_tried_again_when_the_database_is_unavailable(monkeypatch):
    attempts: list[int] = []

    def run(job_id: int) -> None:
        attempts.append(job_id)
        if len(attempts) < 3:
            raise OperationalError("gone")

    monkeypatch.setattr(tasks, "run", run)
    tasks.run_job.apply([7])
    assert attempts == [7] * 3


def test_a_running_job_is_not_delivered_twice(settings):
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    assert settings.CELERY_TASK_SOFT_TIME_LIMIT < settings.CELERY_TASK_TIME_LIMIT < options["visibility_timeout"]
    assert tasks.run_job.acks_late


# --- Workers ---------------------------------------------------------------------------------------------------------


@pytest.mark.servers
@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_worker_runs_each_job_once_and_is_seen(broker, redis_url, corpus, tmp_path):
    log = tmp_path / "log"
    counting = enqueue("count_slowly", arguments={"total": 1, "log": str(log)})
    assert messages.send(Job.objects.get(pk=counting.pk))  # a second message
    building = enqueue("build_index", arguments={"corpus": corpus.pk})
    unsent = Job.objects.create(kind="build_index", arguments={"corpus": corpus.pk})  # its message was lost
    with celery_worker(redis_url, tmp_path):
        wait_for(lambda: not Job.objects.exclude(state=JobState.DONE).exists())
        assert worker_is_alive()
    assert log.read_text().splitlines() == ["began 1", "done 1"]
    assert [Job.objects.get(pk=job.pk).result for job in (building, unsent)] == [{"pages": 3}] * 2
    assert not JobWorker.objects.exists()


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("victim", ["pool process", pytest.param("whole worker", marks=pytest.mark.extended)])
def test_a_killed_workers_job_is_run_again(broker, redis_url, tmp_path, victim):
    log = tmp_path / "log"
    job = enqueue("count_slowly", arguments={"total": 10, "log": str(log)})
    with celery_worker(redis_url, tmp_path) as pid, ExitStack() as second:
        wait_for(lambda: log.exists() and log.read_text() != "")  # it is written a moment after it is made
        for each in [*children(pid), *([pid] if victim == "whole worker" else [])]:
            os.kill(each, signal.SIGKILL)
        if victim == "whole worker":
            second.enter_context(celery_worker(redis_url, tmp_path))
        wait_for(lambda: Job.objects.get().state == JobState.DONE)
    job.refresh_from_db()
    assert (job.attempt, log.read_text().splitlines()) == (2, ["began 1", "began 2", "done 2"])


@pytest.mark.servers
@pytest.mark.extended
@pytest.mark.django_db(transaction=True)
def test_a_job_beyond_its_time_limit_fails(broker, redis_url, tmp_path):
    enqueue("count_slowly", arguments={"total": 600, "log": str(tmp_path / "log")})
    with celery_worker(redis_url, tmp_path, TEST_TIME_LIMIT="1"):
        wait_for(lambda: Job.objects.get().state == JobState.FAILED)
    assert "time limit" in Job.objects.get().error


@pytest.mark.servers
@pytest.mark.extended
@pytest.mark.django_db(transaction=True)
def test_beat_finds_a_job_that_was_asked_for_while_redis_was_away(settings, tmp_path, monkeypatch):
    monkeypatch.setattr(messages, "_paused_until", 0.0)
    port = free_port()
    settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"
    log, schedule = tmp_path / "beat.log", tmp_path / "schedule"
    beat = [PYTHON, "-m", "celery", "-A", "tests.jobs.celery_app", "beat", "-s", schedule, "--loglevel=info"]
    environment = django_environment(REDIS_URL=settings.REDIS_URL)
    with ExitStack() as servers, ExitStack() as processes:
        servers.enter_context(redis_server(port=port))
        processes.enter_context(celery_worker(settings.REDIS_URL, tmp_path, TEST_SWEEP_SECONDS="3600"))
        processes.enter_context(
            running(beat, log, lambda: "beat: Starting" in log.read_text(), cwd=ROOT, env=environment)
        )
        servers.close()
        job = enqueue("count_slowly", arguments={"total": 1, "log": str(tmp_path / "log")})
        assert Job.objects.get().message_sent_at is None
        servers.enter_context(redis_server(port=port))
        wait_for(lambda: Job.objects.get().state == JobState.DONE)
        assert Job.objects.get(pk=job.pk).attempt == 1
