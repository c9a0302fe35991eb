"""Announcements with receipts, frequent questions, and one's own questions."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.errors import AnnotationError
from annotation.projects.access import announcement_to_read
from annotation.projects.announcement_models import Announcement, FaqEntry
from annotation.projects.announcements import announcements_for, has_required_reading, mark_read, unread
from annotation.projects.models import Project, Role
from annotation.projects.questions import LONGEST_QUESTION, ask, mark_answers_seen, questions_of
from annotation.work.models import Assignment
from annotation.work.registry import get_workflow, workflows_of
from frontend.reading.prose import rendered
from frontend.views.access import PersonRequest, assignment_view, member_view


@member_view("GET", fresh=True)
def announcements(request: PersonRequest, project: Project) -> HttpResponse:
    """All that stands, what is unread first and open. `?then=` is the work that waits until it is read."""
    return render(request, "announcements/announcements.html", _shown(request, project))


@member_view("POST")
def read_announcement(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """The person says that they have read it; then they go where they wanted to go."""
    found = announcement_to_read(request.user, project, pk)
    revision = request.POST.get("revision", "")
    if revision != str(found.revision):
        messages.info(request, _("This announcement has been edited. Please read the current version."))
    else:
        mark_read(found, person=request.user, revision=found.revision)
    then = _then(request, project)
    if then and not has_required_reading(request.user, project):
        # Not on their own account: the button that gives work out is a form.
        messages.success(request, _("Thank you. You can continue now."))
    query = f"?then={then}" if then else ""
    return redirect(reverse("announcements", args=[project.slug]) + query)


@member_view("POST")
def ask_question(request: PersonRequest, project: Project) -> HttpResponse:
    text = request.POST.get("text", "")
    try:
        ask(project=project, asker=request.user, text=text)
    except AnnotationError as error:
        shown = _shown(request, project) | {"asked": text, "error": error.message}
        return render(request, "announcements/announcements.html", shown, status=400)
    messages.success(request, _("Your question has been sent to the managers. Nobody else sees it."))
    return redirect(reverse("announcements", args=[project.slug]) + "#questions")


@assignment_view("GET", "HEAD", "POST")
def ask_about(request: PersonRequest, assignment: Assignment) -> HttpResponse:
    """Ask the managers about one's own task, and go on with it."""
    text = request.POST.get("text", "")
    shown = {"assignment": assignment, "project": assignment.project, "asked": text, "longest": LONGEST_QUESTION}
    if request.method != "POST":
        return render(request, "work/ask.html", shown)
    try:
        ask(project=assignment.project, asker=request.user, text=text, task_id=assignment.task_id)
    except AnnotationError as error:
        return render(request, "work/ask.html", shown | {"error": error.message}, status=400)
    messages.success(request, _("Your question has been sent to the managers. Nobody else sees it."))
    return redirect("work", public_id=assignment.public_id)


def _shown(request: PersonRequest, project: Project) -> dict[str, Any]:
    is_manager = project.memberships.filter(user=request.user, role=Role.MANAGER).exists()
    # Managers see all that stands, their own too: they come here to look how it looks.
    standing = Announcement.objects.filter(project=project, withdrawn_at=None)
    rows = list(standing if is_manager else announcements_for(request.user, project))
    new = set(unread(request.user, project).values_list("pk", flat=True))
    questions = list(questions_of(request.user, project))
    mark_answers_seen(request.user, project)  # they are on this page; `questions` still knows which are new
    then = _then(request, project)
    return {
        "project": project,
        "unread": [(one, rendered(one.text)) for one in sorted(rows, key=_importance) if one.pk in new],
        "known": [(one, rendered(one.text)) for one in rows if one.pk not in new],
        "entries": [(one, rendered(one.answer)) for one in FaqEntry.objects.filter(project=project)],
        "questions": [(one, rendered(one.answer)) for one in questions],
        "longest": LONGEST_QUESTION,
        "then": then,
        "then_words": get_workflow(then).texts.take if then else "",
        "may_go_on": bool(then) and not any(one.must_read and one.pk in new for one in rows),
        "is_manager": is_manager,
    }


def _importance(one: Announcement) -> bool:
    """What must be read first; otherwise the order stays: newest first."""
    return not one.must_read


def _then(request: PersonRequest, project: Project) -> str:
    """The kind of work that waits, if the person does such work; else ""."""
    asked = request.POST.get("then", "") or request.GET.get("then", "")
    workflow = workflows_of(project).get(asked)
    if workflow is None:
        return ""
    return asked if project.memberships.filter(user=request.user, role__in=workflow.roles).exists() else ""
