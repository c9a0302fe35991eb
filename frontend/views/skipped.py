"""Skipped tasks with their reasons, and reinstating withdrawn ones."""

from __future__ import annotations

from typing import ClassVar

from django import forms
from django.contrib import messages
from django.db.models import Prefetch, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.projects.models import Project
from annotation.vocabulary.tasks import TaskKind
from annotation.work import skipping
from annotation.work.models import Assignment, AssignmentState, SkipReason, Task
from annotation.workflows.claim_verification.reporting import standing_reports
from frontend.views.access import PersonRequest, manager_view
from frontend.views.lists import ANY, ListFilter, page_of

KINDS = [(TaskKind.CLAIM_GENERATION, _("highlights")), (TaskKind.CLAIM_VERIFICATION, _("claims"))]


class SkipFilter(ListFilter):
    columns: ClassVar = {"reason": "skip_reason", "kind": "kind", "person": "person"}
    assignments: ClassVar = {"state": AssignmentState.SKIPPED}
    reason = forms.ChoiceField(label=_("Reason"), required=False, choices=[ANY, *SkipReason.choices])
    kind = forms.ChoiceField(label=_("Of"), required=False, choices=[("", _("both")), *KINDS])


@manager_view("GET")
def skipped(request: PersonRequest, project: Project) -> HttpResponse:
    """Every skip, latest first."""
    form = SkipFilter(request, project)
    rows = form.narrowed(_skips().filter(project=project)).select_related("task__highlight", "task__claim")
    shown = {"project": project, "form": form, "page": page_of(request, rows), "withdrawn": _withdrawn(project).count()}
    return render(request, "highlights/skipped.html", shown)


@manager_view("GET")
def withdrawn(request: PersonRequest, project: Project) -> HttpResponse:
    """What nobody is offered any more, latest first, with what people said of it."""
    skips = Prefetch("assignments", queryset=_skips().order_by("ended_at", "pk"), to_attr="skips")
    rows = _withdrawn(project).select_related("highlight", "claim").prefetch_related(skips)
    return render(request, "highlights/withdrawn.html", {"project": project, "page": page_of(request, rows)})


@manager_view("POST")
def put_back(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    task = get_object_or_404(_not_reported(project), pk=pk)
    if skipping.put_back(task):
        messages.success(request, gettext("Returned to the queue. People who skipped it will not get it again."))
    else:
        messages.info(request, gettext("It was already in the queue."))
    return redirect("manage-withdrawn", slug=project.slug)


def _skips() -> QuerySet[Assignment]:
    rows = Assignment.objects.filter(state=AssignmentState.SKIPPED).select_related("person")
    return rows.order_by("-ended_at", "-pk")


def _withdrawn(project: Project) -> QuerySet[Task]:
    return _not_reported(project).filter(withdrawn_at__isnull=False).order_by("-withdrawn_at", "-pk")


def _not_reported(project: Project) -> QuerySet[Task]:
    """A reported claim comes back by a decision on its report alone."""
    return project.tasks.exclude(claim__in=standing_reports(project).values("claim"))
