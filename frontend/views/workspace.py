"""The room a verifier works in all day."""

from __future__ import annotations

import uuid
from typing import NamedTuple, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET

from annotation.projects.access import assignment_for
from annotation.projects.models import User
from annotation.vocabulary import Challenge, Verdict
from annotation.work.models import AssignmentState
from annotation.workflows.claim_verification.payload import for_verifier

OPEN = {AssignmentState.HELD, AssignmentState.EXPIRED}  # an expired one takes its place again, if it is free


class Choice(NamedTuple):
    value: str
    explanation: Promise


# Section 3.1.2 of the paper, in one sentence each.
VERDICTS = [
    Choice(Verdict.SUPPORTS, _("Every part of the claim is confirmed by the evidence.")),
    Choice(Verdict.REFUTES, _("At least one part of the claim is contradicted by the evidence.")),
    Choice(Verdict.NOT_ENOUGH_INFO, _("Neither of the two. Select the evidence that comes closest.")),
]
CHALLENGES = [
    Choice(Challenge.MULTI_HOP, _("Several pages are needed, and one is found by way of another.")),
    Choice(Challenge.TABLES_AND_TEXT, _("A table or list and running text have to be read together.")),
    Choice(Challenge.NUMERICAL, _("Numbers have to be counted, compared or calculated with.")),
    Choice(Challenge.DISAMBIGUATION, _("Several people, places or things share a name in the claim.")),
    Choice(Challenge.SEARCH_TERMS, _("The page is not found by searching for words of the claim.")),
    Choice(Challenge.OTHER, _("None of these is what makes the claim hard to verify.")),
]


@login_required
@never_cache
@ensure_csrf_cookie
@require_GET
def verify(request: HttpRequest, public_id: uuid.UUID) -> HttpResponse:
    """The workspace of one's own claim; a closed one says so and leads on."""
    assignment = assignment_for(cast(User, request.user), public_id)
    context = {"assignment": assignment, "project": assignment.project, "claim": assignment.task.claim}
    if assignment.state not in OPEN:
        return render(request, "workspace/closed.html", context)
    choices = {"payload": for_verifier(assignment), "verdicts": VERDICTS, "challenges": CHALLENGES}
    return render(request, "workspace/workspace.html", context | choices)
