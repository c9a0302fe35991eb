"""Heartbeats of worker processes."""

from __future__ import annotations

import os
import socket
from datetime import timedelta

from django.utils import timezone

from jobs.models import JobWorker

DEAD_AFTER = timedelta(seconds=60)
SECONDS_BETWEEN_BEATS = DEAD_AFTER.total_seconds() / 4


def worker_name() -> str:
    """Return the name of this process among the workers: host and process id."""
    return f"{socket.gethostname()[:80]} {os.getpid()}"


def beat(name: str) -> None:
    """Record that the worker is alive, and delete the workers that are not."""
    now = timezone.now()
    JobWorker.objects.update_or_create(name=name, defaults={"seen_at": now})
    JobWorker.objects.filter(seen_at__lt=now - DEAD_AFTER).delete()


def sign_off(name: str) -> None:
    """Delete the worker's row when its process ends."""
    JobWorker.objects.filter(name=name).delete()
