"""Embedded worker in a process of its own: `python -m tests.jobs.worker_process DATABASE LEASE_SECONDS`."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


@contextmanager
def worker(lease: float = 30) -> Iterator[subprocess.Popen[str]]:
    """Start a worker; kill it at the end."""
    from django.db import connection

    database = str(connection.settings_dict["NAME"])
    command = [sys.executable, "-m", "tests.jobs.worker_process", database, str(lease)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def wait_for(holds: Callable[[], bool], patience: float = 60) -> None:
    from jobs.models import Job

    deadline = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < deadline, [(job, job.error) for job in Job.objects.all()]
        time.sleep(0.05)


def main() -> None:
    import django
    from django.conf import settings

    settings.DATABASES["default"]["NAME"] = sys.argv[1]
    django.setup()
    from jobs import context
    from jobs.worker import Worker
    from tests.jobs import functions  # noqa: F401  registers its jobs

    context.LEASE = timedelta(seconds=float(sys.argv[2]))
    print("ready", flush=True)
    Worker().work()


if __name__ == "__main__":
    main()
