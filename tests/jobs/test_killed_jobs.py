"""Every registered job, killed twice in the middle (SIGKILL), has one result, with the embedded worker and Celery."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import redis
from celery import Celery
from django.conf import settings as django_settings
from pytest_django import Settings

from jobs import messages, registry
from jobs.models import UNFINISHED, Job, JobState
from tests.jobs.cases import CASES
from tests.jobs.kill_points import POINTS, armed
from tests.jobs.worker_process import ROOT, wait_for
from tests.release.conftest import worked
from tests.release.test_webhook import Receiver
from tests.servers.process import PYTHON, django_environment, running

__all__ = ["worked"]
KINDS = sorted(set(registry.FUNCTIONS) - {"count_slowly", "draw_then_hang"})
IN_EVERY_RUN = {"make_release"}
VARIABLES = {"ATTEST_WEBHOOK_NETWORKS": "127.0.0.0/8", "ATTEST_SUGGESTER": "tests.suggestions.plugs.three"}


def backups() -> Path:
    return Path(django_settings.ATTEST_DATA_DIR) / "backups"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@contextmanager
def started(command: list[str], folder: Path, **environment: str) -> Iterator[None]:
    log = folder / "worker.log"
    environment = django_environment(**VARIABLES, ATTEST_BACKUP_DIR=str(backups()), **environment)
    with running([PYTHON, "-m", *command], log, lambda: "ready." in log.read_text(), cwd=ROOT, env=environment):
        yield


@pytest.fixture(scope="module")
def table_worker(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with started(["tests.jobs.killing"], tmp_path_factory.mktemp("table")):
        yield


@pytest.fixture(scope="module")
def celery_worker(django_db_setup: None, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    connection = redis.Redis.from_url(redis_url)
    connection.flushall()
    connection.close()
    command = ["celery", "-A", "tests.jobs.killing", "worker", "-c1", "--loglevel=info"]
    with started(command, tmp_path_factory.mktemp("celery"), REDIS_URL=redis_url):
        yield redis_url


# docker/compose.yml has Celery and PostgreSQL, `make run` the embedded worker and SQLite.
@pytest.fixture(
    params=[pytest.param("table", marks=pytest.mark.one_database), pytest.param("celery", marks=pytest.mark.servers)]
)
def worker(request: pytest.FixtureRequest, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("ATTEST_BACKUP_DIR", str(backups()))
    settings.ATTEST_SUGGESTER = ""  # nothing but the job itself is asked for
    if request.param == "table":
        request.getfixturevalue("table_worker")
        yield
        return
    settings.REDIS_URL = request.getfixturevalue("celery_worker")
    app = Celery(broker=settings.REDIS_URL, set_as_current=False)
    monkeypatch.setattr(messages, "current_app", app)
    monkeypatch.setattr(messages, "_paused_until", 0.0)
    yield
    app.close()


@pytest.fixture(autouse=True)
def clean_folder() -> Iterator[None]:
    """Rows of other tests have the same ids, and so their files the same names."""
    yield
    for name in ("kill-at", "releases", "uploads", "drift", "differences", "backups"):
        shutil.rmtree(Path(django_settings.ATTEST_DATA_DIR) / name, ignore_errors=True)


def test_every_job_has_a_case():
    assert sorted(CASES) == KINDS


@pytest.mark.parametrize(
    "kind", [kind if kind in IN_EVERY_RUN else pytest.param(kind, marks=pytest.mark.extended) for kind in KINDS]
)
@pytest.mark.django_db(transaction=True)
def test_a_job_that_is_killed_twice_has_one_result(kind, worker, request):
    for point in POINTS:
        armed(kind, point).parent.mkdir(exist_ok=True)
        armed(kind, point).touch()
    steps = CASES[kind](request.getfixturevalue)
    job = next(steps)

    def is_over() -> bool:
        job.refresh_from_db()
        waits = job.state == JobState.WAITING and job.not_before is not None
        return waits or job.state not in UNFINISHED

    wait_for(is_over)
    assert not armed(kind, "finish").exists()
    with suppress(StopIteration):
        next(steps)
    wait_for(lambda: not Job.objects.filter(state=JobState.RUNNING).exists())
