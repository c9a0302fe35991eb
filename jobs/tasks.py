"""Celery task that runs one job, and the sweep of every Celery worker for lost messages."""

from __future__ import annotations

import logging
import os
import threading
from typing import Any

from celery import shared_task
from celery.signals import worker_ready, worker_shutdown
from django.db import InterfaceError, OperationalError, connection

from jobs.heartbeat import SECONDS_BETWEEN_BEATS, beat, sign_off, worker_name
from jobs.messages import TASK, send_lost
from jobs.runner import run

log = logging.getLogger(__name__)
_shutdown = threading.Event()
# Held while the main process has a database connection: a pool process forked then would inherit SQLite's locks.
_connected = threading.Lock()


@shared_task(  # type: ignore[untyped-decorator]
    name=TASK,
    acks_late=True,
    ignore_result=True,
    autoretry_for=(InterfaceError, OperationalError),  # the database is unavailable
    retry_backoff=2,
    retry_backoff_max=300,
    max_retries=10,
)
def run_job(job_id: int) -> None:
    """Run one job; skip it if it has finished, was cancelled or is leased to another worker."""
    run(job_id)


@worker_ready.connect  # type: ignore[untyped-decorator]
def start_sweeping(**_signal: Any) -> None:
    """Start the thread that sends heartbeats and lost messages, in the main process of a Celery worker."""
    os.register_at_fork(
        before=_connected.acquire, after_in_parent=_connected.release, after_in_child=_connected.release
    )
    threading.Thread(target=_sweep, daemon=True).start()


@worker_shutdown.connect  # type: ignore[untyped-decorator]
def stop_sweeping(**_signal: Any) -> None:
    """End the thread, and delete the worker's row."""
    _shutdown.set()
    sign_off(worker_name())


def _sweep() -> None:
    while True:
        with _connected:
            try:
                beat(worker_name())
                send_lost()
            except Exception:
                log.exception("The sweep for lost messages failed; trying again")
            finally:
                connection.close()
        if _shutdown.wait(SECONDS_BETWEEN_BEATS):
            return
