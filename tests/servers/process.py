"""A server process in a throw-away folder: started, waited for, and stopped whatever happens."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class ServerMissing(Exception):
    """The server is not on this machine. The message is the reason a test gives for being skipped."""


class ServerFailed(Exception):
    """The server is there and did not start."""


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


@contextmanager
def throw_away_folder(name: str, owner: pwd.struct_passwd | None = None) -> Iterator[Path]:
    """A short path (a Unix socket's has at most 107 letters), readable by its owner only."""
    folder = Path(tempfile.mkdtemp(prefix=f"attest-{name}-", dir="/tmp" if os.path.isdir("/tmp") else None))
    try:
        if owner is not None:
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def become(person: pwd.struct_passwd | None) -> dict[str, Any]:
    """Arguments of subprocess that make a child run as `person`, and leave the terminal's Ctrl+C to us."""
    options: dict[str, Any] = {"start_new_session": True, "stdin": subprocess.DEVNULL}
    if person is not None:
        options |= {"user": person.pw_uid, "group": person.pw_gid, "extra_groups": []}
    return options


@contextmanager
def running(
    command: Sequence[str | Path],
    log: Path,
    is_ready: Callable[[], bool],
    *,
    person: pwd.struct_passwd | None = None,
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
    patience: float = 60,
    stop_signal: int = 15,
) -> Iterator[subprocess.Popen[bytes]]:
    """Start `command`, hand it over once `is_ready()`, and stop it at the end, on failure and on Ctrl+C."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            list(map(str, command)), stdout=output, stderr=output, cwd=cwd, env=env, **become(person)
        )
    try:
        deadline = time.monotonic() + patience
        while not is_ready():
            if process.poll() is not None or time.monotonic() > deadline:
                said = log.read_text(encoding="utf-8", errors="replace")[-2000:]
                state = f"ended with {process.returncode}" if process.returncode is not None else "is not ready in time"
                raise ServerFailed(f"{Path(command[0]).name} {state}:\n{said}")
            time.sleep(0.05)
        yield process
    finally:
        stop(process, stop_signal)


def stop(process: subprocess.Popen[bytes], stop_signal: int = 15) -> None:
    if process.poll() is None:
        process.send_signal(stop_signal)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(10)


def accepts_connections(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False


def django_environment(**more: str) -> dict[str, str]:
    """The environment of a Django process of this test: same settings, same data folder, same test database."""
    return {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": test_database_url(), **more}


def test_database_url() -> str:
    """Where the test database is, for another process."""
    from urllib.parse import quote

    from django.db import connection

    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{settings['NAME']}"
    secret = f":{quote(settings['PASSWORD'])}" if settings["PASSWORD"] else ""
    host = quote(settings["HOST"], safe="")
    return f"postgres://{quote(settings['USER'])}{secret}@{host}:{settings['PORT']}/{settings['NAME']}"


test_database_url.__test__ = False  # its name begins like a test's

PYTHON = sys.executable
