"""The throw-away servers themselves: they start, they answer, and nothing of them is left."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.servers import requests
from tests.servers.postgres import find_binaries, postgres
from tests.servers.process import ServerFailed, ServerMissing, free_port, running
from tests.servers.redis import find_binary, redis_server

pytestmark = pytest.mark.servers


@pytest.fixture
def needs_postgres() -> None:
    try:
        find_binaries()
    except ServerMissing as reason:
        pytest.skip(str(reason))


@pytest.fixture
def needs_redis() -> None:
    try:
        find_binary()
    except ServerMissing as reason:
        pytest.skip(str(reason))


def test_a_postgresql_starts_answers_and_is_gone(needs_postgres):
    import psycopg2

    with postgres() as url:
        connection = psycopg2.connect(url)
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_database(), current_user")
            assert cursor.fetchone() == ("attest", "attest")
        connection.close()
    with pytest.raises(psycopg2.OperationalError):
        psycopg2.connect(url)


def test_a_redis_starts_answers_and_is_gone(needs_redis):
    import redis

    with redis_server() as url:
        client = redis.Redis.from_url(url)
        assert client.ping()
        client.close()
    gone = redis.Redis.from_url(url)
    with pytest.raises(redis.ConnectionError):
        gone.ping()
    gone.close()


def test_a_server_is_stopped_when_the_test_fails(tmp_path):
    with pytest.raises(ZeroDivisionError), running(["sleep", "60"], tmp_path / "log", lambda: True) as process:
        raise ZeroDivisionError
    assert process.poll() is not None


def test_a_server_that_ends_at_once_says_what_it_said(tmp_path):
    command = [sys.executable, "-c", "import sys; sys.exit('no such database')"]
    with (
        pytest.raises(ServerFailed, match="ended with 1:\nno such database"),
        running(command, tmp_path / "log", lambda: False),
    ):
        pass


def test_a_server_that_is_never_ready_is_stopped(tmp_path):
    with (
        pytest.raises(ServerFailed, match="is not ready in time"),
        running(["sleep", "600"], tmp_path / "log", lambda: False, patience=0.3),
    ):
        pass


def test_ctrl_c_in_the_middle_leaves_no_postgresql(needs_postgres):
    code = (
        "import signal, sys; from tests.servers.postgres import postgres\n"
        "with postgres() as url: print(url, flush=True); signal.pause()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=Path(__file__).resolve().parent.parent.parent,
    )
    assert process.stdout is not None
    url = process.stdout.readline().strip()
    process.send_signal(2)
    process.wait(30)
    process.stdout.close()
    import psycopg2

    with pytest.raises(psycopg2.OperationalError):
        psycopg2.connect(url)


def test_ports_are_free():
    assert len({free_port() for _ in range(5)}) > 1


def test_the_end_of_a_test_waits_for_its_last_request():
    requests.forget_all()
    requests.started()
    answered = threading.Event()

    def answer() -> None:
        answered.set()
        requests.finished()

    timer = threading.Timer(0.3, answer)
    timer.start()
    requests.wait_for_the_last()
    assert answered.is_set()
    timer.join()


def test_a_request_without_an_end_is_not_waited_for_for_ever():
    requests.forget_all()
    requests.started()
    requests.wait_for_the_last(patience=0.2)
    requests.forget_all()
