"""One's own verifications: search, view, previous and next."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render

from annotation.discussion.discussing import with_counts
from annotation.discussion.visibility import discussions_of
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project, Role
from annotation.work.editing import is_editable
from annotation.work.models import Assignment
from annotation.workflows.claim_verification.editing import editable_until
from annotation.workflows.claim_verification.models import RevisionRequest, Verification
from annotation.workflows.claim_verification.queries import history
from frontend.views.access import PersonRequest, member_view
from frontend.views.lists import choice_of, neighbours, page_of, words_of
from frontend.workflows.claim_verification.evidence_rows import contradictions_read, revisions_of, sets_of


@member_view("GET", roles=(Role.VERIFIER,))
def my_verifications(request: PersonRequest, project: Project) -> HttpResponse:
    """My own work in a project, by words of the claim and by verdict; latest first."""
    verdicts = label_set_of(project).names
    text, verdict = words_of(request), choice_of(request, "verdict", verdicts)
    found = history(request.user, project, text, verdict)
    shown = {
        "project": project,
        "text": text,
        "verdict": verdict,
        "verdicts": verdicts.items(),
        "page": page_of(request, found),
    }
    return render(request, "claim_verification/my_verifications.html", shown)


def submitted_verification(request: PersonRequest, assignment: Assignment) -> HttpResponse:
    """One verification of my own, with what came before and after it. The view is `workspace.verify`."""
    # Not the current one: of a claim that was corrected since, none is.
    verification = (
        Verification.objects.filter(submission__assignment=assignment).order_by("-submission__revision").first()
    )
    if verification is None:
        raise Http404
    discussions = discussions_of(request.user, assignment.project).filter(claim=verification.claim_id)
    older, newer = neighbours(history(request.user, assignment.project), verification)
    context: dict[str, Any] = {
        "assignment": assignment,
        "project": assignment.project,
        "claim": assignment.task.verification_item.claim,
        "verification": verification,
        "sets": sets_of(assignment.project.corpus, verification),
        "contradictions": contradictions_read(assignment.project.corpus, verification),
        "revisions": revisions_of(assignment),
        "editable": is_editable(assignment),
        "editable_until": editable_until(assignment),
        "returned": RevisionRequest.objects.filter(assignment=assignment, resolved_at__isnull=True).first(),
        "discussion": with_counts(discussions, request.user).first(),
        "older": older,
        "newer": newer,
    }
    return render(request, "claim_verification/submitted.html", context)
