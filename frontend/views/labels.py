"""Labels of a project's workflows: those of the project are changed here, those of other workflows are shown."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from annotation.accounts.models import User
from annotation.errors import AnnotationError
from annotation.projects.label_sets import label_set_json
from annotation.projects.models import Project
from annotation.quality.label_choice import are_in_use, choose_labels
from annotation.vocabulary.label_set import Style
from annotation.vocabulary.label_set_json import FEWEST, MOST
from annotation.work.registry import labels_of, workflows_of
from frontend.views.access import PersonRequest, manager_view
from frontend.views.label_form import LabelsForm, Row, typed_rows
from frontend.views.lists import number_in

ACTIONS = ("up", "down", "remove", "add")


@manager_view("GET", "POST", fresh=True)
def labels(request: PersonRequest, project: Project) -> HttpResponse:
    """The form. Buttons that move, add or remove a label change what is shown; only "save" stores it."""
    known = {slug: record for slug, record in workflows_of(project).items() if labels_of(project, record)}
    of_project = [record for record in known.values() if record.projects_choose_labels]
    shown: dict[str, Any] = {"project": project, "of_project": of_project, "styles": list(Style)}
    shown["others"] = [(record, record.labels) for record in known.values() if not record.projects_choose_labels]
    if not of_project:
        return render(request, "settings/labels.html", shown)
    stored, in_use = label_set_json(project), are_in_use(project)
    action = next((name for name in ACTIONS if name in request.POST), "")
    form = LabelsForm(request.POST if request.method == "POST" and not action else None, stored=stored, in_use=in_use)
    if action and not in_use:
        rows, place = _moved(typed_rows(request.POST), action, number_in(request.POST.get(action, ""), 2) or 0)
        form = LabelsForm(None, stored=stored | {"ordinal": "is_ordinal" in request.POST}, in_use=False, rows=rows)
        shown |= {"moved": action, "place": place}
    elif request.method == "POST" and form.is_valid() and _saved(form, project, stored, request.user):
        messages.success(request, gettext("Labels saved."))
        return redirect("manage-labels", slug=project.slug)
    is_wrong = form.is_bound and bool(form.errors or any(label.errors for label in form.labels))
    shown |= {"form": form, "in_use": in_use, "is_wrong": is_wrong}
    return render(request, "settings/labels.html", shown, status=400 if is_wrong else 200)


def _moved(rows: list[Row], action: str, at: int) -> tuple[list[Row], int]:
    """Return what was typed after a button was pressed, and the place of the label to go on with."""
    if action == "add":
        return ([*rows, {"needs_evidence": True, "style": Style.PLAIN.value}][:MOST], min(len(rows), MOST - 1))
    if not 0 <= at < len(rows):
        return rows, 0
    if action == "remove":
        return (rows[:at] + rows[at + 1 :], min(at, len(rows) - 2)) if len(rows) > FEWEST else (rows, at)
    other = at + (1 if action == "down" else -1)
    if not 0 <= other < len(rows):
        return rows, at
    rows[at], rows[other] = rows[other], rows[at]
    return rows, other


def _saved(form: LabelsForm, project: Project, stored: Row, by: User) -> bool:
    """Store the set; what cannot be is said in the form."""
    given = form.json()
    try:
        if given != stored:
            choose_labels(project, given, by)
    except AnnotationError as error:
        for sentence in error.fields.get("label_set", [error.message]):
            form.add_error(None, sentence)
        return False
    return True
