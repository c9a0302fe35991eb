"""Actions on tasks: assign the next one, return it to the queue, resume, skip, or confirm a verification."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.errors import AnnotationError
from annotation.projects.announcements import has_required_reading
from annotation.projects.guidelines import current_guidelines, has_confirmed
from annotation.projects.models import Project, Role
from annotation.quality.adjudication.revision_requests import stand_by
from annotation.vocabulary.tasks import TaskKind
from annotation.work import assignment as work
from annotation.work import postponing
from annotation.work.models import Assignment, AssignmentState
from annotation.work.queue_messages import empty_queue_reason
from annotation.work.skipping import skip
from frontend.views.access import PersonRequest, assignment_view, member_view

WORKSPACES = {TaskKind.CLAIM_VERIFICATION: "workspace", TaskKind.CLAIM_GENERATION: "write"}  # names of URLs


@member_view("POST", roles=(Role.VERIFIER,))
def verify_next(request: PersonRequest, project: Project) -> HttpResponse:
    return _open_next(request, project, TaskKind.CLAIM_VERIFICATION)


@member_view("POST", roles=(Role.CLAIM_WRITER,))
def write_next(request: PersonRequest, project: Project) -> HttpResponse:
    return _open_next(request, project, TaskKind.CLAIM_GENERATION)


def _open_next(request: PersonRequest, project: Project, kind: TaskKind) -> HttpResponse:
    """Assign a task and open it, or say why there is none. Guidelines and announcements come first."""
    if not has_confirmed(request.user, project, current_guidelines(project, kind)):
        return redirect("guidelines", slug=project.slug, kind=kind)
    held = Assignment.objects.filter(person=request.user, project=project, kind=kind, state=AssignmentState.HELD)
    if has_required_reading(request.user, project) and not held.exists():  # nobody is kept from what they have begun
        return redirect(reverse("announcements", args=[project.slug]) + f"?then={kind}")
    assigned = work.assign_next(person=request.user, project=project, kind=kind)
    if assigned is not None:
        return redirect(WORKSPACES[kind], public_id=assigned.public_id)
    messages.info(request, empty_queue_reason(person=request.user, project=project, kind=kind))
    return redirect("my-work")


@assignment_view("POST")
def give_back(request: PersonRequest, assignment: Assignment) -> HttpResponse:
    try:
        work.release(assignment)
    except AnnotationError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("Returned to the queue for others."))
    return redirect("my-work")


@assignment_view("POST")
def resume(request: PersonRequest, assignment: Assignment) -> HttpResponse:
    """Resume a postponed task."""
    try:
        postponing.resume(assignment)
    except AnnotationError as error:
        messages.error(request, error.message)
        return redirect("my-work")
    # ?resumed: the browser discards what it may still have kept of postponing it.
    return redirect(reverse("workspace", args=[assignment.public_id]) + "?resumed")


@assignment_view("POST")
def stand_by_it(request: PersonRequest, assignment: Assignment) -> HttpResponse:
    try:
        answered = stand_by(assignment=assignment, answer=request.POST.get("answer", ""))
    except AnnotationError as error:
        messages.error(request, error.message)
        return redirect("workspace", public_id=assignment.public_id)
    if answered:
        messages.success(request, _("Thank you. Your verification stays as it is, with your explanation."))
    return redirect("my-work")


@assignment_view("POST")
def skip_highlight(request: PersonRequest, assignment: Assignment) -> HttpResponseBase:
    """Put the highlight aside and open the next one."""
    if assignment.kind != TaskKind.CLAIM_GENERATION:
        raise Http404
    try:
        skip(assignment=assignment, reason=request.POST.get("reason", ""), note=request.POST.get("note", ""))
    except AnnotationError as error:
        detail = " ".join(sentence for sentences in error.fields.values() for sentence in sentences)
        messages.error(request, f"{error.message} {detail}".strip())
        return redirect("write", public_id=assignment.public_id)
    messages.success(request, _("Skipped. You will not see this highlight again."))
    return write_next(request, slug=assignment.project.slug)
