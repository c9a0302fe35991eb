"""Exceptions of background jobs."""

from __future__ import annotations

from datetime import timedelta

from django.core.exceptions import ImproperlyConfigured


class JobError(Exception):
    """Expected failure of a job: `message` is shown as it is to whoever enqueued it."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class UnknownJob(JobError):
    """No job function is registered under this name."""


class DuplicateJob(ImproperlyConfigured):
    """Two job functions are registered under one name."""


class LeaseLost(Exception):
    """The job was cancelled or leased to another worker: nothing more may be computed or stored for it."""


class Interrupted(Exception):
    """The worker shuts down: the job returns to the waiting ones."""


class RetryLater(Exception):
    """The job is to be run again, once `after` has passed; until then it waits. `message` says why."""

    def __init__(self, after: timedelta, message: str = "") -> None:
        super().__init__(message)
        self.after = after
        self.message = message
