"""One import in a process and a database of its own, measured from inside; `measured` runs it from outside.

    python -m benchmarks.corpus.one_import DUMP WORKERS    prints {"wall": s, "cpu": s, "pages": n, "database": bytes}

Counted is everything import_corpus does, database and both passes included; starting Python, loading the code (a
second, however long the dump) and making the empty database are not.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import psutil


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds, seconds of processor time, pages stored, bytes of the database, peak memory of all processes (MB)."""

    wall: float
    cpu: float
    pages: int
    database: int
    memory: float


def measured(dump: Path, workers: int, database_url: str | None = None, *, watch: bool = False) -> Measured:
    """One import in a fresh process; with `watch`, its memory looked at every 20 ms (what is shared counted each time).

    Looking takes time of its own: `memory` is 0 without.
    """
    with tempfile.TemporaryDirectory(prefix="attest-benchmark-") as folder:
        url = database_url or f"sqlite:///{folder}/a.sqlite3"
        environment = {**os.environ, "ATTEST_DATA_DIR": folder, "DATABASE_URL": url, "ATTEST_ENV_FILE": ""}
        environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
        command = [sys.executable, "-m", "benchmarks.corpus.one_import", str(dump), str(workers)]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        peak = 0
        while watch and process.poll() is None:
            peak = max(peak, _memory(process.pid))
            time.sleep(0.02)
        assert process.stdout is not None
        with process.stdout as said:
            lines = said.read().splitlines()
        process.wait()
    if process.returncode != 0:
        raise SystemExit(f"The import of {dump} ended with {process.returncode}.")
    return Measured(**json.loads(lines[-1]), memory=peak / 1e6)


def _memory(pid: int) -> int:
    """Resident bytes of a process and of those it started."""
    total = 0
    with suppress(psutil.Error):
        started = psutil.Process(pid)
        for process in (started, *started.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):  # it ended meanwhile
                total += process.memory_info().rss
    return total


def main() -> None:
    dump, workers = Path(sys.argv[1]), int(sys.argv[2])
    import django

    django.setup()
    from django.core.management import CommandError, call_command
    from django.db import connection

    import corpus.management.commands.import_corpus  # noqa: F401

    call_command("migrate", verbosity=0)
    before = _database_size(connection)
    wall, cpu = time.perf_counter(), _cpu()
    try:
        call_command("import_corpus", str(dump), corpus="x", workers=workers, stdout=StringIO(), stderr=StringIO())
    except CommandError as error:  # pages that failed are part of what is measured
        print(error, file=sys.stderr)
    wall = time.perf_counter() - wall
    cpu = _cpu() - cpu
    from corpus.models import StoredPage

    size = _database_size(connection) - before
    print(json.dumps({"wall": wall, "cpu": cpu, "pages": StoredPage.objects.count(), "database": size}))


def _cpu() -> float:
    """Seconds of this process, of those it started that still run, and of theirs that have ended."""
    own = psutil.Process()
    return sum(sum(process.cpu_times()[:4]) for process in (own, *own.children(recursive=True)))


def _database_size(connection: Any) -> int:
    """Bytes the corpus takes on disk, indexes included, once the room of replaced rows is free again."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return Path(connection.settings_dict["NAME"]).stat().st_size
        cursor.execute("VACUUM FULL corpus_storedpage")
        cursor.execute(
            "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relname LIKE 'corpus%' AND relkind='r'"
        )
        return int(cursor.fetchone()[0])


if __name__ == "__main__":
    main()
