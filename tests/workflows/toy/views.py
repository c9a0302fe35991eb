"""The page of the toy workflow: a form without scripts, which is there again while the answer can be changed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from annotation.work.models import Assignment
from annotation.work.plain_form import submit_form
from tests.workflows.toy.models import ToyAnswer
from tests.workflows.toy.workflow import LABELS, payload


def answer(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    if request.method == "POST":
        problem = submit_form(assignment, request.POST.dict())
        if not problem:
            return redirect("my-work")
        messages.error(request, problem)
    current = ToyAnswer.objects.filter(submission__assignment=assignment, submission__is_current=True).first()
    shown = {"payload": payload(assignment, is_new=False), "labels": LABELS, "current": current}
    return render(request, "toy/page.html", shown | {"assignment": assignment, "project": assignment.project})
