"""The site under load: the services of docker/compose.yml as processes, or `make run` with SQLite."""

from __future__ import annotations

import json
import os
import ssl
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from benchmarks.assignment.site import ROOT, serving
from tests.deployment.site import HOST, whole_site
from tests.deployment.site import Site as ComposeSite
from tests.servers.postgres import DURABLE
from tests.servers.process import free_port

BEGINNING = ("cp .env.example .env", f"bin/production-setup {HOST}", "docker compose up -d --build")


@dataclass
class Site:
    """Where it answers, how to run commands beside it, and its processes by the name of their service."""

    name: str
    base_url: str
    host: str | None
    verify: ssl.SSLContext | None
    environment: dict[str, str]
    folder: Path
    servers: dict[str, psutil.Process]  # those that are not services of `compose`
    compose: ComposeSite | None = None

    def roots(self) -> dict[str, psutil.Process]:
        """The first process of each service that runs now."""
        services = self.compose.processes if self.compose else {}
        alive = {name: psutil.Process(one.pid) for name, one in services.items() if one.poll() is None}
        return alive | {name: one for name, one in self.servers.items() if one.is_running()}

    def run(self, *command: str, given: str = "") -> str:
        """What a command of this site said; ends the program where it failed."""
        done = subprocess.run(
            [sys.executable, *command],
            input=given,
            capture_output=True,
            text=True,
            env=self.environment,
            cwd=ROOT,
            check=False,
        )
        if done.returncode:
            sys.exit(f"{' '.join(command)}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout

    def ask(self, question: str, **arguments: Any) -> Any:
        """What a function of `benchmarks.load.project` answers, in a process of its own."""
        said = self.run("-m", "benchmarks.load.project", question, given=json.dumps(arguments))
        return json.loads(said.splitlines()[-1])

    def memory(self) -> dict[str, float]:
        """Megabytes of each service: the proportional share (PSS) of its processes, so that shared pages count once."""
        return {name: sum(map(_pss, [root, *_children(root)])) / 2**20 for name, root in self.roots().items()}

    def cpu_seconds(self) -> dict[str, float]:
        """What the processes of each service have used so far, those included that have ended and were waited for."""
        return {name: sum(map(_cpu, [root, *_children(root)])) for name, root in self.roots().items()}


@contextmanager
def compose_site(more: Mapping[str, str]) -> Iterator[Site]:
    """PostgreSQL as it comes, with fsync."""
    with whole_site(BEGINNING, DURABLE, more) as site:
        environment = site.environment("web")
        verify = ssl.create_default_context(cafile=str(site.folder / "tls" / "fullchain.pem"))
        url = f"https://127.0.0.1:{site.ports['https']}"
        servers = {"postgres": _listening(environment["DATABASE_URL"])}
        yield Site("compose", url, HOST, verify, environment, site.folder, servers, site)


def _listening(database_url: str) -> psutil.Process:
    """The PostgreSQL of this address: the process with its port in the command line."""
    port = database_url.rsplit(":", 1)[1].split("/")[0]
    for process in psutil.process_iter(["cmdline"]):
        if f"port={port}" in (process.info["cmdline"] or []):
            return process
    raise LookupError(database_url)


@contextmanager
def sqlite_site(folder: Path) -> Iterator[Site]:
    """`bin/serve` with its embedded worker, as `make run` starts it."""
    folder.mkdir()
    with serving(folder, free_port(), "") as site:
        master = psutil.Process(site.group)
        url = f"http://127.0.0.1:{site.port}"
        yield Site("make run", url, None, None, site.environment, folder, {"serve": master})


def _children(root: psutil.Process) -> list[psutil.Process]:
    found: list[psutil.Process] = []
    with suppress(psutil.NoSuchProcess):
        found = root.children(recursive=True)
    return found


def _pss(process: psutil.Process) -> int:
    try:
        return int(process.memory_full_info().pss)
    except (psutil.NoSuchProcess, psutil.AccessDenied, FileNotFoundError):
        return 0


def _cpu(process: psutil.Process) -> float:
    try:
        times = process.cpu_times()
    except psutil.NoSuchProcess:
        return 0
    return float(times.user + times.system + times.children_user + times.children_system)


def disk_of_its_own(megabytes: int) -> None:
    """Go on in a mount namespace whose /tmp is a disk of this size: it can be filled without filling the machine's."""
    if os.environ.get("ATTEST_LOAD_DISK"):
        return
    script = f'mount -t tmpfs -o size={megabytes}m,mode=1777 tmpfs /tmp && exec "$@"'
    command = ["unshare", "--mount", "sh", "-c", script, "sh", sys.executable, "-m", "benchmarks.load", *sys.argv[1:]]
    os.execvpe(command[0], command, os.environ | {"ATTEST_LOAD_DISK": str(megabytes), "TMPDIR": "/tmp"})
