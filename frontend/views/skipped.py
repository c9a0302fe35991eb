"""Skipped tasks with their reasons, and reinstating withdrawn ones."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.projects.models import Project
from annotation.work import skipping
from annotation.work.access import task_of
from annotation.work.models import Assignment, AssignmentState, Task
from annotation.work.registry import skip_reasons_of, subjects, workflows_of
from annotation.work.reporting import standing_task_reports
from frontend.page_sections import sections_of
from frontend.templatetags.navigation import title_of
from frontend.views.access import PersonRequest, manager_view
from frontend.views.csv_file import FILE, csv_answer
from frontend.views.lists import ANY, ListFilter, page_of
from frontend.views.period_form import PeriodForm, quick_choices

COLUMNS = ("task", "kind", "reason", "note", "person", "skipped_at")


class SkipFilter(PeriodForm, ListFilter):
    columns: ClassVar = {"reason": "skip_reason", "kind": "kind", "person": "person"}
    assignments: ClassVar = {"state": AssignmentState.SKIPPED}
    reason = forms.ChoiceField(label=_("Reason"), required=False, choices=[ANY])
    kind = forms.ChoiceField(label=_("Of"), required=False)

    def __init__(self, request: HttpRequest, project: Project) -> None:
        super().__init__(request, project)
        reasons = [(value, reason.label) for value, reason in skip_reasons_of(project).items()]
        self.fields["reason"].choices = [ANY, *reasons]  # type: ignore[attr-defined]
        on = [(slug, str(workflow.items)) for slug, workflow in workflows_of(project).items()]
        self.fields["kind"].choices = [("", _("all")), *on]  # type: ignore[attr-defined]


@manager_view("GET")
def skipped(request: PersonRequest, project: Project) -> HttpResponseBase:
    """Every skip that the filters select, latest first, as a page or as a CSV file."""
    form = SkipFilter(request, project)
    skips = _skips().filter(project=project, kind__in=workflows_of(project))
    rows = form.narrowed(skips).filter(form.period.condition("ended_at")).select_related(*subjects("task__"))
    if request.GET.get(FILE) == "skipped.csv":
        return csv_answer(f"{project.slug}-skipped.csv", COLUMNS, map(_cells, rows.iterator(chunk_size=2000)))
    shown = {"project": project, "form": form, "page": page_of(request, rows), "withdrawn": _withdrawn(project).count()}
    shown["period_choices"] = quick_choices(form.period)
    return render(request, "manage/skipped.html", shown)


def _cells(skip: Assignment) -> tuple[Any, ...]:
    what = title_of(skip.task)
    return what, skip.kind, skip.skip_reason, skip.skip_note, skip.person.get_username(), skip.ended_at


@manager_view("GET")
def withdrawn(request: PersonRequest, project: Project) -> HttpResponse:
    """What nobody is offered any more, latest first, with what people said of it."""
    skips = Prefetch("assignments", queryset=_skips().order_by("ended_at", "pk"), to_attr="skips")
    rows = _withdrawn(project).select_related(*subjects()).prefetch_related(skips)
    return render(request, "manage/withdrawn.html", {"project": project, "page": page_of(request, rows)})


@manager_view("POST")
def put_back(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    task = task_of(project, pk, _returnable(project))
    with transaction.atomic():
        is_back = skipping.put_back(task)
        if is_back:
            record(Act.TASK_PUT_BACK, by=request.user, project=project, about=task)
    if is_back:
        messages.success(request, gettext("Returned to the queue. People who skipped it will not get it again."))
    else:
        messages.info(request, gettext("It was already in the queue."))
    return redirect("manage-withdrawn", slug=project.slug)


def _skips() -> QuerySet[Assignment]:
    rows = Assignment.objects.filter(state=AssignmentState.SKIPPED).select_related("person")
    return rows.order_by("-ended_at", "-pk")


def _withdrawn(project: Project) -> QuerySet[Task]:
    return _returnable(project).filter(withdrawn_at__isnull=False).order_by("-withdrawn_at", "-pk")


def _returnable(project: Project) -> QuerySet[Task]:
    """Tasks that come back to the queue from here; a reported claim does so by a decision on its report alone."""
    reported = standing_task_reports(project).values("assignment__task")
    tasks = project.tasks.filter(kind__in=workflows_of(project)).exclude(pk__in=reported)
    for slug in workflows_of(project):
        tasks = tasks.exclude(sections_of(slug).not_put_back(project))
    return tasks
