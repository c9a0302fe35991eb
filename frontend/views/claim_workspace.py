"""Claim workspace: from a highlight to three claims, and back to them until somebody verifies them."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import ensure_csrf_cookie

from annotation.projects.guidelines import current_guidelines
from annotation.vocabulary.labels import Challenge, ClaimType, Mutation
from annotation.vocabulary.tasks import TaskKind
from annotation.work.models import Assignment, AssignmentState
from annotation.work.skipping import REASONS_FOR
from annotation.workflows.claim_generation.payload import for_writer
from frontend.reading.prose import rendered
from frontend.views.access import PersonRequest, assignment_view

KIND = TaskKind.CLAIM_GENERATION
OPEN = {AssignmentState.HELD, AssignmentState.EXPIRED}  # an expired one takes its place again, if it is free


class Expected(NamedTuple):
    value: str
    explanation: Promise
    example: Promise


# Section 7.9.1 of the paper, in our words.
CHALLENGES = [
    Expected(
        Challenge.MULTI_HOP,
        gettext_lazy("Several pages or sections will be needed, and one leads to the other."),
        gettext_lazy("The winner of a prize was born in the capital of the country that …"),
    ),
    Expected(
        Challenge.TABLES_AND_TEXT,
        gettext_lazy("A table or list and running text will be needed together."),
        gettext_lazy("The table has the number, and only the text says what it counts."),
    ),
    Expected(
        Challenge.NUMERICAL,
        gettext_lazy("Numbers will have to be counted, compared or calculated."),
        gettext_lazy("A is older than B, where the pages give two dates of birth."),
    ),
    Expected(
        Challenge.DISAMBIGUATION,
        gettext_lazy("Several people, places or things share a name in the claim."),
        gettext_lazy("Georgia: the country, or the state?"),
    ),
    Expected(
        Challenge.SEARCH_TERMS,
        gettext_lazy("The page cannot be found by searching for words of the claim."),
        gettext_lazy("The claim describes an event without its name."),
    ),
    Expected(
        Challenge.OTHER,
        gettext_lazy("None of these will be the main difficulty."),
        gettext_lazy("Finding and reading one sentence is enough."),
    ),
]
MUTATIONS: dict[str, Promise] = {
    Mutation.MORE_SPECIFIC: gettext_lazy("Make it more specific: add a detail that narrows it."),
    Mutation.GENERALIZATION: gettext_lazy("Make it more general: remove a detail or use a broader term."),
    Mutation.NEGATION: gettext_lazy("Negate it: state the opposite. A false claim then becomes true."),
    Mutation.PARAPHRASING: gettext_lazy("Paraphrase it: the same meaning in other words."),
    Mutation.ENTITY_SUBSTITUTION: gettext_lazy("Substitute an entity: replace a person, place or thing by another."),
}


@ensure_csrf_cookie
@assignment_view("GET", fresh=True)
def write(request: PersonRequest, assignment: Assignment) -> HttpResponse:
    """The workspace of one's own highlight; what is submitted is changed on a page of its own."""
    if assignment.kind != KIND:
        return redirect("workspace", public_id=assignment.public_id)
    if assignment.state == AssignmentState.SUBMITTED:
        return redirect("submitted-claims", public_id=assignment.public_id)
    context: dict[str, Any] = {"assignment": assignment, "project": assignment.project}
    if assignment.state not in OPEN:
        return render(request, "writing/closed.html", context)
    payload = for_writer(assignment)
    context |= {
        "payload": payload,
        "types": list(ClaimType),
        "challenges": CHALLENGES,
        "mutation": MUTATIONS.get(payload["asked"]["mutation"]),
        "skip_reasons": [(reason.value, reason.label) for reason in REASONS_FOR[KIND]],
        "guidelines": rendered(current_guidelines(assignment.project, KIND).text),
    }
    return render(request, "writing/workspace.html", context)
