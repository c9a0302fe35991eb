"""Claim workspace: from a highlight to three claims, and back to them until somebody verifies them."""

from __future__ import annotations

import uuid
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST

from annotation.errors import AnnotationError
from annotation.projects.access import project_for
from annotation.projects.guidelines import current_guidelines, has_confirmed
from annotation.projects.models import Role
from annotation.vocabulary.labels import Challenge, ClaimType, Mutation
from annotation.vocabulary.tasks import TaskKind
from annotation.work import assignment as work
from annotation.work.access import assignment_for
from annotation.work.models import AssignmentState
from annotation.work.queue_messages import empty_queue_reason
from annotation.work.skipping import REASONS_FOR, skip
from annotation.workflows.claim_generation.payload import for_writer
from frontend.reading.prose import rendered
from frontend.views import PersonRequest
from frontend.views.announcements import first_to_read

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


@login_required
@never_cache
@ensure_csrf_cookie
@require_GET
def write(request: PersonRequest, public_id: uuid.UUID) -> HttpResponse:
    """The workspace of one's own highlight; what is submitted is changed on a page of its own."""
    assignment = assignment_for(request.user, public_id)
    if assignment.kind != KIND:
        return redirect("workspace", public_id=public_id)
    if assignment.state == AssignmentState.SUBMITTED:
        return redirect("submitted-claims", public_id=public_id)
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


@require_POST
@login_required
def write_next(request: PersonRequest, slug: str) -> HttpResponse:
    """Take a highlight and open it; or say why there is none. What must be read is read first."""
    project = project_for(request.user, slug, Role.CLAIM_WRITER)
    if not has_confirmed(request.user, project, current_guidelines(project, KIND)):
        return redirect("guidelines", slug=slug, kind=KIND)
    told = first_to_read(request, project, KIND)
    if told is not None:
        return told
    taken = work.assign_next(person=request.user, project=project, kind=KIND)
    if taken is not None:
        return redirect("write", public_id=taken.public_id)
    messages.info(request, empty_queue_reason(person=request.user, project=project, kind=KIND))
    return redirect("my-work")


@require_POST
@login_required
def skip_highlight(request: PersonRequest, public_id: uuid.UUID) -> HttpResponse:
    """Put the highlight aside and open the next one."""
    assignment = assignment_for(request.user, public_id)
    if assignment.kind != KIND:
        raise Http404
    try:
        skip(assignment=assignment, reason=request.POST.get("reason", ""), note=request.POST.get("note", ""))
    except AnnotationError as error:
        detail = " ".join(sentence for sentences in error.fields.values() for sentence in sentences)
        messages.error(request, f"{error.message} {detail}".strip())
        return redirect("write", public_id=public_id)
    messages.success(request, _("Skipped. You will not see this highlight again."))
    return write_next(request, assignment.project.slug)
