"""Submitted claims: view and edit them until somebody verifies them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie

from annotation.accounts.models import User
from annotation.claims.text_rules import cleaned
from annotation.errors import AnnotationError
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.vocabulary.labels import ClaimType
from annotation.work.guidelines import current_guidelines
from annotation.work.models import Assignment
from annotation.workflows.claim_generation.access import claim_set_of
from annotation.workflows.claim_generation.editing import edit, rests_until
from annotation.workflows.claim_generation.models import ClaimSet
from annotation.workflows.claim_generation.payload import for_writer
from annotation.workflows.claim_generation.rules import WrittenClaim, problems
from frontend.reading.guidelines_html import guidelines_html
from frontend.views.access import PersonRequest, assignment_view
from frontend.views.lists import number_in
from frontend.workflows.claim_generation.workspace import KIND, MUTATIONS


@ensure_csrf_cookie
@assignment_view("GET", "POST", fresh=True)
def submitted_claims(request: PersonRequest, assignment: Assignment) -> HttpResponse:
    """The room of one's own three claims: to be read, and changed by an ordinary form, which the scripts only help."""
    claim_set = claim_set_of(assignment)
    payload = for_writer(assignment)
    shown: dict[str, Any] = {kind: dict(claim) for kind, claim in (payload["claims"] or {}).items()}
    status = 200
    if request.method == "POST":
        errors = _save(request, claim_set, shown)
        if errors is None:
            messages.success(request, _("Saved. The earlier text is kept as a revision."))
            return redirect("submitted-claims", public_id=assignment.public_id)
        status = 400
        for kind, claim in shown.items():
            claim |= {"errors": errors.get(f"claims.{kind}.text", []) + errors.get(f"claims.{kind}.challenge", [])}
    _add_earlier_versions(claim_set, shown)
    before, after = _neighbours(request.user, assignment.project, claim_set)
    may_change = any(claim["editable"] for claim in shown.values())
    context = {
        "assignment": assignment,
        "project": assignment.project,
        "payload": payload,
        "claims": shown,
        "challenges": label_set_of(assignment.project).challenge_set,
        "mutation": MUTATIONS.get(payload["asked"]["mutation"]),
        "refused": status != 200,
        "may_change": may_change,
        "rests_until": rests_until(assignment) if may_change else None,
        "guidelines": guidelines_html(assignment.project, current_guidelines(assignment.project, KIND).text),
        "before": before,
        "after": after,
    }
    return render(request, "claim_generation/submitted.html", context, status=status)


def _save(request: PersonRequest, claim_set: ClaimSet, shown: dict[str, Any]) -> dict[str, list[str]] | None:
    """What is wrong with it, by field; None when it is saved. What was typed stays in `shown`."""
    written, based_on = {}, {}
    for kind in ClaimType:
        claim = shown[kind.value]
        claim["text"] = request.POST.get(f"text-{kind}", claim["text"])
        claim["challenge"] = request.POST.get(f"challenge-{kind}", claim["challenge"])
        written[kind] = WrittenClaim(cleaned(claim["text"]), claim["challenge"])
        based_on[kind] = number_in(request.POST.get(f"base-{kind}", ""), 5) or 0
    found = problems(written, label_set_of(claim_set.highlight.project))
    if found:
        return found
    try:
        edit(claim_set=claim_set, person=request.user, claims=written, base_revisions=based_on)
    except AnnotationError as error:
        messages.error(request, error.message)
        return error.fields
    return None


def _add_earlier_versions(claim_set: ClaimSet, shown: dict[str, Any]) -> None:
    """Put the revisions before the newest to each claim, latest first."""
    for claim in claim_set.claims.prefetch_related("revisions"):
        newest_first = sorted(claim.revisions.all(), key=lambda revision: -revision.number)
        shown[claim.claim_type]["earlier"] = newest_first[1:]


def _neighbours(person: User, project: Project, claim_set: ClaimSet) -> tuple[ClaimSet | None, ClaimSet | None]:
    """The person's own sets in this project just before and just after."""
    mine = ClaimSet.objects.filter(
        submission__assignment__person=person, submission__assignment__project=project
    ).select_related("submission__assignment")
    before = mine.filter(pk__lt=claim_set.pk).order_by("-pk").first()
    return before, mine.filter(pk__gt=claim_set.pk).order_by("pk").first()
