"""The claims that verifiers reported, with their reasons."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q, TextField
from django.db.models.functions import Cast
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.views.decorators.http import require_GET

from annotation.projects.access import project_for
from annotation.projects.models import Role
from annotation.workflows.claim_verification.models import Report, ReportReason
from frontend.views import PersonRequest
from frontend.views.pagination import page_of, words_of

STATES = {"undecided": Q(decision=""), "decided": ~Q(decision="")}
REASONS: dict[str, str | Promise] = {reason.value: reason.label for reason in ReportReason}


@require_GET
@login_required
def reports(request: PersonRequest, slug: str) -> HttpResponse:
    """Every report, latest first, with the verifications that others have given of the same claim."""
    project = project_for(request.user, slug, Role.MANAGER)
    text, reason, state = words_of(request), request.GET.get("reason", ""), request.GET.get("state", "")
    current = Count("claim__verifications", filter=Q(claim__verifications__is_current=True))
    found = Report.objects.filter(claim__project=project).select_related("claim", "assignment__person", "decided_by")
    if text:
        found = found.filter(claim__text__icontains=text)
    if reason in REASONS:
        # SQLite has no "contains" for JSON; a value is a word of ours, so that its quoted form is in no other.
        found = found.annotate(said=Cast("reasons", TextField())).filter(said__contains=f'"{reason}"')
    found = found.filter(STATES.get(state, Q()))
    page = page_of(request, found.annotate(verdicts=current).order_by("-created_at", "-pk"))
    asked = {"text": text, "reason": reason, "state": state}
    return render(
        request, "manage/reports.html", {"project": project, "page": page, "reasons": REASONS.items()} | asked
    )
