"""The workspaces of the five phases, and what was submitted in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils.translation import gettext

from annotation.work.editing import is_editable
from annotation.work.guidelines import current_guidelines
from annotation.work.models import Assignment, AssignmentState
from annotation.work.registry import workflow_of
from annotation.workflows.question_answering.countries import CODES
from annotation.workflows.question_answering.phases import BLIND, PhaseName
from frontend.reading.guidelines_html import guidelines_html
from frontend.workflows.question_answering.pairs import read_questions, sides_of
from frontend.workflows.question_answering.submitted import submitted_work

OPEN = {AssignmentState.HELD, AssignmentState.EXPIRED}  # an expired one takes its place again, if it is free
NOT_LOADING = "does_not_load"  # the reason of skipping that the page chooses for whoever waited in vain


@dataclass(frozen=True, slots=True)
class Shown:
    """A field of the claim's metadata with its name."""

    name: str
    label: str
    value: str | list[str]

    @property
    def is_list(self) -> bool:
        return isinstance(self.value, list)


def work(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    """The workspace of one's own article or claim; one that was submitted is read, or changed (?change) while there is
    time; another closed one leads on."""
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    context: dict[str, Any] = {"assignment": assignment, "project": assignment.project} | _words(assignment.kind)
    is_submitted = assignment.state == AssignmentState.SUBMITTED
    changing = is_submitted and "change" in request.GET and is_editable(assignment)
    if is_submitted and not changing:
        return render(request, "question_answering/submitted.html", context | submitted_work(assignment))
    if assignment.state not in OPEN and not changing:
        return render(request, "question_answering/closed.html", context)
    payload = workflow_of(assignment).payload(assignment, False)
    context |= {
        "payload": payload,
        "changing": changing,
        "fields": payload["fields"],
        "metadata": list(metadata_of(payload)),
        "questions": read_questions(payload.get("questions", ()), payload["fields"]),
        "sides": sides_of(payload.get("verdicts", ()), payload["fields"]),
        "countries": sorted(CODES),
        "not_loading": NOT_LOADING,
        "guidelines": guidelines_html(assignment.project, current_guidelines(assignment.project, assignment.kind).text),
    }
    return render(request, _template(assignment.kind), context)


def metadata_of(payload: Mapping[str, Any]) -> Iterator[Shown]:
    """What this phase may see of the metadata of its claim, in the order of the fields file; nothing that is empty."""
    claim = payload.get("claim") or {}
    for name, field in payload["fields"]["claim"].items():
        if claim.get(name):
            yield Shown(name, field["label"], claim[name])


def _template(kind: str) -> str:
    if kind == PhaseName.NORMALISATION:
        return "question_answering/claims.html"
    return "question_answering/judge.html" if kind in BLIND else "question_answering/questions.html"


def _words(kind: str) -> dict[str, str]:
    """Words of buttons that other templates show."""
    if kind == PhaseName.NORMALISATION:
        return {"next_words": gettext("Next article"), "give_back": gettext("Give this article back")}
    return {"next_words": gettext("Next claim"), "give_back": gettext("Give this claim back")}
