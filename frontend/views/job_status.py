"""State of background jobs for the pages that show them."""

from __future__ import annotations

from typing import Any

from annotation.projects.models import Project
from jobs.enqueue import worker_is_alive
from jobs.models import UNFINISHED, Job, JobState


def latest_job(project: Project, *kinds: str) -> Job | None:
    return Job.objects.filter(project=project, kind__in=kinds).order_by("-pk").first()


def latest_if_failed(project: Project, kind: str) -> Job | None:
    job = latest_job(project, kind)
    return job if job is not None and job.state == JobState.FAILED else None


def has_no_worker(job: Job | None) -> bool:
    """Whether the job waits while no worker is running."""
    return job is not None and job.state == JobState.WAITING and not worker_is_alive()


def job_context(job: Job) -> dict[str, Any]:
    return {"job": job, "is_unfinished": job.state in UNFINISHED, "is_waiting_for_nobody": has_no_worker(job)}
