"""Agreement of some of a large project's claims: computed from the stored items by a job, and stored beside them."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

from django.db import transaction

from annotation.projects.models import Project
from annotation.quality.agreement.filters import EVERYTHING, Filters
from annotation.quality.agreement.items_codec import items_from_text
from annotation.quality.agreement.queries import ALL_GROUPINGS, agreement_report
from annotation.quality.agreement.scores import label_scores
from annotation.results.codec import encode, from_json, to_json
from annotation.results.job import AGREEMENT, ITEMS, project_of
from annotation.results.models import CachedResult
from annotation.results.store import cached_result, store_derived, stored_row
from jobs.context import JobContext
from jobs.enqueue import enqueue, unfinished, worker_is_alive
from jobs.models import Job, JobState
from jobs.registry import job

KIND = "narrowed_agreement"
MOST_STORED = 50  # filters of a project: a person tries out many
_PREFIX = "agreement of "


def agreement_key(filters: Filters) -> str:
    """The key under which the `AgreementReport` of these claims is stored."""
    if filters == EVERYTHING:
        return AGREEMENT
    return _PREFIX + hashlib.sha256(encode(filters).encode()).hexdigest()[:24]


def pending_job(project: Project, filters: Filters) -> Job | None:
    """The job that computes the report, enqueued if it was not; None if it has failed, or without worker or items."""
    items, arguments = stored_row(project, ITEMS), {"filters": to_json(filters)}
    if items is None or not worker_is_alive():
        return None
    failed = Job.objects.filter(project=project, kind=KIND, state=JobState.FAILED, created_at__gt=items.computed_at)
    if any(job.arguments == arguments for job in failed):
        return None
    return unfinished(KIND, project=project, arguments=arguments) or enqueue(KIND, project=project, arguments=arguments)


@job(KIND)
def compute_filtered(context: JobContext) -> dict[str, Any]:
    """The job."""
    project, filters = project_of(context), from_json(context.arguments["filters"])
    items = cached_result(project, ITEMS, items_from_text)
    if items is None:
        return {"claims": 0}  # of another version of the code: once all are computed again, the page asks again
    report = agreement_report(
        project,
        filters,
        ALL_GROUPINGS,
        scores=label_scores(project),
        with_annotators=True,
        items=items.value,
        progress=context.progress,
    )
    with transaction.atomic():
        context.renew_lease()
        store_derived(project, agreement_key(filters), encode(replace(report, names={})), items)
        stored = CachedResult.objects.filter(project=project, key__startswith=_PREFIX).order_by("-pk")
        CachedResult.objects.filter(pk__in=list(stored.values_list("pk", flat=True)[MOST_STORED:])).delete()
    Job.objects.filter(project=project, kind=KIND, state=JobState.DONE).delete()
    return {"claims": report.items}
