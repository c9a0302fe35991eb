"""Embedded worker: the process that runs jobs without Celery, started by `bin/serve` or `manage.py run_jobs`."""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from types import FrameType

from django.db import OperationalError, close_old_connections

from jobs.context import JobContext
from jobs.heartbeat import SECONDS_BETWEEN_BEATS, beat, sign_off, worker_name
from jobs.periodic import enqueue_due
from jobs.runner import run_next
from jobs.wall_clock import WallClock, enqueue_jump

SECONDS_BETWEEN_POLLS = 1.0
SECONDS_TO_SHUT_DOWN = 10.0  # a job that reports no progress cannot be interrupted: its lease lapses instead
log = logging.getLogger(__name__)


class Worker:
    """Runs jobs until SIGTERM, or until the parent process has ended."""

    def __init__(self, parent: int | None = None) -> None:
        self.parent = parent
        self.name = worker_name()
        self._shutdown = threading.Event()
        self._context: JobContext | None = None
        self._beat_at: float | None = None
        self._clock = WallClock()

    def work(self) -> None:
        """Poll for jobs and run them. Call it in the main thread: it sets signal handlers."""
        signal.signal(signal.SIGTERM, self._on_signal)
        if self.parent is None:
            signal.signal(signal.SIGINT, self._on_signal)
        else:  # Ctrl+C is for the website, which finishes its requests first; this process ends after it
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            threading.Thread(target=self._watch_parent, daemon=True).start()
        while not self._shutdown.is_set():
            try:
                close_old_connections()
                self._heartbeat()
                if run_next(self._on_start) is not None:
                    continue
            except OperationalError:
                log.exception("The database is unavailable; trying again")
            self._shutdown.wait(SECONDS_BETWEEN_POLLS)
        sign_off(self.name)

    def shut_down(self) -> None:
        """Start no further job, and interrupt the running one."""
        self._shutdown.set()
        if self._context is not None:
            self._context.is_interrupted = True
        last_resort = threading.Timer(SECONDS_TO_SHUT_DOWN, os._exit, [1])
        last_resort.daemon = True
        last_resort.start()

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self.shut_down()

    def _on_start(self, context: JobContext) -> None:
        self._context = context
        context.is_interrupted = self._shutdown.is_set()

    def _watch_parent(self) -> None:
        while os.getppid() == self.parent:
            time.sleep(0.5)
        self.shut_down()

    def _heartbeat(self) -> None:
        now = time.monotonic()
        if self._beat_at is None or now - self._beat_at >= SECONDS_BETWEEN_BEATS:
            beat(self.name)
            enqueue_due()
            if jumped := self._clock.jumped():
                enqueue_jump(jumped)
            self._beat_at = now
