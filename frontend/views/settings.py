"""Project settings view."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from annotation.projects.models import Project
from frontend.views.access import PersonRequest, manager_view
from frontend.views.settings_form import SettingsForm


@manager_view("GET", "POST", fresh=True)
def settings(request: PersonRequest, project: Project) -> HttpResponse:
    """The form. "paper" fills the paper's numbers in without saving; whatever is wrong, what was typed stays."""
    filled_in = request.method == "POST" and "paper" in request.POST
    form = SettingsForm(request.POST if request.method == "POST" else None, project=project)
    if filled_in:
        form.fill_in_the_papers()
    elif request.method == "POST" and form.is_valid() and form.save_changes(project):
        messages.success(request, gettext("Settings saved."))
        return redirect("manage-settings", slug=project.slug)
    shown = {"project": project, "form": form, "filled_in": filled_in}
    return render(request, "settings/settings.html", shown, status=400 if form.errors and not filled_in else 200)
