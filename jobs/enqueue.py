"""Enqueue and cancel jobs; check whether a worker is alive."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone

from jobs import messages, registry
from jobs.heartbeat import DEAD_AFTER
from jobs.models import UNFINISHED, Job, JobState, JobWorker
from observation.correlation import request_id


def enqueue(
    kind: str,
    *,
    project: models.Model | None = None,
    arguments: dict[str, Any] | None = None,
    asked_by: models.Model | None = None,
) -> Job:
    """Insert a job; a worker starts it after the surrounding transaction has committed. Raises UnknownJob.

    It takes no longer than `messages.PATIENCE` where the broker is away, hangs or refuses: the sweep finds the job.
    """
    registry.find(kind)
    job = Job.objects.create(
        kind=kind,
        project_id=None if project is None else project.pk,
        arguments=arguments or {},
        created_by_id=None if asked_by is None else asked_by.pk,
        request_id=request_id.get(),
    )
    if settings.REDIS_URL:
        transaction.on_commit(lambda: messages.send_soon(job))
    return job


def unfinished(
    kind: str, *, project: models.Model | None = None, arguments: dict[str, Any] | None = None
) -> Job | None:
    """Return the latest waiting or running job of this kind, with exactly these `arguments` if they are given."""
    of_project = Q(project__isnull=True) if project is None else Q(project=project.pk)
    jobs = Job.objects.filter(of_project, kind=kind, state__in=UNFINISHED).order_by("-pk")
    return next((job for job in jobs if arguments is None or job.arguments == arguments), None)


def cancel(job: Job) -> bool:
    """Cancel a waiting or running job. Return False if it has finished; what it has stored already stays."""
    now = timezone.now()
    open_job = Job.objects.filter(pk=job.pk, state__in=UNFINISHED)
    return open_job.update(state=JobState.STOPPED, finished_at=now, leased_until=None) == 1


def worker_is_alive() -> bool:
    """Return whether a worker of either kind sent a heartbeat lately, or runs a job now."""
    now = timezone.now()
    busy = Job.objects.filter(state=JobState.RUNNING, leased_until__gt=now)
    return JobWorker.objects.filter(seen_at__gt=now - DEAD_AFTER).exists() or busy.exists()
