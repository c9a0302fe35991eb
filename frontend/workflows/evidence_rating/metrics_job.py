"""Job that computes what each metric of evidence gives the rated items of a project."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError
from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.workflows.evidence_rating.models import EvidenceScore, RatedEvidence
from annotation.workflows.evidence_rating.queries import strings_of
from jobs.context import JobContext
from jobs.enqueue import enqueue, unfinished
from jobs.models import Job
from jobs.registry import job

KIND = "rating_metrics"
AT_ONCE = 20  # items that are stored together


@transaction.atomic
def ask(project: Project, asked_by: User | None) -> Job:
    """Ask for it; where it is being done already, that job."""
    locked = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    return unfinished(KIND, project=locked) or enqueue(KIND, project=locked, asked_by=asked_by)


@job(KIND)
def compute_metrics(context: JobContext) -> dict[str, Any]:
    """Compute what is missing; where nothing is, everything anew, since a metric may be another one by now.

    An interrupted run goes on where it was. Returns the number of items.
    """
    from baseline.scoring.averitec.metrics import METRICS  # NLTK takes a second to import

    project = context.job.project
    if project is None:
        raise AnnotationError("no_project", _("This job belongs to no project."))
    EvidenceScore.objects.filter(item__project=project).exclude(metric__in=METRICS).delete()
    items = _comparable(project)
    missing = [one for one in items if len(one.metric_scores.all()) < len(METRICS)] or items
    for start in range(0, len(missing), AT_ONCE):
        context.progress(start, len(missing), "")
        some = missing[start : start + AT_ONCE]
        values = [
            EvidenceScore(
                item=one, metric=name, value=metric.score(strings_of(one.evidence), strings_of(one.reference))
            )
            for one in some
            for name, metric in METRICS.items()
        ]
        with transaction.atomic():
            context.renew_lease()
            EvidenceScore.objects.filter(item__in=some).delete()
            EvidenceScore.objects.bulk_create(values)
            bump(project.pk)
    return {"items": len(missing)}


def _comparable(project: Project) -> list[RatedEvidence]:
    """Items with a reference and evidence, in production."""
    items = RatedEvidence.objects.filter(project=project, task__phase=0)
    items = items.exclude(Q(reference=None) | Q(reference=[]) | Q(evidence=[]))
    return list(items.prefetch_related("metric_scores").order_by("pk"))
