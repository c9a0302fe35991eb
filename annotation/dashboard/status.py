"""Age of a project's stored results, and when they are computed again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from annotation.projects.models import Project
from annotation.results.job import AGREEMENT, KIND, request_refresh
from annotation.results.store import is_stale, stored_row
from annotation.work.models import Assignment, AssignmentState
from annotation.work.registry import comparable_workflows
from jobs.enqueue import unfinished, worker_is_alive

LARGE = (
    5_000  # answers that are compared: on an idle machine less is computed within the request in well under a second
)
SMALL = 300  # no request computes results of more where a worker is there: many people work meanwhile
AT_MOST_EVERY = timedelta(minutes=2)  # while people work all results are always stale


@dataclass(frozen=True, slots=True)
class ResultsStatus:
    """`computed_at` is None if nothing is stored; `is_running`: a job waits or runs; `has_worker`: somebody does it."""

    computed_at: datetime | None
    is_stale: bool = False
    is_running: bool = False
    has_worker: bool = True


def results_status(project: Project) -> ResultsStatus:
    """The status; enqueues the job if it is due and a worker is there."""
    row, has_worker = stored_row(project, AGREEMENT), worker_is_alive()
    if row is None:
        if has_worker and _has(project, SMALL):
            request_refresh(project)
        return ResultsStatus(None)
    stale = is_stale(project, row)
    if stale and has_worker and timezone.now() - row.computed_at > AT_MOST_EVERY:
        request_refresh(project)
    return ResultsStatus(row.computed_at, stale, unfinished(KIND, project=project) is not None, has_worker)


def can_show_results(project: Project) -> bool:
    """Whether results of all kinds are stored, or computed at once: else enqueues the job, if a worker is there."""
    if stored_row(project, AGREEMENT) is not None or not _has(project, SMALL):
        return True
    if worker_is_alive():
        request_refresh(project)
    return False


def is_large(project: Project) -> bool:
    """Whether computing takes longer than somebody should wait. Looks at LARGE rows, however many there are."""
    return _has(project, LARGE)


def _has(project: Project, answers: int) -> bool:
    done = Assignment.objects.filter(
        project=project, kind__in=comparable_workflows(project), state=AssignmentState.SUBMITTED
    ).order_by()
    return done[answers - 1 : answers].exists()
