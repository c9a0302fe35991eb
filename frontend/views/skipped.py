"""Skipped tasks with their reasons, and reinstating withdrawn ones."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from annotation.accounts.models import User
from annotation.projects.access import project_for
from annotation.projects.models import Project, Role
from annotation.vocabulary.tasks import TaskKind
from annotation.work import skipping
from annotation.work.models import Assignment, AssignmentState, SkipReason, Task
from annotation.workflows.claim_verification.reporting import standing_reports
from frontend.views import PersonRequest
from frontend.views.pagination import page_of

KINDS = [(TaskKind.CLAIM_GENERATION, _("highlights")), (TaskKind.CLAIM_VERIFICATION, _("claims"))]


class SkipFilter(forms.Form):
    reason = forms.ChoiceField(label=_("Reason"), required=False)
    kind = forms.ChoiceField(label=_("Of"), required=False)
    person = forms.ModelChoiceField(label=_("Person"), queryset=User.objects.none(), required=False)

    def __init__(self, *args: object, project: Project, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["reason"].choices = [("", _("any")), *SkipReason.choices]  # type: ignore[attr-defined]
        self.fields["kind"].choices = [("", _("both")), *KINDS]  # type: ignore[attr-defined]
        people = User.objects.filter(assignments__project=project, assignments__state=AssignmentState.SKIPPED)
        self.fields["person"].queryset = people.distinct().order_by("username")  # type: ignore[attr-defined]
        self.fields["person"].empty_label = _("anyone")  # type: ignore[attr-defined]

    def narrowed(self, rows: QuerySet[Assignment]) -> QuerySet[Assignment]:
        """The rows that fit. A filter that makes no sense is left out, and marked in the form."""
        self.is_valid()
        columns = {"reason": "skip_reason", "kind": "kind", "person": "person"}
        return rows.filter(**{columns[name]: value for name, value in self.cleaned_data.items() if value})


@require_GET
@login_required
def skipped(request: PersonRequest, slug: str) -> HttpResponse:
    """Every skip, latest first."""
    project = project_for(request.user, slug, Role.MANAGER)
    form = SkipFilter(request.GET or {"reason": ""}, project=project)
    rows = form.narrowed(_skips().filter(project=project)).select_related("task__highlight", "task__claim")
    shown = {"project": project, "form": form, "page": page_of(request, rows), "withdrawn": _withdrawn(project).count()}
    return render(request, "highlights/skipped.html", shown)


@require_GET
@login_required
def withdrawn(request: PersonRequest, slug: str) -> HttpResponse:
    """What nobody is offered any more, latest first, with what people said of it."""
    project = project_for(request.user, slug, Role.MANAGER)
    skips = Prefetch("assignments", queryset=_skips().order_by("ended_at", "pk"), to_attr="skips")
    rows = _withdrawn(project).select_related("highlight", "claim").prefetch_related(skips)
    return render(request, "highlights/withdrawn.html", {"project": project, "page": page_of(request, rows)})


@require_POST
@login_required
def put_back(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    project = project_for(request.user, slug, Role.MANAGER)
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
