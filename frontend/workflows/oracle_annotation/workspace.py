"""Workspace of an oracle annotator: that of claim verification, without reports, check and changes."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.views.decorators.csrf import ensure_csrf_cookie

from annotation.evidence.excerpts import excerpts
from annotation.projects.label_sets import label_set_of
from annotation.work.guidelines import current_guidelines
from annotation.work.models import Assignment, AssignmentState
from annotation.workflows.oracle_annotation.models import OracleAnnotation
from annotation.workflows.oracle_annotation.payload import for_oracle
from annotation.workflows.oracle_annotation.tasks import SLUG
from frontend.reading.guidelines_html import guidelines_html

OPEN = {AssignmentState.HELD, AssignmentState.EXPIRED}


@ensure_csrf_cookie
def annotate(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    """The workspace; one's submitted label with its evidence once it is submitted."""
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    if assignment.state == AssignmentState.SUBMITTED:
        return _submitted(request, assignment)
    if assignment.state not in OPEN:
        return redirect("my-work")
    project = assignment.project
    labels = label_set_of(project)
    shown = {
        "assignment": assignment,
        "project": project,
        "payload": for_oracle(assignment),
        "lines": project.labels_sets,
        "verdicts": labels,
        "not_enough_info": labels.of.get(labels.not_enough_info),
        "challenges": labels.challenge_set,
        "report_reasons": (),
        "check_reasons": {},
        "guidelines": guidelines_html(project, current_guidelines(project, SLUG).text),
    }
    return render(request, "oracle_annotation/workspace.html", shown)


def _submitted(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    rows = OracleAnnotation.objects.filter(submission__assignment=assignment, submission__is_current=True)
    annotation = rows.select_related("claim").get()
    pieces = [[*one.evidence.all()] for one in annotation.evidence_sets.prefetch_related("evidence")]
    ids = sorted({piece.element_id for each in pieces for piece in each})
    words = {one["id"]: one for one in excerpts(assignment.project.corpus, ids)[0]}
    shown: dict[str, Any] = {
        "project": assignment.project,
        "assignment": assignment,
        "annotation": annotation,
        # Without an excerpt where the corpus no longer has the element.
        "sets": [[(piece, words.get(piece.element_id)) for piece in each] for each in pieces],
    }
    return render(request, "oracle_annotation/submitted.html", shown)
