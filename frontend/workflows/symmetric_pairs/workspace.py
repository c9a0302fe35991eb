"""A writer's page: the pair, and its contrary; after that what was submitted, which can be changed for a while."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from annotation.work.models import Assignment, AssignmentState
from annotation.work.plain_form import submit_form
from annotation.work.registry import workflow_of
from annotation.workflows.symmetric_pairs.models import ContraryPair
from annotation.workflows.symmetric_pairs.payload import payload
from annotation.workflows.symmetric_pairs.serializers import LONGEST_CLAIM, LONGEST_EVIDENCE

OPEN = {AssignmentState.HELD, AssignmentState.EXPIRED}


def write_contrary(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    """The form, which a script saves and submits by the API."""
    if assignment.state == AssignmentState.SUBMITTED:
        return _submitted(request, assignment)
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    if assignment.state not in OPEN:
        return redirect("my-work")
    return render(request, "symmetric_pairs/write.html", _shown(assignment))


def _submitted(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    if request.method == "POST":
        problem = submit_form(assignment, request.POST.dict())
        if problem:
            messages.error(request, problem)
        else:
            messages.success(request, _("Saved."))
            return redirect(request.path)
    mine = ContraryPair.objects.filter(submission__assignment=assignment, submission__is_current=True)
    current = mine.select_related("submission").get()
    editable = workflow_of(assignment).editable
    closed = editable.why_closed(assignment) if editable else ""
    written = request.POST if request.method == "POST" else {"claim": current.claim, "evidence": current.evidence}
    shown = {"current": current, "closed": closed, "written": written}
    return render(request, "symmetric_pairs/submitted.html", _shown(assignment) | shown)


def _shown(assignment: Assignment) -> dict[str, Any]:
    longest = {"longest_claim": LONGEST_CLAIM, "longest_evidence": LONGEST_EVIDENCE}
    return {"assignment": assignment, "project": assignment.project, "payload": payload(assignment)} | longest
