"""The claims that verifiers reported, with their reasons."""

from __future__ import annotations

from django.db.models import Count, Q
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise

from annotation.projects.models import Project
from annotation.workflows.claim_verification.models import Report, ReportReason
from frontend.views.access import PersonRequest, manager_view
from frontend.views.lists import choice_of, page_of, words_of
from frontend.views.rows import with_reason

STATES = {"undecided": Q(decision=""), "decided": ~Q(decision="")}
REASONS: dict[str, str | Promise] = {reason.value: reason.label for reason in ReportReason}


@manager_view("GET")
def reports(request: PersonRequest, project: Project) -> HttpResponse:
    """Every report, latest first, with the verifications that others have given of the same claim."""
    text, reason, state = words_of(request), choice_of(request, "reason", REASONS), choice_of(request, "state", STATES)
    current = Count("claim__verifications", filter=Q(claim__verifications__is_current=True))
    found = Report.objects.filter(claim__project=project).select_related("claim", "assignment__person", "decided_by")
    if text:
        found = found.filter(claim__text__icontains=text)
    if reason:
        found = with_reason(found, reason)
    found = found.filter(STATES.get(state, Q()))
    page = page_of(request, found.annotate(verdicts=current).order_by("-created_at", "-pk"))
    asked = {"text": text, "reason": reason, "state": state}
    return render(
        request, "manage/reports.html", {"project": project, "page": page, "reasons": REASONS.items()} | asked
    )
