"""Asking for a job, stopping one, and whether anybody does them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from annotation.accounts.models import User
from annotation.projects.models import Project
from jobs.models import UNFINISHED, Job, JobState, JobWorker

WORKER_IS_GONE_AFTER = timedelta(seconds=60)


def enqueue(
    kind: str, *, project: Project | None = None, arguments: dict[str, Any] | None = None, asked_by: User | None = None
) -> Job:
    """Put a job into the table; a worker takes it up once the transaction around this is over."""
    job = Job.objects.create(kind=kind, project=project, arguments=arguments or {}, created_by=asked_by)
    if not settings.CELERY_TASK_ALWAYS_EAGER:
        transaction.on_commit(_wake_celery)
    return job


def _wake_celery() -> None:
    """Tell a Celery worker that there is something to do. Where the broker is away the job waits for the next call."""
    from jobs.tasks import do_jobs

    try:
        do_jobs.apply_async(retry=False)
    except Exception:  # whatever the broker's client raises: the job is in the table
        return


def unfinished(kind: str, *, project: Project | None = None, arguments: dict[str, Any] | None = None) -> Job | None:
    """The latest job of this kind that waits or runs; with `arguments`, of exactly these."""
    jobs = Job.objects.filter(kind=kind, project=project, state__in=UNFINISHED).order_by("-pk")
    return next((job for job in jobs if arguments is None or job.arguments == arguments), None)


def stop(job: Job) -> bool:
    """Stop a job that waits or runs. Whether it was one: what a job has stored already stays."""
    now = timezone.now()
    open_job = Job.objects.filter(pk=job.pk, state__in=UNFINISHED)
    return open_job.update(state=JobState.STOPPED, finished_at=now, leased_until=None) == 1


def somebody_works() -> bool:
    """Whether a worker was seen a moment ago, or Celery is there to do it."""
    if not settings.CELERY_TASK_ALWAYS_EAGER:
        return True
    now = timezone.now()
    busy = Job.objects.filter(state=JobState.RUNNING, leased_until__gt=now)
    return JobWorker.objects.filter(seen_at__gt=now - WORKER_IS_GONE_AFTER).exists() or busy.exists()
