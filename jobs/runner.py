"""Claim and run jobs. One conditional UPDATE decides which worker runs a job, on SQLite and PostgreSQL alike."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from jobs import context as leases
from jobs import registry
from jobs.context import JobContext
from jobs.errors import Interrupted, JobError, LeaseLost, RetryLater
from jobs.models import Job, JobState
from observation.correlation import job_id, request_id

MAX_ATTEMPTS = 3  # a job that killed so many workers is not tried again
log = logging.getLogger(__name__)


def run_next(on_start: Callable[[JobContext], None] = lambda context: None) -> Job | None:
    """Run the oldest job that waits or whose lease has lapsed; return it, or None if there is none.

    `on_start` is called with the context before the job function. An exception of the function is stored, not raised.
    """
    job = claim()
    return None if job is None else _run(job, on_start)


def run(job_id: int) -> Job | None:
    """Run one job; None if it does not exist, has finished, was cancelled or is leased to another worker."""
    job = claim(job_id)
    return None if job is None else _run(job)


def claim(job_id: int | None = None) -> Job | None:
    """Lease the oldest runnable job, or the one with this id, to the caller; None if there is none."""
    candidates = Job.objects.all() if job_id is None else Job.objects.filter(pk=job_id)
    while True:
        now = timezone.now()
        is_due = Q(not_before__isnull=True) | Q(not_before__lte=now)
        runnable = Q(state=JobState.WAITING) & is_due | Q(state=JobState.RUNNING, leased_until__lt=now)
        job = candidates.filter(runnable).order_by("pk").first()
        if job is None:
            return None
        unchanged = Job.objects.filter(runnable, pk=job.pk, attempt=job.attempt)
        if job.attempt >= MAX_ATTEMPTS:
            error = _("The worker process died %(times)d times while running this job.") % {"times": job.attempt}
            unchanged.update(state=JobState.FAILED, error=error, finished_at=now, leased_until=None)
            continue
        attempt, until = job.attempt + 1, now + leases.LEASE
        if unchanged.update(
            state=JobState.RUNNING, attempt=attempt, started_at=job.started_at or now, leased_until=until
        ):
            job.refresh_from_db()
            return job


def _run(job: Job, on_start: Callable[[JobContext], None] = lambda context: None) -> Job | None:
    context = JobContext(job)
    on_start(context)
    # What the job logs, and the jobs that it asks for, carry its number and the request that asked for it.
    reset_job, reset_request = job_id.set(job.pk), request_id.set(job.request_id)
    began, outcome = time.monotonic(), dict[str, Any]()
    try:
        with suppress(LeaseLost):  # whoever cancelled or leased it meanwhile stores the outcome
            with _lease_renewed(context):
                outcome = _outcome(context)
            context.finish(**outcome)
    finally:
        fields = {"kind": job.kind, "attempt": job.attempt, "state": str(outcome.get("state", "lost"))}
        log.info("job", extra=fields | {"duration_ms": round((time.monotonic() - began) * 1000, 1)})
        job_id.reset(reset_job)
        request_id.reset(reset_request)
    return Job.objects.filter(pk=job.pk).first()


def _outcome(context: JobContext) -> dict[str, Any]:
    """Call the job function; return the fields that store its result or failure. Raises LeaseLost."""
    try:
        result = registry.find(context.job.kind)(context)
    except LeaseLost:
        raise
    except Interrupted:  # a shutdown is no failure of the job
        return {"state": JobState.WAITING, "attempt": context.job.attempt - 1}
    except RetryLater as later:
        due = {"not_before": timezone.now() + later.after, "message": later.message[:200]}
        return {"state": JobState.WAITING, "attempt": context.job.attempt - 1} | due
    except JobError as error:
        return _failed(context.job, error.message)
    except SoftTimeLimitExceeded:
        return _failed(context.job, _("The job exceeded its time limit."))
    except Exception as error:
        log.exception("Job %s (%s) failed", context.job.pk, context.job.kind)
        return _failed(context.job, f"{type(error).__name__}: {error}"[:2000])
    return {"state": JobState.DONE, "result": result, "error": "", "finished_at": timezone.now()}


def _failed(job: Job, error: str) -> dict[str, Any]:
    if every := registry.EVERY.get(job.kind):
        waits = {"state": JobState.WAITING, "attempt": job.attempt - 1, "message": error[:200]}
        return waits | {"not_before": timezone.now() + every}
    return {"state": JobState.FAILED, "error": error, "finished_at": timezone.now()}


@contextmanager
def _lease_renewed(context: JobContext) -> Iterator[None]:
    """Renew the lease from a thread while the block runs: it lapses only with this process."""
    finished = threading.Event()

    def renew() -> None:
        try:
            while not finished.wait(leases.LEASE.total_seconds() / 3):
                try:
                    context.renew_lease()
                except LeaseLost:  # the job function learns of it at its next progress report
                    return
                except Exception:  # the database may be unavailable for a moment; two more renewals are due in time
                    log.exception("The lease of job %s could not be renewed", context.job.pk)
        finally:
            connection.close()

    thread = threading.Thread(target=renew, daemon=True)
    thread.start()
    try:
        yield
    finally:
        finished.set()
        thread.join(1)
