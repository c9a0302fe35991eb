"""Taking a job up and doing it. One conditional UPDATE decides who has it, on SQLite and PostgreSQL alike."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.errors import AnnotationError
from jobs import registry
from jobs.context import LEASE, Interrupted, Turn, TurnIsOver
from jobs.models import Job, JobState

MOST_ATTEMPTS = 3  # a job that has taken so many workers with it is not tried again
log = logging.getLogger(__name__)


def run_next(began: Callable[[Turn], None] = lambda turn: None) -> Job | None:
    """Take up the oldest job that waits, or whose worker is gone, and do it. None when there is none.

    `began` is given the turn before the work begins. What the job raises is stored with it, not raised.
    """
    job = claim()
    if job is None:
        return None
    turn = Turn(job)
    began(turn)
    with _kept(job):
        fields = _outcome(turn)
    mine = Job.objects.filter(pk=job.pk, state=JobState.RUNNING, attempt=job.attempt)
    mine.update(leased_until=None, **fields)
    return Job.objects.filter(pk=job.pk).first()


def claim() -> Job | None:
    """The oldest job there is to do, now ours."""
    while True:
        now = timezone.now()
        to_do = Q(state=JobState.WAITING) | Q(state=JobState.RUNNING, leased_until__lt=now)
        job = Job.objects.filter(to_do).order_by("pk").first()
        if job is None:
            return None
        same = Job.objects.filter(to_do, pk=job.pk, attempt=job.attempt)
        if job.attempt >= MOST_ATTEMPTS:
            gone = _("The worker ended %(times)d times while it did this.") % {"times": job.attempt}
            same.update(state=JobState.FAILED, error=gone, finished_at=now, leased_until=None)
            continue
        number, until = job.attempt + 1, now + LEASE
        if same.update(state=JobState.RUNNING, attempt=number, started_at=job.started_at or now, leased_until=until):
            job.refresh_from_db()
            return job


def _outcome(turn: Turn) -> dict[str, Any]:
    """What to write to the job after it: its state and result."""
    try:
        function = registry.FUNCTIONS.get(turn.job.kind)
        if function is None:
            raise AnnotationError("unknown_job", _("This version of Attest has no such job."))
        result = function(turn)
    except TurnIsOver:
        return {}  # whoever stopped it or has it now says what becomes of it
    except Interrupted:
        # Being sent home is no failure of the job.
        return {"state": JobState.WAITING, "attempt": turn.job.attempt - 1}
    except AnnotationError as error:
        return {"state": JobState.FAILED, "error": error.message, "finished_at": timezone.now()}
    except Exception as error:
        log.exception("Job %s (%s) failed", turn.job.pk, turn.job.kind)
        words = f"{type(error).__name__}: {error}"[:2000]
        return {"state": JobState.FAILED, "error": words, "finished_at": timezone.now()}
    return {"state": JobState.DONE, "result": result, "error": "", "finished_at": timezone.now()}


@contextmanager
def _kept(job: Job) -> Iterator[None]:
    """Renew the lease while the block runs, for as long as this process lives."""
    over = threading.Event()

    def renew() -> None:
        try:
            while not over.wait(LEASE.total_seconds() / 3):
                mine = Job.objects.filter(pk=job.pk, state=JobState.RUNNING, attempt=job.attempt)
                try:
                    mine.update(leased_until=timezone.now() + LEASE)
                except Exception:  # a database that is away for a moment; the lease has two more chances
                    log.exception("The lease of job %s could not be renewed", job.pk)
        finally:
            connection.close()

    keeper = threading.Thread(target=renew, daemon=True)
    keeper.start()
    try:
        yield
    finally:
        over.set()
        keeper.join(1)
