"""One's own verifications: search, view, previous and next."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from annotation.errors import AnnotationError
from annotation.projects.access import project_for
from annotation.projects.models import Role
from annotation.work import postponing
from annotation.work.access import assignment_for
from annotation.work.models import Assignment
from annotation.workflows.claim_verification.editing import editable_until, is_editable
from annotation.workflows.claim_verification.models import RevisionRequest, Verification
from annotation.workflows.claim_verification.queries import history
from frontend.templatetags.words import VERDICTS
from frontend.views import PersonRequest
from frontend.views.evidence_rows import revisions_of, sets_of
from frontend.views.pagination import page_of, words_of


@require_GET
@login_required
def my_verifications(request: PersonRequest, slug: str) -> HttpResponse:
    """My own work in a project, by words of the claim and by verdict; latest first."""
    project = project_for(request.user, slug, Role.VERIFIER)
    text, verdict = words_of(request), request.GET.get("verdict", "")
    found = history(request.user, project, text, verdict if verdict in VERDICTS else "")
    shown = {
        "project": project,
        "text": text,
        "verdict": verdict,
        "verdicts": VERDICTS.items(),
        "page": page_of(request, found),
    }
    return render(request, "my_work/my_verifications.html", shown)


def submitted_verification(request: PersonRequest, assignment: Assignment) -> HttpResponse:
    """One verification of my own, with what came before and after it. The view is `workspace.verify`."""
    # Not the current one: of a claim that was corrected since, none is.
    verification = assignment.verifications.order_by("-revision").first()
    if verification is None:
        raise Http404
    older, newer = _neighbours(request, assignment, verification)
    context: dict[str, Any] = {
        "assignment": assignment,
        "project": assignment.project,
        "claim": assignment.task.claim,
        "verification": verification,
        "sets": sets_of(assignment.project.corpus, verification),
        "revisions": revisions_of(assignment),
        "editable": is_editable(assignment),
        "editable_until": editable_until(assignment),
        "returned": RevisionRequest.objects.filter(assignment=assignment, resolved_at__isnull=True).first(),
        "older": older,
        "newer": newer,
    }
    return render(request, "workspace/submitted.html", context)


def _neighbours(
    request: PersonRequest, assignment: Assignment, shown: Verification
) -> tuple[Verification | None, Verification | None]:
    """My verifications just before and just after this one, in the order of my list."""
    mine = history(request.user, assignment.project)
    return _beside(mine, shown, "lt"), _beside(mine, shown, "gt")


def _beside(rows: QuerySet[Verification], shown: Verification, direction: str) -> Verification | None:
    later = Q(**{f"created_at__{direction}": shown.created_at})
    same = Q(**{"created_at": shown.created_at, f"pk__{direction}": shown.pk})
    order = "" if direction == "gt" else "-"
    return rows.filter(later | same).order_by(f"{order}created_at", f"{order}pk").first()


@require_POST
@login_required
def resume(request: PersonRequest, public_id: uuid.UUID) -> HttpResponse:
    """Go on with what was postponed."""
    assignment = assignment_for(request.user, public_id)
    try:
        postponing.resume(assignment)
    except AnnotationError as error:
        messages.error(request, error.message)
        return redirect("my-work")
    response = redirect("workspace", public_id=public_id)
    response["Location"] += "?resumed"  # what this browser may still have kept of putting it aside is over
    return response
