"""The guidelines: a page, a drawer in the workspaces, and the manager's editor."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from annotation.projects.models import Guidelines, Project, Role
from annotation.work.guidelines import confirm, current_guidelines, has_confirmed, write_guidelines
from annotation.work.registry import get_workflow
from frontend.reading.guidelines_html import guidelines_html
from frontend.views.access import PersonRequest, manager_view, member_view
from frontend.views.task_actions import next_task

LONGEST = 200_000


@member_view("GET")
def guidelines(request: PersonRequest, project: Project, kind: str) -> HttpResponse:
    """The current version, for everybody in the project; annotators confirm it here."""
    now = current_guidelines(project, kind)
    context: dict[str, Any] = {
        "project": project,
        "kind": kind,
        "guidelines": now,
        "html": guidelines_html(project, now.text),
        "confirmed": has_confirmed(request.user, project, now),
        "is_annotator": project.memberships.filter(user=request.user, role__in=get_workflow(kind).roles).exists(),
        "is_manager": project.memberships.filter(user=request.user, role=Role.MANAGER).exists(),
    }
    return render(request, "guidelines/guidelines.html", context)


@member_view("POST")
def confirm_guidelines(request: PersonRequest, project: Project, kind: str) -> HttpResponseBase:
    version = request.POST.get("version", "")
    if version != str(current_guidelines(project, kind).version):
        messages.info(request, _("The guidelines have changed. Please read the new version."))
        return redirect("guidelines", slug=project.slug, kind=kind)
    confirm(person=request.user, project=project, kind=kind, version=int(version))
    return next_task(request, slug=project.slug, kind=kind)


@manager_view("GET", "POST")
def edit_guidelines(request: PersonRequest, project: Project, kind: str) -> HttpResponse:
    """A manager writes the next version; the older ones stay to be read."""
    now = current_guidelines(project, kind)
    text = request.POST.get("text", now.text).replace("\r\n", "\n").strip() + "\n"
    error = ""
    if request.method == "POST":
        error = _text_error(text)
        if not error and "save" in request.POST:
            saved = write_guidelines(project=project, kind=kind, text=text, author=request.user)
            messages.success(request, _("Guidelines saved as version %(version)d.") % {"version": saved.version})
            return redirect("guidelines", slug=project.slug, kind=kind)
    versions = Guidelines.objects.filter(project=project, kind=kind).select_related("author").order_by("-version")
    context = {"project": project, "kind": kind, "guidelines": now, "text": text, "error": error, "versions": versions}
    return render(
        request,
        "guidelines/edit.html",
        context | {"preview": guidelines_html(project, text)},
        status=400 if error else 200,
    )


def _text_error(text: str) -> str:
    if not text.strip():
        return _("Guidelines cannot be empty.")
    if len(text) > LONGEST:
        return _("Guidelines must not exceed %(most)d characters. Please shorten them.") % {"most": LONGEST}
    return _("The text contains a character that cannot be stored.") if "\0" in text else ""
