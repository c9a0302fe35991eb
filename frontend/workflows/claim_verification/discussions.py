"""Discussions of claims: for managers, adjudicators and observers, and for the claims' own annotators.

Only managers see user names. Everybody else sees parts, and the letters of the adjudication page.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from annotation.claims.access import claim_of
from annotation.claims.models import Claim
from annotation.discussion.access import discussion_for
from annotation.discussion.discussing import (
    LONGEST_MESSAGE,
    answer,
    lines_of,
    mark_read,
    set_open,
    with_counts,
    write,
)
from annotation.discussion.models import Discussion, Speaker
from annotation.discussion.visibility import (
    discussions_beside_own_work,
    discussions_of,
    is_discussable,
    is_finished,
    works_on,
)
from annotation.errors import AnnotationError
from annotation.projects.access import project_for
from annotation.projects.models import Project, Role
from frontend.views.access import PersonRequest, member_view
from frontend.views.lists import page_of
from frontend.views.quality.access import MAY_DECIDE, QualityAccess, quality_view


@quality_view("GET", fresh=True)
def discussions(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """All discussions of the project that the person may read, unread first."""
    found = Discussion.objects.filter(claim__project=access.project)
    if not access.is_manager:
        found = discussions_beside_own_work(request.user, access.project)
    counted = with_counts(found, request.user, is_adjudicator=not access.is_manager)
    page = page_of(request, counted.select_related("claim"))
    return render(request, "claim_verification/discussions.html", access.page(page=page))


@quality_view("GET", "POST", fresh=True)
def claim_discussion(request: PersonRequest, access: QualityAccess, pk: int) -> HttpResponse:
    """One claim's discussion. A POST writes, or with `step` "open" or "close" lets its annotators read or not."""
    if request.method == "POST":
        project_for(request.user, access.project.slug, *MAY_DECIDE)  # observers look on
    claim = claim_of(access.project, pk, "project")
    if not access.is_manager and works_on(request.user, claim):
        raise Http404
    text, error = "", ""
    if request.method == "POST":
        try:
            _act(request, access, claim)
        except AnnotationError as problem:
            text, error = request.POST.get("text", ""), problem.message
        else:
            return redirect("quality-discussion", slug=access.project.slug, pk=pk)
    discussion = Discussion.objects.filter(claim=claim).first()
    shown = access.page(
        **_shown(request, discussion, with_names=access.is_manager, is_adjudicator=not access.is_manager),
        claim=claim,
        text=text,
        error=error,
        is_discussable=is_discussable(claim),
        is_finished=is_finished(claim),
        may_write=request.user.memberships.filter(project=access.project, role__in=MAY_DECIDE).exists(),
    )
    return render(request, "claim_verification/discussion.html", shown, status=400 if error else 200)


@member_view("GET", roles=(Role.VERIFIER,), fresh=True)
def my_discussions(request: PersonRequest, project: Project) -> HttpResponse:
    """The discussions of claims of mine that I may read."""
    found = with_counts(discussions_of(request.user, project), request.user).select_related("claim")
    shown = {"project": project, "page": page_of(request, found)}
    return render(request, "claim_verification/my_discussions.html", shown)


@member_view("GET", "POST", roles=(Role.VERIFIER,), fresh=True)
def my_discussion(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """A discussion of a claim of mine. A POST answers."""
    discussion = discussion_for(request.user, project, pk)
    text, error = "", ""
    if request.method == "POST":
        text = request.POST.get("text", "")
        try:
            answer(discussion=discussion, by=request.user, text=text)
        except AnnotationError as problem:
            if problem.status == 404:
                raise Http404 from problem
            error = problem.message
        else:
            return redirect("my-discussion", slug=project.slug, pk=pk)
    shown = _shown(request, discussion) | {"project": project, "claim": discussion.claim, "text": text, "error": error}
    return render(request, "claim_verification/my_discussion.html", shown, status=400 if error else 200)


def _act(request: PersonRequest, access: QualityAccess, claim: Claim) -> None:
    speaker = Speaker.MANAGER if access.is_manager else Speaker.ADJUDICATOR
    step = request.POST.get("step", "")
    if step in {"open", "close"}:
        set_open(claim=claim, by=request.user, speaker=speaker, is_open=step == "open")
        words = _("Opened to the annotators.") if step == "open" else _("Closed to the annotators.")
        messages.success(request, words)
    else:
        write(claim=claim, by=request.user, speaker=speaker, text=request.POST.get("text", ""))


def _shown(request: PersonRequest, discussion: Discussion | None, **options: bool) -> dict[str, Any]:
    lines = [] if discussion is None else lines_of(discussion, request.user, **options)
    if discussion is not None:
        mark_read(discussion, request.user, lines)
    return {"discussion": discussion, "lines": lines, "longest": LONGEST_MESSAGE}
