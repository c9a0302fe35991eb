"""A worker's turn at a job: what the job function is given."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

from django.utils import timezone

from jobs.models import Job, JobState

LEASE = timedelta(seconds=30)
SECONDS_BETWEEN_SAYINGS = 0.5


class TurnIsOver(Exception):
    """The job was stopped, or another worker has it: nothing more is to be done or stored."""


class Interrupted(Exception):
    """The worker is to end: the job goes back to those that wait."""


class Turn:
    """One worker's attempt at one job."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.is_to_end = False  # set by the worker's own signal handler
        self._said = 0.0

    @property
    def arguments(self) -> dict[str, Any]:
        return dict(self.job.arguments)

    def progress(self, done: int, total: int = 0, words: str = "") -> None:
        """Say how far it is; call it as often as you like. Raises TurnIsOver and Interrupted: let them pass."""
        if self.is_to_end:
            raise Interrupted
        now = time.monotonic()
        if now - self._said < SECONDS_BETWEEN_SAYINGS:
            return
        self._said = now
        self._change(done=done, total=total, words=words[:200])

    def hold(self) -> None:
        """Make sure that the job is still ours, and keep it so until the transaction around this is over.

        Raises TurnIsOver.
        """
        self._change(leased_until=timezone.now() + LEASE)

    def _change(self, **fields: Any) -> None:
        mine = Job.objects.filter(pk=self.job.pk, state=JobState.RUNNING, attempt=self.job.attempt)
        if not mine.update(**fields):
            raise TurnIsOver
