"""Reported tasks of workflows without reports of their own: the list, and a manager's decision on one."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.work.access import task_report_of
from annotation.work.models import ReportDecision, TaskReport
from annotation.work.registry import get_workflow, subjects, workflows_of
from annotation.work.reporting import decide_task_report
from frontend.views.access import PersonRequest, manager_view
from frontend.views.lists import number_in, page_of


@manager_view("GET", "POST", fresh=True)
def reports(request: PersonRequest, project: Project) -> HttpResponse:
    """Every report of what is on, latest first; a POST decides on one and all others of its task."""
    on = [slug for slug, workflow in workflows_of(project).items() if workflow.reportable is not None]
    found = TaskReport.objects.filter(assignment__project=project, assignment__kind__in=on)
    if request.method == "POST":
        report = task_report_of(project, number_in(request.POST.get("report", "")), on)
        decision, note = request.POST.get("decision", ""), request.POST.get("note", "")
        try:
            decided = decide_task_report(report=report, by=request.user, decision=decision, note=note)
        except AnnotationError as error:
            messages.error(request, error.message)
        else:
            messages.success(request, _("Decision: %(decision)s.") % {"decision": decided.get_decision_display()})
        return redirect("manage-task-reports", slug=project.slug)
    related = ("assignment__person", "assignment__task", "decided_by", *subjects("assignment__task__"))
    page = page_of(request, found.select_related(*related).order_by("-created_at", "-pk"))
    rows = [(report, _label(report), report.decision != ReportDecision.REINSTATED) for report in page]
    shown = {"project": project, "page": page, "rows": rows, "decisions": ReportDecision.choices}
    return render(request, "manage/task_reports.html", shown)


def _label(report: TaskReport) -> str:
    """The reason in words; its value where the workflow offers it no more."""
    reportable = get_workflow(report.assignment.kind).reportable
    reasons = () if reportable is None else reportable.reasons
    return next((str(reason.label) for reason in reasons if reason.value == report.reason), report.reason)
