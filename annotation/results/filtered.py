"""The agreement of some of a large project's claims: kept beside the whole, and computed by a job when somebody asks.

It is computed from the kept items, and so is right for the same moment as everything else that is kept; when that is
computed anew, it is gone.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, replace
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.quality.agreement.annotators import annotators
from annotation.quality.agreement.definitions import GROUPINGS
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.queries import AgreementReport, add_annotators, figures_of
from annotation.quality.agreement.report import grouped
from annotation.quality.agreement.scores import label_scores
from annotation.results.models import KeptNumbers
from annotation.results.store import ITEMS, Kept, keep_beside, kept_part, text_of
from jobs.context import Turn
from jobs.enqueue import enqueue, somebody_works, unfinished
from jobs.models import Job, JobState

KIND = "narrowed_agreement"
MOST_KEPT = 50  # selections of a project: a person tries out many


def kept_report(project: Project, filters: Filters) -> Kept | None:
    """The `AgreementReport` of these claims, of the same moment as the kept items; None where none is kept."""
    found, items = kept_part(project, _part(filters)), kept_part(project, ITEMS)
    return found if found is not None and items is not None and found.made_at == items.made_at else None


def coming(project: Project, filters: Filters) -> Job | None:
    """The job that computes it, asked for now if nobody has; None where nobody does jobs, none can be kept, or it has
    failed: then whoever wants to see it computes it."""
    items, asked = kept_part(project, ITEMS), as_arguments(filters)
    if items is None or not somebody_works():
        return None
    failed = Job.objects.filter(project=project, kind=KIND, state=JobState.FAILED, created_at__gt=items.made_at)
    if any(job.arguments == asked for job in failed):
        return None
    return unfinished(KIND, project=project, arguments=asked) or enqueue(KIND, project=project, arguments=asked)


def compute(turn: Turn) -> dict[str, Any]:
    """The job: everything that the pages show of these claims."""
    project = turn.job.project
    if project is None:
        raise AnnotationError("no_project", _("This job belongs to no project."))
    filters, stored = from_arguments(turn.arguments), kept_part(project, ITEMS)
    if stored is None:
        return {"claims": 0}  # they are being computed anew, and a page asks again
    chosen = [item for item in stored.value if filters.keep(item)]
    scores, groups, of = label_scores(project), {}, len(GROUPINGS) + 2
    turn.progress(0, of)
    report = figures_of(chosen)
    for done, by in enumerate(GROUPINGS, start=1):
        turn.progress(done, of, by)
        groups[by] = grouped(chosen, by, scores)
    turn.progress(of - 1, of, "annotators")
    report = add_annotators(replace(report, groups=groups), annotators(chosen), chosen, project)
    _keep(turn, filters, report, stored)
    return {"claims": len(chosen)}


def _keep(turn: Turn, filters: Filters, report: AgreementReport, stored: Kept) -> None:
    project = turn.job.project
    assert project is not None, "looked at above"
    text = text_of(_part(filters), replace(report, names={}))  # names change, and are read with the page
    with transaction.atomic():
        turn.hold()
        keep_beside(project, _part(filters), text, stored)
        mine = KeptNumbers.objects.filter(project=project, part__startswith=_PREFIX).order_by("-pk")
        KeptNumbers.objects.filter(pk__in=list(mine.values_list("pk", flat=True)[MOST_KEPT:])).delete()
    Job.objects.filter(project=project, kind=KIND, state=JobState.DONE).delete()


_PREFIX = "agreement of "


def _part(filters: Filters) -> str:
    text = json.dumps(as_arguments(filters), sort_keys=True)
    return _PREFIX + hashlib.sha256(text.encode()).hexdigest()[:24]


def as_arguments(filters: Filters) -> dict[str, Any]:
    """What is asked for, as JSON can hold it."""
    given = {field.name: getattr(filters, field.name) for field in fields(filters)}
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in given.items()
        if value is not None
    }


def from_arguments(asked: dict[str, Any]) -> Filters:
    """What `as_arguments` was given."""
    days: dict[str, Any] = {name: date.fromisoformat(asked[name]) for name in ("first", "last") if name in asked}
    return Filters(**asked | days)
