"""Claim workspace: from a highlight to three claims, and back to them until somebody verifies them."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.csrf import ensure_csrf_cookie

from annotation.projects.label_sets import label_set_of
from annotation.vocabulary.labels import ClaimType, Mutation
from annotation.work.guidelines import current_guidelines
from annotation.work.models import Assignment, AssignmentState
from annotation.work.registry import workflow_of
from annotation.workflows.claim_generation.payload import for_writer
from annotation.workflows.kinds import TaskKind
from frontend.reading.guidelines_html import guidelines_html
from frontend.views.access import PersonRequest, assignment_view
from frontend.views.guided_examples import feedback_address, guided_context, is_answered_example

KIND = TaskKind.CLAIM_GENERATION
OPEN = {AssignmentState.HELD, AssignmentState.EXPIRED}  # an expired one takes its place again, if it is free


MUTATIONS: dict[str, Promise] = {
    Mutation.MORE_SPECIFIC: gettext_lazy("Make it more specific: add a detail that narrows it."),
    Mutation.GENERALIZATION: gettext_lazy("Make it more general: remove a detail or use a broader term."),
    Mutation.NEGATION: gettext_lazy("Negate it: state the opposite. A false claim then becomes true."),
    Mutation.PARAPHRASING: gettext_lazy("Paraphrase it: the same meaning in other words."),
    Mutation.ENTITY_SUBSTITUTION: gettext_lazy("Substitute an entity: replace a person, place or thing by another."),
    Mutation.TENSE_SHIFT: gettext_lazy("Shift the tense: move the claim to another time, such as from was to is."),
}


@ensure_csrf_cookie
@assignment_view("GET", fresh=True)
def write(request: PersonRequest, assignment: Assignment) -> HttpResponse:
    """The workspace of one's own highlight; what is submitted is changed on a page of its own."""
    if assignment.kind != KIND:
        return redirect(workflow_of(assignment).workspace, public_id=assignment.public_id)
    if is_answered_example(assignment):
        return redirect(feedback_address(assignment))
    if assignment.state == AssignmentState.SUBMITTED:
        return redirect("submitted-claims", public_id=assignment.public_id)
    context: dict[str, Any] = {"assignment": assignment, "project": assignment.project}
    if assignment.state not in OPEN:
        return render(request, "claim_generation/closed.html", context | {"next_words": gettext("Next highlight")})
    payload = for_writer(assignment)
    context |= {
        "payload": payload,
        "guided": guided_context(assignment),
        "types": list(ClaimType),
        "challenges": label_set_of(assignment.project).challenge_set,
        "mutation": MUTATIONS.get(payload["asked"]["mutation"]),
        "guidelines": guidelines_html(assignment.project, current_guidelines(assignment.project, KIND).text),
    }
    return render(request, "claim_generation/workspace.html", context)
