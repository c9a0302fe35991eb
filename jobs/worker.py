"""The process that does jobs: beside the website of `make run`, or by `manage.py run_jobs`."""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
import time
from types import FrameType

from django.db import OperationalError, close_old_connections
from django.utils import timezone

from jobs.context import Turn
from jobs.enqueue import WORKER_IS_GONE_AFTER
from jobs.models import JobWorker
from jobs.runner import run_next

SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_TO_END = 10.0  # a job that does not say how far it is cannot be sent home; its lease runs out instead
log = logging.getLogger(__name__)


class Worker:
    """Does jobs until it is told to end (SIGTERM), or the process that it belongs to is gone."""

    def __init__(self, parent: int | None = None) -> None:
        self.parent = parent
        self.name = f"{socket.gethostname()[:80]} {os.getpid()}"
        self._end = threading.Event()
        self._turn: Turn | None = None
        self._seen = 0.0

    def work(self) -> None:
        """Look for jobs again and again. Call it in the main thread."""
        signal.signal(signal.SIGTERM, self._told)
        if self.parent is None:
            signal.signal(signal.SIGINT, self._told)
        else:  # Ctrl+C is the website's: it ends when its requests are over, and this with it
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            threading.Thread(target=self._watch_parent, daemon=True).start()
        while not self._end.is_set():
            try:
                close_old_connections()
                self._say_hello()
                if run_next(self._began) is not None:
                    continue
            except OperationalError:
                log.exception("The database does not answer; looking again")
            self._end.wait(SECONDS_BETWEEN_LOOKS)
        JobWorker.objects.filter(name=self.name).delete()

    def end(self) -> None:
        """Begin nothing new, and send home what runs."""
        self._end.set()
        if self._turn is not None:
            self._turn.is_to_end = True
        last_resort = threading.Timer(SECONDS_TO_END, os._exit, [1])
        last_resort.daemon = True
        last_resort.start()

    def _told(self, _number: int, _frame: FrameType | None) -> None:
        self.end()

    def _began(self, turn: Turn) -> None:
        self._turn = turn
        turn.is_to_end = self._end.is_set()

    def _watch_parent(self) -> None:
        while os.getppid() == self.parent:
            time.sleep(0.5)
        self.end()

    def _say_hello(self) -> None:
        """Be seen, so that nobody is told to wait for a worker that is not there."""
        if time.monotonic() - self._seen < WORKER_IS_GONE_AFTER.total_seconds() / 4 and self._seen:
            return
        now = timezone.now()
        JobWorker.objects.update_or_create(name=self.name, defaults={"seen_at": now})
        JobWorker.objects.filter(seen_at__lt=now - WORKER_IS_GONE_AFTER).delete()
        self._seen = time.monotonic()
