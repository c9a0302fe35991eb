"""Querysets of verifications and reports, shared by counts, filters and pages."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page
from django.db.models import Count, Max, OuterRef, QuerySet, Subquery, TextField
from django.db.models.functions import Cast
from django.http import HttpRequest

from annotation.evidence.models import Evidence
from annotation.projects.models import Project
from annotation.work.models import Operation
from annotation.workflows.claim_verification.models import Report, Verification
from frontend.views.lists import page_of

ROWS = 20  # claims of several lines: a page of them is three screens high at most


def current_verifications(project: Project) -> QuerySet[Verification]:
    """One row an assignment of production, its latest revision; latest first."""
    return (
        Verification.objects.filter(claim__project=project, claim__phase=0, submission__is_current=True)
        .select_related("claim", "submission__assignment__person")
        .order_by("-submission__created_at", "-pk")
    )


def measured_page(request: HttpRequest, found: QuerySet[Verification]) -> Page[Any]:
    """A page of `found` with `sets`, `elements` and `seconds` (edits left out), counted for the rows shown only."""
    # Only the keys: to sort them with all columns takes a database several times as long.
    page = page_of(request, found.values_list("pk", flat=True), ROWS)
    first = Operation.objects.filter(
        assignment=OuterRef("submission__assignment"), sitting=1
    )  # edits have clocks of their own
    operations = first.order_by().values("assignment")
    elements = Evidence.objects.filter(evidence_set__submission=OuterRef("submission")).order_by()
    place = {pk: number for number, pk in enumerate(page)}
    shown = Verification.objects.filter(pk__in=place).annotate(
        sets=Count("submission__evidence_sets"),
        elements=Subquery(elements.values("evidence_set__submission").annotate(n=Count("pk")).values("n")),
        seconds=Subquery(operations.annotate(last=Max("seconds")).values("last")),
    )
    page.object_list = list(
        shown.select_related(
            *("claim", "submission__assignment__person", "submission__assignment__set_aside", "flag_review__by")
        )
    )
    page.object_list.sort(key=lambda row: place[row.pk])
    return page


def with_reason(reports: QuerySet[Report], reason: str) -> QuerySet[Report]:
    """The reports for this reason. SQLite has no "contains" for JSON; no reason's name is in another's."""
    return reports.annotate(reasons_text=Cast("reasons", TextField())).filter(reasons_text__contains=f'"{reason}"')
