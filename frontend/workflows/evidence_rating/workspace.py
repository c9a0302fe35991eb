"""A rater's page: the claim, the evidence and the form; after that what was submitted, which can be changed."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render

from annotation.work.editing import is_editable
from annotation.work.guidelines import current_guidelines
from annotation.work.models import Assignment, AssignmentState, Submission
from annotation.workflows.evidence_rating.models import EvidenceRating
from annotation.workflows.evidence_rating.payload import body_of, payload
from frontend.reading.guidelines_html import guidelines_html

OPEN = {AssignmentState.HELD, AssignmentState.EXPIRED}  # an expired one takes its place again, if it is free


def rate(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    """The workspace; what was submitted is read, or changed (?change) while there is time."""
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    context: dict[str, Any] = {"assignment": assignment, "project": assignment.project}
    is_submitted = assignment.state == AssignmentState.SUBMITTED
    changing = is_submitted and "change" in request.GET and is_editable(assignment)
    if assignment.state not in OPEN and not is_submitted:
        return render(request, "evidence_rating/closed.html", context)
    shown = payload(assignment)
    context |= {"payload": shown, "form": shown["form"], "changing": changing}
    if is_submitted and not changing:
        return render(request, "evidence_rating/submitted.html", context | _submitted(assignment, shown["form"]))
    text = current_guidelines(assignment.project, assignment.kind).text
    return render(
        request, "evidence_rating/rate.html", context | {"guidelines": guidelines_html(assignment.project, text)}
    )


def _submitted(assignment: Assignment, form: dict[str, Any]) -> dict[str, Any]:
    """The current revision in words."""
    submission = Submission.objects.get(assignment=assignment, is_current=True)
    body = body_of(EvidenceRating.objects.get(submission=submission))
    words = {one["value"]: one["label"] for one in (*form["major_errors"], *form["verdicts"])}
    points = [
        (one["label"], body["scores"][one["name"]], one["points"][body["scores"][one["name"]] - 1])
        for one in form["scales"]
        if one["name"] in body["scores"]
    ]
    return {
        "submission": submission,
        "major_error": words.get(body["major_error"], body["major_error"]),
        "verdict": words.get(body["verdict"], body["verdict"]),
        "points": points,
        "editable": is_editable(assignment),
    }
