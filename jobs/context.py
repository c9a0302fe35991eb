"""Execution context passed to a job function."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

from django.utils import timezone

from jobs.errors import Interrupted, LeaseLost
from jobs.models import Job, JobState

LEASE = timedelta(seconds=20)  # with the sweep, a job of a dead worker is found within 30 s
SECONDS_BETWEEN_REPORTS = 0.5


class JobContext:
    """One worker's attempt at one job."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.is_interrupted = False  # set by the signal handler of the worker
        self._reported_at = 0.0

    @property
    def arguments(self) -> dict[str, Any]:
        return dict(self.job.arguments)

    def progress(self, done: int, total: int = 0, message: str = "") -> None:
        """Report progress; written at most twice a second, so call it often.

        Raises LeaseLost and Interrupted: do not catch them.
        """
        if self.is_interrupted:
            raise Interrupted
        now = time.monotonic()
        if now - self._reported_at < SECONDS_BETWEEN_REPORTS:
            return
        self._reported_at = now
        self._update(done=done, total=total, message=message[:200])

    def renew_lease(self) -> None:
        """Renew the lease, and lock the job's row until the surrounding transaction ends. Raises LeaseLost."""
        self._update(leased_until=timezone.now() + LEASE)

    def finish(self, **fields: Any) -> None:
        """Store the outcome and end the lease. Raises LeaseLost."""
        self._update(leased_until=None, **fields)

    def _update(self, **fields: Any) -> None:
        attempt = Job.objects.filter(pk=self.job.pk, state=JobState.RUNNING, attempt=self.job.attempt)
        if not attempt.update(**fields):
            raise LeaseLost
