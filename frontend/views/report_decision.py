"""Decide a reported claim."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.quality.adjudication.reports import BACK, decide
from annotation.workflows.claim_verification.models import Report, Verification
from frontend.views.access import PersonRequest, manager_view


@manager_view("GET", "POST", fresh=True)
def decide_report(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """The report with all others of its claim; a POST decides on them together."""
    reports = Report.objects.select_related("claim__author", "assignment__person", "decided_by")
    report = get_object_or_404(reports, pk=pk, claim__project=project)
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
        "others": reports.filter(claim=report.claim).exclude(pk=pk),
        "verdicts": Verification.objects.filter(claim=report.claim, is_current=True).count(),
        "revisions": report.claim.revisions.select_related("author"),
        "is_open": report.decision not in BACK,
        "asked": asked if request.method == "POST" else {"text": report.claim.text},
        "errors": errors,
    }
    return render(request, "manage/report.html", shown, status=400 if errors else 200)
