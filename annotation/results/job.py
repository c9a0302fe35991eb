"""Compute and store everything that the quality pages of a large project show."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError
from annotation.projects.data_version import data_version
from annotation.projects.models import Project
from annotation.quality import workflows
from annotation.quality.agreement.competence import competence
from annotation.quality.agreement.queries import full_report
from annotation.quality.audit import reports as audit
from annotation.quality.audit.dataset import AuditDataset
from annotation.results.codec import encode
from annotation.results.store import replace_results
from annotation.submission_check import dashboard as submission_check
from annotation.suggestions import dashboard as suggestions
from annotation.work.folders import modules_of
from jobs.context import JobContext
from jobs.enqueue import enqueue, unfinished
from jobs.models import Job, JobState
from jobs.registry import job

KIND = "quality_numbers"
ITEMS, AGREEMENT, COMPETENCE = "items", "agreement", "competence"


def _of_project(compute: Callable[[Project], Any], rows: AuditDataset) -> Any:
    return compute(rows.project)


REPORTS: dict[str, Callable[[AuditDataset], Any]] = {
    ITEMS: lambda rows: rows.items,
    AGREEMENT: lambda rows: full_report(rows.project, rows.items),
    COMPETENCE: lambda rows: competence(rows.items),
}
REPORTS |= audit.REPORTS
for _of_workflow in modules_of(workflows, "audit").values():
    REPORTS |= _of_workflow.REPORTS
REPORTS |= {
    name: partial(_of_project, compute) for name, compute in (suggestions.REPORTS | submission_check.REPORTS).items()
}


def request_refresh(project: Project, asked_by: User | None = None) -> Job:
    """Enqueue the job; if it waits or runs already, that one."""
    return unfinished(KIND, project=project) or enqueue(KIND, project=project, asked_by=asked_by)


@job(KIND)
def refresh(context: JobContext) -> dict[str, Any]:
    """The job. Nothing is stored before everything is computed: a killed run leaves the old results."""
    project = context.job.project
    if project is None:
        raise AnnotationError("no_project", _("This job belongs to no project."))
    stored = refresh_now(project, context.progress, context.renew_lease)
    Job.objects.filter(project=project, kind=KIND, state=JobState.DONE).delete()
    return {"parts": stored}


def refresh_now(
    project: Project,
    progress: Callable[[int, int, str], object] = lambda _done, _total, _name: None,
    hold: Callable[[], object] = lambda: None,
) -> int:
    """Compute and store all results; how many. `hold` is called first in the transaction that stores them."""
    version, computed_at = data_version(project.pk), timezone.now()  # what comes in from here on makes them stale
    rows, texts = AuditDataset(project), {}
    for done, (name, compute) in enumerate(REPORTS.items()):
        progress(done, len(REPORTS), name)
        texts[name] = encode(compute(rows))
    with transaction.atomic():
        hold()
        replace_results(project, texts, version, computed_at)
    return len(texts)
