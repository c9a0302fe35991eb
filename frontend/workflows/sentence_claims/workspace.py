"""The page on which claims are written from a sentence, and what was submitted there."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.csrf import ensure_csrf_cookie

from annotation.work.guidelines import current_guidelines
from annotation.work.models import Assignment, AssignmentState
from annotation.work.registry import workflow_of
from annotation.workflows.sentence_claims.models import SentenceWork
from annotation.workflows.sentence_claims.mutation_types import ORIGINAL, TYPES
from annotation.workflows.sentence_claims.payload import payload
from annotation.workflows.sentence_claims.sampling.sample import SLUG
from frontend.reading.guidelines_html import guidelines_html
from frontend.views.access import PersonRequest, assignment_view
from frontend.views.guided_examples import feedback_address, guided_context, is_answered_example

OPEN = {AssignmentState.HELD, AssignmentState.EXPIRED}  # an expired one takes its place again, if it is free


@ensure_csrf_cookie
@assignment_view("GET", fresh=True)
def write(request: PersonRequest, assignment: Assignment) -> HttpResponse:
    """Both steps for one's own sentence; after that what was submitted."""
    if assignment.kind != SLUG:
        return redirect(workflow_of(assignment).workspace, public_id=assignment.public_id)
    if is_answered_example(assignment):
        return redirect(feedback_address(assignment))
    context: dict[str, Any] = {"assignment": assignment, "project": assignment.project}
    if assignment.state == AssignmentState.SUBMITTED:
        return render(request, "sentence_claims/submitted.html", context | _submitted(assignment))
    if assignment.state not in OPEN:
        return render(request, "sentence_claims/closed.html", context | {"next_words": gettext("Next sentence")})
    content = payload(assignment)
    context |= {
        "payload": content,
        "guided": guided_context(assignment),
        "boxes": [(box, TYPES[box["type"]]) for box in content["boxes"]],
        "original": ORIGINAL,
        "guidelines": guidelines_html(assignment.project, current_guidelines(assignment.project, SLUG).text),
    }
    return render(request, "sentence_claims/write.html", context)


def _submitted(assignment: Assignment) -> dict[str, Any]:
    work = SentenceWork.objects.select_related("sentence").get(
        submission__assignment=assignment, submission__is_current=True
    )
    return {"work": work, "claims": shown_claims(work.body["claims"])}


def shown_claims(claims: list[dict[str, Any]]) -> list[tuple[str, list[tuple[Any, list[str]]]]]:
    """Each claim with its mutations, by the name of their type."""
    return [
        (
            one["text"],
            [(TYPES[kind].name if kind in TYPES else kind, lines) for kind, lines in one["mutations"].items()],
        )
        for one in claims
    ]
