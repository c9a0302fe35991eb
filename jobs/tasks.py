"""Celery task that runs one job, and the sweep of Celery workers and beat for what waits."""

from __future__ import annotations

import logging
import os
import threading
from multiprocessing.reduction import ForkingPickler
from typing import Any

from billiard import current_process
from billiard.process import AuthenticationString
from celery import shared_task
from celery.signals import worker_process_init, worker_ready, worker_shutdown
from django.db import InterfaceError, OperationalError, connection

from jobs.heartbeat import beat, sign_off, worker_name
from jobs.messages import TASK, send_lost
from jobs.periodic import enqueue_due
from jobs.runner import run
from jobs.wall_clock import WallClock, enqueue_jump

SECONDS_BETWEEN_SWEEPS = 5.0
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


@shared_task(name="jobs.tasks.sweep", ignore_result=True)  # type: ignore[untyped-decorator]
def sweep() -> None:
    """Enqueue the periodic jobs that are due, and send the messages that jobs lack. Beat asks for it."""
    enqueue_due()
    send_lost()


@worker_process_init.connect  # type: ignore[untyped-decorator]
def allow_children(**_signal: Any) -> None:
    """Let a process of the prefork pool start processes of its own, as an import does.

    Celery marks it as daemonic, which forbids that. They end with it: they read from a pipe that it holds. And Celery
    puts billiard's process in the place of multiprocessing's, which cannot hand its key to the processes that it starts
    ("Pickling an AuthenticationString object") unless it is told how.
    """
    current_process().daemon = False
    ForkingPickler.register(AuthenticationString, lambda key: (bytes, (bytes(key),)))


@worker_ready.connect  # type: ignore[untyped-decorator]
def start_sweeping(**_signal: Any) -> None:
    """Start the thread that sends heartbeats and lost messages, in the main process of a Celery worker.

    It goes on while every process of the pool is busy, and while the broker is away.
    """
    os.register_at_fork(
        before=_connected.acquire, after_in_parent=_connected.release, after_in_child=_connected.release
    )
    threading.Thread(target=_keep_sweeping, daemon=True).start()


@worker_shutdown.connect  # type: ignore[untyped-decorator]
def stop_sweeping(**_signal: Any) -> None:
    """End the thread, and delete the worker's row."""
    _shutdown.set()
    sign_off(worker_name())


def _keep_sweeping() -> None:
    clock = WallClock()
    while True:
        with _connected:
            try:
                beat(worker_name())
                sweep()
                if jumped := clock.jumped():
                    enqueue_jump(jumped)
            except Exception:
                log.exception("The sweep for lost messages failed; trying again")
            finally:
                connection.close()
        if _shutdown.wait(SECONDS_BETWEEN_SWEEPS):
            return
