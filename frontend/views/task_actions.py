"""Actions on tasks, the same for every workflow: take, open, give back, postpone, resume, skip."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie

from annotation.errors import AnnotationError
from annotation.projects.access import project_for
from annotation.projects.announcements import has_required_reading
from annotation.projects.models import Project
from annotation.work import assignment as work
from annotation.work import postponing
from annotation.work.guidelines import current_guidelines, has_confirmed
from annotation.work.models import Assignment, AssignmentState
from annotation.work.queue_messages import empty_queue_reason
from annotation.work.registry import UnknownWorkflow, get_workflow, workflow_of, workflows_of
from annotation.work.reporting import report_task
from annotation.work.skipping import skip
from annotation.work.workflow import Workflow
from frontend.views.access import PersonRequest, assignment_action, assignment_view, member_view


@member_view("POST")
def next_task(request: PersonRequest, project: Project, kind: str) -> HttpResponse:
    """Assign a task and open it, or say why there is none. Guidelines and announcements come first."""
    workflow = get_workflow(kind)
    project_for(request.user, project.slug, *workflow.roles)
    if not has_confirmed(request.user, project, current_guidelines(project, kind)):
        return redirect("guidelines", slug=project.slug, kind=kind)
    held = Assignment.objects.filter(person=request.user, project=project, kind=kind, state=AssignmentState.HELD)
    if has_required_reading(request.user, project) and not held.exists():  # nobody is kept from what they have begun
        return redirect(reverse("announcements", args=[project.slug]) + f"?then={kind}")
    assigned = work.assign_next(person=request.user, project=project, kind=kind)
    if assigned is not None:
        return redirect(workflow.workspace, public_id=assigned.public_id)
    messages.info(request, empty_queue_reason(person=request.user, project=project, kind=kind))
    return redirect("my-work")


@ensure_csrf_cookie
@assignment_view("GET", "POST", fresh=True)
def workspace(request: PersonRequest, assignment: Assignment) -> HttpResponseBase:
    """The workspace of a workflow that gives its view; the others have an address of their own."""
    workflow = _workflow_or_404(assignment)
    if not workflow.view:
        return redirect(workflow.workspace, public_id=assignment.public_id)
    answer: HttpResponseBase = import_string(workflow.view)(request, assignment)
    return answer


@assignment_action("POST")
def give_back(request: PersonRequest, assignment: Assignment) -> HttpResponse:
    try:
        work.release(assignment)
    except AnnotationError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("Returned to the queue for others."))
    return redirect("my-work")


@assignment_action("POST")
def postpone(request: PersonRequest, assignment: Assignment) -> HttpResponse:
    """Save the task for later."""
    workflow = _workflow_or_404(assignment)
    try:
        postponing.postpone(assignment)
    except AnnotationError as error:
        messages.error(request, error.message)
        return redirect(workflow.workspace, public_id=assignment.public_id)
    messages.success(request, _("Saved for later. You find it here, with all that you have done."))
    return redirect("my-work")


@assignment_action("POST")
def resume(request: PersonRequest, assignment: Assignment) -> HttpResponse:
    """Resume a postponed task."""
    workflow = _workflow_or_404(assignment)
    try:
        postponing.resume(assignment)
    except AnnotationError as error:
        messages.error(request, error.message)
        return redirect("my-work")
    # ?resumed: the browser discards what it may still have kept of postponing it.
    return redirect(reverse(workflow.workspace, args=[assignment.public_id]) + "?resumed")


@assignment_action("POST")
def skip_task(request: PersonRequest, assignment: Assignment) -> HttpResponseBase:
    """Skip the task and open the next one."""
    workflow = _workflow_or_404(assignment)
    try:
        skip(assignment=assignment, reason=request.POST.get("reason", ""), note=request.POST.get("note", ""))
    except AnnotationError as error:
        detail = " ".join(sentence for sentences in error.fields.values() for sentence in sentences)
        messages.error(request, f"{error.message} {detail}".strip())
        return redirect(workflow.workspace, public_id=assignment.public_id)
    messages.success(request, str(workflow.texts.skipped))
    if assignment.kind not in workflows_of(assignment.project):
        return redirect("my-work")
    return next_task(request, slug=assignment.project.slug, kind=assignment.kind)


@assignment_action("POST")
def report(request: PersonRequest, assignment: Assignment) -> HttpResponse:
    """Report the task instead of doing it."""
    workflow = _workflow_or_404(assignment)
    try:
        report_task(assignment=assignment, reason=request.POST.get("reason", ""), note=request.POST.get("note", ""))
    except AnnotationError as error:
        detail = " ".join(sentence for sentences in error.fields.values() for sentence in sentences)
        messages.error(request, f"{error.message} {detail}".strip())
        return redirect(workflow.workspace, public_id=assignment.public_id)
    messages.success(request, _("Reported. Your manager decides about it; you will not see it again."))
    return redirect("my-work")


def _workflow_or_404(assignment: Assignment) -> Workflow[Any, Any]:
    """Return the workflow of an assignment. Raises Http404 if it was removed."""
    try:
        return workflow_of(assignment)
    except UnknownWorkflow:
        raise Http404 from None
