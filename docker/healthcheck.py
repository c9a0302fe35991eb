"""Health of one process, as Docker asks for it: `python docker/healthcheck.py web|worker|beat`. Exit code 1: ill."""

from __future__ import annotations

import argparse
import http.client
import os
import socket
import sys
from pathlib import Path

PATIENCE = 8  # seconds
BEAT_PID = Path(os.environ.get("ATTEST_BEAT_PID", "/tmp/celerybeat.pid"))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("process", choices=("web", "worker", "beat"))
    reason = {"web": web, "worker": worker, "beat": beat}[parser.parse_args().process]()
    if reason:
        sys.exit(reason)


def web() -> str:
    """Ask whether it answers, which needs no database: a web server is not restarted because that is away."""
    connection = http.client.HTTPConnection("127.0.0.1", int(os.environ.get("PORT") or 8000), timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        return f"no answer: {error}"
    return "" if status == http.HTTPStatus.OK else f"status {status}"


def worker() -> str:
    """Look for the heartbeat of a worker of this container; it is sent while a job runs as well."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.utils import timezone

    from jobs.heartbeat import DEAD_AFTER
    from jobs.models import JobWorker

    name = f"{socket.gethostname()[:80]} "
    lately = JobWorker.objects.filter(name__startswith=name, seen_at__gt=timezone.now() - DEAD_AFTER)
    return "" if lately.exists() else f"no heartbeat of {name.strip()}"


def beat() -> str:
    """Look for the process."""
    try:
        os.kill(int(BEAT_PID.read_text(encoding="ascii")), 0)
    except (OSError, ValueError) as error:
        return f"beat does not run: {error}"
    return ""


if __name__ == "__main__":
    main()
