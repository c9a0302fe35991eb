"""A manager's pages of what was submitted in phases 2 to 5: a list, one to read, and setting it aside."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from django import forms
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from annotation.actions.run import draft_on_work
from annotation.projects.models import Project
from annotation.work.models import AssignmentState
from annotation.work.registry import workflows_of
from annotation.workflows.question_answering.access import phase_work_in, phase_work_of
from annotation.workflows.question_answering.fields.project import fields_of
from annotation.workflows.question_answering.phases import LATER
from annotation.workflows.question_answering.redoing import can_be_redone
from frontend.views.access import PersonRequest, manager_view
from frontend.views.lists import ListFilter, page_of
from frontend.workflows.question_answering.submitted import submitted_work
from frontend.workflows.question_answering.words import verdict_name

Row = TypeVar("Row", bound=Model)
STATES = {"": _("counted"), "set_aside": _("set aside"), "all": _("all")}
OF_WORK = "submission__assignment__"


class PhaseWorkFilter(ListFilter):
    columns: ClassVar = {"kind": f"{OF_WORK}kind", "person": f"{OF_WORK}person", "claim": "claim"}
    assignments: ClassVar = {"state": AssignmentState.SUBMITTED, "kind__in": LATER}
    kind = forms.ChoiceField(label=_("Of"), required=False)
    state = forms.ChoiceField(label=_("State"), required=False, choices=list(STATES.items()))
    claim = forms.IntegerField(required=False, min_value=0, max_value=2**63 - 1, widget=forms.HiddenInput)

    def __init__(self, request: HttpRequest, project: Project) -> None:
        super().__init__(request, project)
        labels = [(slug, str(one.label)) for slug, one in workflows_of(project).items() if slug in LATER]
        self.fields["kind"].choices = [("", _("all")), *labels]  # type: ignore[attr-defined]

    def narrowed(self, rows: QuerySet[Row]) -> QuerySet[Row]:
        found, state = super().narrowed(rows), self.cleaned_data.get("state", "")
        return found if state == "all" else found.filter(**{f"{OF_WORK}set_aside__isnull": state != "set_aside"})


@manager_view("GET")
def phase_work(request: PersonRequest, project: Project) -> HttpResponse:
    """What was submitted, latest first."""
    form, fields = PhaseWorkFilter(request, project), fields_of(project)
    about = ("claim", "submission__assignment__person", "submission__assignment__set_aside__by")
    page = page_of(request, form.narrowed(phase_work_in(project)).select_related(*about).order_by("-pk"))
    page.object_list = [(one, verdict_name(fields, one.label)) for one in page]
    return render(request, "question_answering/phase_work.html", {"project": project, "form": form, "page": page})


@manager_view("GET", "POST", fresh=True)
def phase_work_item(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """One of them, to read. A POST previews setting it aside."""
    work = phase_work_of(project, pk).assignment
    work.project = project
    if request.method == "POST":
        made = draft_on_work(project=project, by=request.user, kind="redo_claim_work", assignment=work)
        return redirect("manage-action", slug=project.slug, pk=made.pk)
    shown: dict[str, Any] = {"project": project, "assignment": work, "can_be_redone": can_be_redone(work)}
    return render(request, "question_answering/phase_work_item.html", shown | submitted_work(work))
