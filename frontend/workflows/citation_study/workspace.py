"""An annotator's page: claim and sources beside the form; after that what was submitted, which can be changed."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render

from annotation.work.editing import is_editable
from annotation.work.guidelines import current_guidelines
from annotation.work.models import Assignment, AssignmentState, Submission
from annotation.workflows.citation_study.choices import CHOICES, GRADES, LEFT, REASONS, RIGHT
from annotation.workflows.citation_study.models import Preference
from annotation.workflows.citation_study.order import sides_of
from annotation.workflows.citation_study.payload import body_of, payload
from frontend.reading.guidelines_html import guidelines_html

OPEN = {AssignmentState.HELD, AssignmentState.EXPIRED}  # an expired one takes its place again, if it is free


def compare(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    """The workspace; what was submitted is read, or changed (?change) while there is time."""
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    context: dict[str, Any] = {"assignment": assignment, "project": assignment.project}
    is_submitted = assignment.state == AssignmentState.SUBMITTED
    changing = is_submitted and "change" in request.GET and is_editable(assignment)
    if assignment.state not in OPEN and not is_submitted:
        return render(request, "citation_study/closed.html", context)
    shown = payload(assignment)
    sides = [{"side": side, "source": one} for side, one in zip((LEFT, RIGHT), shown["sources"], strict=True)]
    context |= {"payload": shown, "form": shown["form"], "sides": sides, "changing": changing}
    if is_submitted and not changing:
        return render(request, "citation_study/submitted.html", context | _submitted(assignment))
    text = current_guidelines(assignment.project, assignment.kind).text
    context |= {
        "guidelines": guidelines_html(assignment.project, text),
        "kept": {name: value for name, value in shown.items() if name not in ("claim", "sources", "form")},
    }
    return render(request, "citation_study/compare.html", context)


def _submitted(assignment: Assignment) -> dict[str, Any]:
    """The current revision in words."""
    submission = Submission.objects.get(assignment=assignment, is_current=True)
    body = body_of(Preference.objects.get(submission=submission), sides_of(assignment))
    grades = [
        (CHOICES[side], GRADES[body[side]["grade"]], REASONS.get(body[side]["reason"], "")) for side in (LEFT, RIGHT)
    ]
    return {
        "submission": submission,
        "choice": CHOICES[body["choice"]],
        "grades": grades,
        "editable": is_editable(assignment),
    }
