"""The site as `make run` serves it, with a data folder, a port and a database of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).resolve().parent.parent.parent
TICKS = os.sysconf("SC_CLK_TCK")


class Site:
    """A served site; `group` is the process group of the server and its workers."""

    def __init__(self, environment: dict[str, str], port: int, group: int) -> None:
        self.environment, self.port, self.group = environment, port, group

    def ask(self, question: str, **arguments: Any) -> Any:
        """What a function of `benchmarks.assignment.project` answers, in a process of its own."""
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.assignment.project", question],
            input=json.dumps(arguments),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            env=self.environment,
            cwd=ROOT,
        )
        return json.loads(done.stdout)

    def cpu_seconds(self) -> float:
        """What all processes of the server have used so far. (A database server of its own is not among them.)"""
        used = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has ended
            if int(fields[2]) == self.group:
                used += int(fields[11]) + int(fields[12])
        return used / TICKS


def database_cpu_seconds() -> float:
    """What the PostgreSQL that was made for the measurement has used so far, processes that have ended included."""
    servers = [one for one in psutil.Process().children(recursive=True) if one.name() == "postgres"]
    times = [one.cpu_times() for one in servers]
    return float(sum(each.user + each.system + each.children_user + each.children_system for each in times))


@contextmanager
def serving(folder: Path, port: int, database: str) -> Iterator[Site]:
    """`bin/serve`, from the moment it answers until the block is left."""
    kept = {
        name: os.environ[name]
        for name in ("PATH", "HOME", "LANG", "WEB_CONCURRENCY", "WEB_THREADS")
        if name in os.environ
    }
    environment = {**kept, "ATTEST_ENV_FILE": "", "ATTEST_DATA_DIR": str(folder), "PORT": str(port)}
    environment |= {"DATABASE_URL": database} if database else {}
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "bin/serve"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=True,
            cwd=ROOT,
        )
    assert server.stdout is not None
    try:
        if not any(line.startswith("Attest is at") for line in server.stdout):
            sys.exit(f"The site did not start:\n{(folder / 'server.log').read_text()}")
        yield Site(environment, port, server.pid)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)
