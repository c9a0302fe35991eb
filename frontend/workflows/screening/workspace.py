"""A candidate's page: the test, and what was right once it is graded."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render

from annotation.work.models import Assignment, AssignmentState
from annotation.workflows.screening.candidate_status import STATUS_LABELS, statuses_of
from annotation.workflows.screening.models import Criterion, Mutation, Part, ScreeningAnswers
from annotation.workflows.screening.payload import payload
from annotation.workflows.screening.serializers import LONGEST_SENTENCE

OPEN = {AssignmentState.HELD, AssignmentState.EXPIRED}


def take_test(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    """The test, which a script saves and submits by the API; after that its result."""
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    if assignment.state == AssignmentState.SUBMITTED:
        return _result(request, assignment)
    if assignment.state not in OPEN:
        return redirect("my-work")
    content = payload(assignment)
    parts = [(part.label, [one for one in content["items"] if one["part"] == part]) for part in Part]
    shown = {
        "assignment": assignment,
        "project": assignment.project,
        "payload": content,
        "parts": [(label, items) for label, items in parts if items],
        "mutations": Mutation.choices,
        "longest": LONGEST_SENTENCE,
    }
    return render(request, "screening/test.html", shown)


def _result(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    rows = ScreeningAnswers.objects.filter(submission__assignment=assignment, submission__is_current=True)
    answers = rows.select_related("submission", "grade").get()
    mine = statuses_of(assignment.person, assignment.project)
    shown: dict[str, Any] = {
        "project": assignment.project,
        "text": assignment.task.screeningtext,
        "answers": answers,
        "statuses": [(role.label, one, STATUS_LABELS[one]) for role, one in mine.items()],
    }
    return render(request, "screening/result.html", shown | result_of(answers))


def result_of(answers: ScreeningAnswers) -> dict[str, Any]:
    """What `screening/_answers.html` shows of a graded test; nothing before that."""
    if not hasattr(answers, "grade"):
        return {}
    items = [
        {
            "part": Part(item["part"]).label,
            "prompt": item["prompt"],
            "given": item["choices"][item["given"]],
            "right": item["choices"][item["right"]],
            "is_right": item["given"] == item["right"],
        }
        for item in answers.items
    ]
    met = [(one.label, one.value in answers.grade.met) for one in Criterion]
    return {"grade": answers.grade, "items": items, "criteria": met}
