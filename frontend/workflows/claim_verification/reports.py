"""Reported claims: the list, and the decision on one."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.quality.workflows.claim_verification.report_decisions import BACK, decide
from annotation.workflows.claim_verification.access import report_of
from annotation.workflows.claim_verification.models import Report, ReportReason, Verification
from frontend.views.access import PersonRequest, manager_view
from frontend.views.lists import choice_of, page_of, words_of
from frontend.workflows.claim_verification.rows import with_reason

STATES = {"undecided": Q(decision=""), "decided": ~Q(decision="")}
REASONS: dict[str, str | Promise] = {reason.value: reason.label for reason in ReportReason}


@manager_view("GET")
def reports(request: PersonRequest, project: Project) -> HttpResponse:
    """Every report, latest first, with the verifications that others have given of the same claim."""
    text, reason, state = words_of(request), choice_of(request, "reason", REASONS), choice_of(request, "state", STATES)
    current = Count("claim__verifications", filter=Q(claim__verifications__submission__is_current=True))
    found: QuerySet[Report] = Report.objects.filter(claim__project=project).select_related(
        "claim", "assignment__person", "decided_by"
    )
    if text:
        found = found.filter(claim__text__icontains=text)
    if reason:
        found = with_reason(found, reason)
    found = found.filter(STATES.get(state, Q()))
    page = page_of(request, found.annotate(verdicts=current).order_by("-created_at", "-pk"))
    asked = {"text": text, "reason": reason, "state": state}
    shown = {"project": project, "page": page, "reasons": REASONS.items()} | asked
    return render(request, "claim_verification/reports.html", shown)


@manager_view("GET", "POST", fresh=True)
def decide_report(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """The report with all others of its claim; a POST decides on them together."""
    report = report_of(project, pk)
    asked = {name: request.POST.get(name, "") for name in ("decision", "text", "note")}
    errors: dict[str, list[str]] = {}
    if request.method == "POST":
        try:
            decided = decide(report=report, by=request.user, **asked)
        except AnnotationError as error:
            errors = error.fields or {"": [error.message]}
        else:
            messages.success(request, _("Decision: %(decision)s.") % {"decision": decided.get_decision_display()})
            return redirect("manage-reports", slug=project.slug)
    shown = {
        "project": project,
        "report": report,
        "others": report.claim.reports.exclude(pk=pk).select_related("assignment__person", "decided_by"),
        "verdicts": Verification.objects.filter(claim=report.claim, submission__is_current=True).count(),
        "revisions": report.claim.revisions.select_related("author"),
        "is_open": report.decision not in BACK,
        "asked": asked if request.method == "POST" else {"text": report.claim.text},
        "errors": errors,
    }
    return render(request, "claim_verification/report.html", shown, status=400 if errors else 200)
