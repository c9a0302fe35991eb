"""Shared querysets behind counts, filters and pages."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page
from django.db.models import Case, Count, F, Max, OuterRef, Q, QuerySet, Subquery, TextField, Value, When
from django.db.models.functions import Cast
from django.http import HttpRequest
from django.utils import timezone

from annotation.claims.models import Claim
from annotation.evidence.models import Evidence
from annotation.projects.models import Project
from annotation.work.models import KEPT, AssignmentState, Operation
from annotation.workflows.claim_verification.models import Report, Verification
from frontend.views.lists import page_of


def current_verifications(project: Project) -> QuerySet[Verification]:
    """One row an assignment of production, its latest revision; latest first."""
    return (
        Verification.objects.filter(claim__project=project, claim__phase=0, is_current=True)
        .select_related("claim", "assignment__person")
        .order_by("-created_at", "-pk")
    )


def measured_page(request: HttpRequest, found: QuerySet[Verification]) -> Page[Any]:
    """A page of `found` with `sets`, `elements` and `seconds` (edits left out), counted for the rows shown only."""
    page = page_of(request, found)
    first = Operation.objects.filter(assignment=OuterRef("assignment"), sitting=1)  # edits have clocks of their own
    operations = first.order_by().values("assignment")
    elements = Evidence.objects.filter(evidence_set__verification=OuterRef("pk")).order_by()
    shown = Verification.objects.filter(pk__in=[row.pk for row in page]).annotate(
        sets=Count("evidence_sets"),
        elements=Subquery(elements.values("evidence_set__verification").annotate(n=Count("pk")).values("n")),
        seconds=Subquery(operations.annotate(last=Max("seconds")).values("last")),
    )
    page.object_list = list(shown.select_related("claim", "assignment__person").order_by("-created_at", "-pk"))
    return page


def with_reason(reports: QuerySet[Report], reason: str) -> QuerySet[Report]:
    """The reports for this reason. SQLite has no "contains" for JSON; no reason's name is in another's."""
    return reports.annotate(reasons_text=Cast("reasons", TextField())).filter(reasons_text__contains=f'"{reason}"')


def claims_with_places(project: Project) -> QuerySet[Claim]:
    """Claims with `wanted`, `submitted`, `held` (or postponed, by a lease that runs), `free` and `withdrawn` places.

    A claim has one task; of one that nobody is offered any more no place is free, and the rest is withdrawn.
    """
    submitted = Q(tasks__assignments__state=AssignmentState.SUBMITTED)
    held = Q(tasks__assignments__state__in=KEPT, tasks__assignments__leased_until__gte=timezone.now())
    rest = F("wanted") - F("submitted") - F("held")
    return (
        project.claims.filter(phase=0)
        .annotate(
            wanted=Max("tasks__required_annotations", default=0),
            submitted=Count("tasks__assignments", filter=submitted),
            held=Count("tasks__assignments", filter=held),
        )
        .annotate(
            free=Case(When(tasks__withdrawn_at__isnull=True, then=rest), default=Value(0)),
            withdrawn=Case(When(tasks__withdrawn_at__isnull=False, then=rest), default=Value(0)),
        )
        .order_by("pk")
    )


CLAIM_STATES: dict[str, Q] = {
    "": Q(),
    "open": Q(free__gt=0),
    "held": Q(held__gt=0),
    "withdrawn": Q(withdrawn__gt=0),
    "done": Q(wanted__gt=0, submitted__gte=F("wanted")),
}
