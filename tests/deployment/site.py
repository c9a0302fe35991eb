"""The services of docker/compose.yml as processes of this machine: its commands, environments and health checks.

What a container has of its own is put in place: names of services become 127.0.0.1 and a free port, and the folders
/data, /tmp and /etc/nginx/... folders of the test.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

import psycopg2

from tests.deployment import compose
from tests.deployment.compose import ROOT
from tests.deployment.guide import words
from tests.servers.postgres import SPEED, postgres
from tests.servers.process import ServerFailed, ServerMissing, become, free_port, throw_away_folder

HOST = "attest.example.org"
BEGINNING = ("redis", "web", "jobs", "imports", "beat", "proxy")  # after PostgreSQL and `migrate`


class Site:
    """Processes by the name of their service, and what a command of the guides does to them."""

    def __init__(self, folder: Path, database_url: str, more: Mapping[str, str]) -> None:
        self.folder, self.more = folder, more
        self.database_url = database_url
        self.services: dict[str, dict[str, Any]] = {}
        self.file_env: dict[str, str] = {}
        self.typed: dict[str, str] = {}  # command -> what it said
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        names = ("web", "redis", "http", "https")
        self.ports = dict(zip(names, [free_port() for _name in names], strict=True))
        self.replaced = self._replaced(urlsplit(database_url).port or 5432)
        for name in ("data", "tmp", "backups"):
            (folder / name).mkdir(mode=0o700)
        self._write_nginx()

    def _replaced(self, postgres_port: int) -> dict[str, str]:
        return {
            "@postgres:5432": f"@127.0.0.1:{postgres_port}",
            "@redis:6379": f"@127.0.0.1:{self.ports['redis']}",
            "--port 6379": f"--port {self.ports['redis']} --bind 127.0.0.1 --dir {self.folder}/tmp",
            "redis-cli -p 6379": f"redis-cli -p {self.ports['redis']}",
            "-h 127.0.0.1 -U": f"-h 127.0.0.1 -p {postgres_port} -U",
            "https://127.0.0.1:8443": f"https://127.0.0.1:{self.ports['https']}",
            "server web:8000": f"server 127.0.0.1:{self.ports['web']}",
            "listen 8080": f"listen 127.0.0.1:{self.ports['http']}",
            "listen 8443": f"listen 127.0.0.1:{self.ports['https']}",
            "/etc/nginx/attest": f"{self.folder}/nginx",
            "/etc/nginx/tls": f"{self.folder}/tls",
            "/var/lib/attest-acme": f"{self.folder}/acme",
            "/tmp/": f"{self.folder}/tmp/",
            "/backups/": f"{self.folder}/backups/",
        }

    def here(self, text: str) -> str:
        """The text with what containers have of their own put in place; longest first, each place once."""
        pattern = "|".join(re.escape(key) for key in sorted(self.replaced, key=len, reverse=True))
        return re.sub(pattern, lambda found: self.replaced[found[0]], text)

    def environment(self, name: str) -> dict[str, str]:
        """What the container's process would have, and the PATH of this machine."""
        service = self.services[name]
        given = dict(self.file_env) if "env_file" in service else {}
        given |= {key: self.here(str(value)) for key, value in (service.get("environment") or {}).items()}
        path = os.pathsep.join([str(Path(sys.executable).parent), "/usr/sbin", os.environ["PATH"]])
        own = {"ATTEST_DATA_DIR": str(self.folder / "data"), "ATTEST_BIND": "127.0.0.1", "PORT": str(self.ports["web"])}
        own |= {"ATTEST_BACKUP_DIR": str(self.folder / "backups")}
        own |= {"ATTEST_BEAT_PID": f"{self.folder}/tmp/celerybeat.pid", "TMPDIR": f"{self.folder}/tmp"}
        more = self.more if "env_file" in service else {}
        return {**given, "PATH": path, "HOME": str(self.folder), "LANG": "C.UTF-8", **own, **more}

    def type(self, line: str) -> None:
        """Do what a line of a guide does on a server; `docker compose` is played by processes. It must succeed."""
        match words(line):
            case ["cp", ".env.example", ".env"]:
                shutil.copy(ROOT / ".env.example", self.folder / "env")
            case ["bin/production-setup", *arguments]:
                self.set_up(*arguments)
            case ["docker", "compose", "up", "-d", "--wait", *services]:
                self.up(*services)
            case ["docker", "compose", "up", "-d", "--build"]:
                self.migrate()
                self.up(*BEGINNING)
            case ["docker", "compose", "exec", service, *command]:
                assert service in self.processes, f"{service} does not run"
                self.succeed(line, service, command)
            case ["docker", "compose", "run", "--rm", "--no-deps", service, *command]:
                self.succeed(line, service, command)
            case _:
                raise AssertionError(f"nobody knows how to type {line!r}")

    def set_up(self, *arguments: str) -> None:
        """`bin/production-setup`, with a certificate for a trial; the compose file is read with its .env."""
        command: list[str | Path] = [sys.executable, "-I", ROOT / "bin/production-setup", *arguments]
        command += ["--env-file", self.folder / "env", "--tls", self.folder / "tls", "--self-signed"]
        subprocess.run(command, check=True, capture_output=True)
        self.file_env = compose.environment_of(self.folder / "env")
        self.services = compose.load(self.file_env)["services"]

    def up(self, *services: str) -> None:
        """Start services that do not run, and wait; PostgreSQL runs from the beginning."""
        for name in services:
            if name != "postgres" and name not in self.processes:
                self.start(name)
        self.wait_until_healthy()

    def migrate(self) -> None:
        migrated = self.run("migrate", *self.services["migrate"]["command"])
        assert migrated.returncode == 0, migrated.stderr

    def succeed(self, line: str, service: str, command: list[str]) -> None:
        result = self.run(service, *map(self.here, command))
        assert result.returncode == 0, f"{line}: {result.stdout[-3000:]}{result.stderr[-3000:]}"
        self.typed[line] = result.stdout

    def destroy(self) -> dict[str, int]:
        """Stop all, and lose database and data folder, as with the machine: exit statuses."""
        statuses = stop_all(self)
        self.processes.clear()
        shutil.rmtree(self.folder / "data")
        (self.folder / "data").mkdir(mode=0o700)
        empty_database(self.database_url)
        return statuses

    def run(self, service: str, *command: str) -> subprocess.CompletedProcess[str]:
        """A command in the place of `docker compose exec SERVICE COMMAND`."""
        return subprocess.run(
            command, env=self.environment(service), cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
        )

    def is_healthy(self, name: str) -> bool:
        """What the service's health check says."""
        test = self.services[name]["healthcheck"]["test"]
        command = ["sh", "-c", self.here(test[1])] if test[0] == "CMD-SHELL" else [self.here(part) for part in test[1:]]
        return self.run(name, *command).returncode == 0

    def start(self, name: str) -> None:
        """Start the service's command; `is_healthy` says when it is up."""
        command = [self.here(part) for part in self.services[name]["command"]]
        environment = self.environment(name)
        command[0] = shutil.which(command[0], path=environment["PATH"]) or command[0]
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=ROOT, env=environment, **become(None)
            )

    def wait_until_healthy(self, patience: float = 120) -> None:
        """Until every service that was started is healthy."""
        deadline = time.monotonic() + patience
        for name, process in self.processes.items():
            while not self.is_healthy(name):
                if process.poll() is not None or time.monotonic() > deadline:
                    raise ServerFailed(f"{name}: {process.returncode}\n{self.log()[-3000:]}")
                time.sleep(0.5)

    def log(self) -> str:
        """What all of them said."""
        return "".join(file.read_text(encoding="utf-8", errors="replace") for file in self.folder.glob("*.log"))

    def _write_nginx(self) -> None:
        (self.folder / "nginx").mkdir()
        for file in (ROOT / "docker" / "nginx").iterdir():
            (self.folder / "nginx" / file.name).write_text(self.here(file.read_text(encoding="utf-8")))


@contextmanager
def whole_site(
    beginning: Sequence[str], settings: Sequence[str] = SPEED, more: Mapping[str, str] = MappingProxyType({})
) -> Iterator[Site]:
    """What these lines of a guide start: all that `docker compose up` starts, but Elasticsearch.

    `settings`: of PostgreSQL; `more`: environment of the services of our own image.
    """
    if shutil.which("nginx", path=f"/usr/sbin:{os.environ['PATH']}") is None:
        raise ServerMissing("no nginx: install it with `sudo apt-get install nginx-light`")
    with throw_away_folder("site") as folder, postgres(settings) as database_url:
        site = Site(folder, database_url, more)
        try:
            for line in beginning:
                site.type(line)
            yield site
        finally:
            stop_all(site)


def empty_database(url: str) -> None:
    """Drop the database and make it again, from another one of its server."""
    name = urlsplit(url).path.strip("/")
    with closing(psycopg2.connect(urlsplit(url)._replace(path="/postgres").geturl())) as connection:
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
            cursor.execute(f'CREATE DATABASE "{name}"')


def stop_all(site: Site) -> dict[str, int]:
    """Stop every service by the signal of the compose file, the proxy first: its exit status."""
    for name in reversed(site.processes):
        if site.processes[name].poll() is None:
            site.processes[name].send_signal(signal.Signals[site.services[name].get("stop_signal", "SIGTERM")])
    for process in site.processes.values():
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
    return {name: process.returncode for name, process in site.processes.items()}
