"""Enqueue suggestions when claims become available: one job per project finds what lacks them."""

from __future__ import annotations

from django.conf import settings

from annotation.projects.models import Project
from jobs.enqueue import enqueue, unfinished
from jobs.models import Job, JobState

KIND = "suggest_evidence"


def ask_for_suggestions(project: Project) -> None:
    """Put the job into the table, unless one waits already. Call it in the transaction that makes the claims.

    One that runs may have looked for the last time already: another one then waits behind it.
    """
    if not settings.ATTEST_SUGGESTER or not project.suggestions_on:
        return
    if not Job.objects.filter(project=project, kind=KIND, state=JobState.WAITING).exists():
        enqueue(KIND, project=project)


def waits_for_suggestions(project: Project) -> bool:
    """Whether a job for this project waits or runs."""
    return unfinished(KIND, project=project) is not None
