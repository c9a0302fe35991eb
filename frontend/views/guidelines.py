"""The guidelines: a page, a drawer in the workspaces, and the manager's editor."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from annotation.errors import AnnotationError
from annotation.projects.models import Guidelines, Project, Role
from annotation.quality.guideline_changes.changes import LONGEST_REASON, save_change, unsaved_change
from annotation.quality.guideline_changes.models import GuidelineChange
from annotation.work.guidelines import confirm, current_guidelines, has_confirmed
from annotation.work.registry import get_workflow
from frontend.reading.guidelines_html import guidelines_html
from frontend.views.access import PersonRequest, manager_view, member_view
from frontend.views.lists import number_in
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
    """A manager writes the next version and why; the older ones stay to be read. ?change=: begun with a group."""
    now = current_guidelines(project, kind)
    text = request.POST.get("text", now.text).replace("\r\n", "\n").strip() + "\n"
    asked = number_in(request.POST.get("change", "") or request.GET.get("change", ""))
    change = None if asked is None else unsaved_change(project, kind, request.user, asked)
    errors: dict[str, str] = {}
    if request.method == "POST":
        errors = {"text": error} if (error := _text_error(text)) else {}
        if not errors and "save" in request.POST:
            errors, saved = _saved(request, project, kind, text, change)
            if saved is not None:
                return redirect("manage-guideline-change", slug=project.slug, pk=saved.pk)
    versions = Guidelines.objects.filter(project=project, kind=kind).select_related("author").order_by("-version")
    context = {
        "project": project,
        "kind": kind,
        "guidelines": now,
        "text": text,
        # What the text began with: kept over previews, and the newest once its author was told that there is one.
        "based_on": now.version if "version" in errors else request.POST.get("version", now.version),
        "errors": errors,
        "versions": versions,
        "change": change,
        "group_size": 0 if change is None else change.tasks.count(),
        "reason": request.POST.get("reason", ""),
        "longest_reason": LONGEST_REASON,
        "preview": guidelines_html(project, text),
    }
    return render(request, "guidelines/edit.html", context, status=400 if errors else 200)


def _saved(
    request: PersonRequest, project: Project, kind: str, text: str, change: GuidelineChange | None
) -> tuple[dict[str, str], Guidelines | None]:
    """The errors by field, or the new version."""
    if change is None and request.POST.get("change"):
        return {"text": _("The group of this change is gone: it was saved already, or another was begun.")}, None
    written = {"text": text, "reason": request.POST.get("reason", "")}
    based_on = number_in(request.POST.get("version", ""))
    try:
        saved = save_change(project=project, kind=kind, by=request.user, change=change, based_on=based_on, **written)
    except AnnotationError as error:
        if error.code == "guidelines_changed":
            return {"version": error.message}, None
        return {name: words[0] for name, words in error.fields.items()} or {"text": error.message}, None
    messages.success(request, _("Guidelines saved as version %(version)d.") % {"version": saved.version})
    return {}, saved


def _text_error(text: str) -> str:
    if not text.strip():
        return _("Guidelines cannot be empty.")
    if len(text) > LONGEST:
        return _("Guidelines must not exceed %(most)d characters. Please shorten them.") % {"most": LONGEST}
    return _("The text contains a character that cannot be stored.") if "\0" in text else ""
