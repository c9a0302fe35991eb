"""`make run` from the moment .venv stands: what it prints, what it keeps, and how it ends."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.servers.process import accepts_connections, free_port

ROOT = Path(__file__).resolve().parent.parent.parent
pytestmark = [pytest.mark.servers]


def environment(data_dir: Path, port: int, **more: str) -> dict[str, str]:
    """A person's shell: nothing of the test run, and a data folder that does not exist yet."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    asked = {"ATTEST_ENV_FILE": "", "ATTEST_DATA_DIR": str(data_dir), "PORT": str(port)}
    return {**kept, **asked, "ATTEST_METRICS_NETWORKS": "127.0.0.1", **more}


@contextmanager
def serving(
    data_dir: Path, port: int, python: Path | str = sys.executable, options: tuple[str, ...] = ()
) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """`bin/serve` until it says how to get in: the process, and what it printed so far."""
    process = subprocess.Popen(
        [python, ROOT / "bin" / "serve", *options],
        env=environment(data_dir, port),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,  # as in a terminal: one group, to which Ctrl+C goes
    )
    assert process.stdout is not None
    said: list[str] = []
    try:
        for line in process.stdout:
            said.append(line.rstrip())
            if len(said) > 2 and said[-1] == "" and any(line.startswith("Attest is at") for line in said[:-2]):
                break
        yield process, said
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        process.stdout.close()


def ctrl_c(process: subprocess.Popen[str]) -> str:
    os.killpg(process.pid, signal.SIGINT)
    said, _ = process.communicate(timeout=30)
    return said


def get(port: int, path: str) -> http.client.HTTPResponse:
    return fetch(port, path)[0]


def fetch(port: int, path: str, **headers: str) -> tuple[http.client.HTTPResponse, str]:
    """The answer, and its text."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer, text


def metrics_are_of_all_processes(port: int) -> None:
    """Two processes answer by turns; whichever is asked knows the requests of both."""

    def sample(name: str, **labels: str) -> float:
        families = text_string_to_metric_families(fetch(port, "/metrics")[1])
        found = [one for family in families for one in family.samples if one.name == name]
        return sum(one.value for one in found if labels.items() <= one.labels.items())

    count, seconds = "attest_http_requests_total", "attest_http_request_duration_seconds_count"
    wanted = {"view": "login", "method": "GET", "code": "200"}
    before, timed = sample(count, **wanted), sample(seconds, view="login")
    with ThreadPoolExecutor(8) as pool:
        assert {one.status for one in pool.map(lambda _n: get(port, "/login/"), range(40))} == {200}
    assert {sample(count, **wanted) for _n in range(8)} == {before + 40}
    assert sample(seconds, view="login") == timed + 40
    assert sample(count, view="none", code="404") == 0
    assert get(port, "/nowhere/").status == 404
    assert sample(count, view="none", code="404") == 1
    assert sample("attest_jobs", state="failed") == 0 and sample("attest_job_workers") == 1
    assert fetch(port, "/metrics", **{"X-Forwarded-For": "127.0.0.1"})[0].status == 404
    assert fetch(port, "/metrics", Host="web:8000")[0].status == 200


def test_it_ends_with_the_address_and_who_can_log_in_and_keeps_all_data(tmp_path):
    data_dir, port = tmp_path / "new" / "var", free_port()
    with serving(data_dir, port) as (process, said):
        address = said.index(f"Attest is at http://127.0.0.1:{port}/ (Ctrl+C stops it).")
        names = "\n".join(said[address:])
        assert "vera" in names
        assert "mina" in names
        assert get(port, "/").status == 302
        assert get(port, "/login/").status == 200
        metrics_are_of_all_processes(port)
        unfinished = "SELECT count(*) FROM annotation_job WHERE state IN ('waiting', 'running')"
        wait_until(lambda: ask_database(data_dir / "attest.sqlite3", unfinished) == [(0,)])
        assert "All data is kept" in ctrl_c(process)
        assert process.returncode == 0
    assert not accepts_connections(port)
    before = tables(data_dir)
    assert before["annotation_claim"] > 0
    assert before["annotation_suggestion"] > 0  # found by a job, without anybody asking for them

    with serving(data_dir, port) as (process, said):
        assert get(port, "/login/").status == 200
        long_jobs_are_done_beside_the_site(data_dir / "attest.sqlite3")
        it_ends_with_all_that_it_started(process, signal.SIGKILL)
    assert tables(data_dir) == before


@pytest.mark.extended
def test_without_the_demo_nobody_can_log_in_and_long_jobs_are_done_until_it_is_told_to_end(tmp_path):
    with serving(tmp_path, free_port(), options=("--no-demo",)) as (process, said):
        assert "create_operator" in "\n".join(said)
        counts = tables(tmp_path)
        assert (counts["annotation_user"], counts["annotation_project"], counts["corpus_corpus"]) == (0, 0, 0)
        long_jobs_are_done_beside_the_site(tmp_path / "attest.sqlite3")
        it_ends_with_all_that_it_started(process, signal.SIGTERM)


def long_jobs_are_done_beside_the_site(file: Path) -> None:
    add = (
        "INSERT INTO annotation_job (kind, arguments, state, attempt, done, total, words, error, created_at) "
        "VALUES ('no such job', '{}', 'waiting', 0, 0, 0, '', '', '2026-01-01')"
    )
    states = "SELECT state FROM annotation_job WHERE kind = 'no such job'"
    ask_database(file, add)
    wait_until(lambda: ask_database(file, states) == [("failed",)])
    latest = "SELECT name FROM annotation_jobworker ORDER BY seen_at DESC LIMIT 1"
    ((worker,),) = ask_database(file, latest)
    os.kill(int(worker.split()[-1]), signal.SIGKILL)  # whatever becomes of it, there is one again
    ask_database(file, add)
    wait_until(lambda: ask_database(file, states) == [("failed",)] * 2)


def it_ends_with_all_that_it_started(process: subprocess.Popen[str], how: signal.Signals) -> None:
    group = os.getpgid(process.pid)
    process.send_signal(how)
    process.wait(30)
    wait_until(lambda: not is_alive(group))


def is_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until(holds: Callable[[], bool], patience: float = 40) -> None:
    deadline = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def ask_database(file: Path, sql: str) -> list[tuple[Any, ...]]:
    with sqlite3.connect(file, timeout=20) as database:
        found = database.execute(sql).fetchall()
    database.close()
    return found


def tables(data_dir: Path) -> dict[str, int]:
    """How many rows each table of ours has, but those of jobs."""
    with sqlite3.connect(data_dir / "attest.sqlite3") as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        counts = {
            name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
            for name in names
            if name.startswith(("annotation_", "corpus_", "search_")) and not name.startswith("annotation_job")
        }
    database.close()
    return counts


def run(data_dir: Path, port: int, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "bin" / "serve"],
        env=environment(data_dir, port, **more),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_taken_port_is_said_with_the_remedy_before_anything_is_made(tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = run(tmp_path, port)
    assert result.returncode == 1
    assert f"Port {port} of 127.0.0.1 cannot be used" in result.stderr
    assert f"PORT={port + 1} make run" in result.stderr
    assert not (tmp_path / "attest.sqlite3").exists()


@pytest.mark.parametrize(
    ("variable", "value", "words"),
    [
        ("PORT", "eighty", "PORT='eighty' is not a whole number."),
        ("DATABASE_URL", "nonsense", "DATABASE_URL is not a database address."),
        ("DATABASE_URL", "postgres://attest@127.0.0.1:1/attest", "The database does not answer:"),
    ],
)
def test_a_wrong_setting_is_one_line_and_no_traceback(tmp_path, variable, value, words):
    result = run(tmp_path, free_port(), **{variable: value})
    assert result.returncode == 1
    assert words in result.stderr
    assert "Traceback" not in result.stderr
