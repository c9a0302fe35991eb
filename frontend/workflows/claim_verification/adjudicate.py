"""Adjudication queue and decision page. No annotator is named on either."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy

from annotation.claims.models import Claim
from annotation.dashboard.adjudication import adjudication_queue
from annotation.errors import AnnotationError
from annotation.projects.access import project_for
from annotation.projects.label_sets import label_set_of
from annotation.quality.adjudication.adjudicate import current_adjudication, is_own_work
from annotation.quality.adjudication.models import PAPERS, Adjudication, ErrorType
from annotation.quality.adjudication.queue import Entry, Wanted, letters
from annotation.work.counted import counted
from annotation.workflows.claim_verification.models import Verification
from frontend.views.access import PersonRequest
from frontend.views.lists import page_of
from frontend.views.quality.access import MAY_DECIDE, QualityAccess, quality_view
from frontend.views.quality.evidence_overlay import evidence_overlay
from frontend.workflows.claim_verification.adjudication_form import Asked, asked_in, save
from frontend.workflows.claim_verification.adjudication_sides import decided_sets, pieces_of, sides_of

SETS_SHOWN = 5
PARTS = {
    Wanted.VERDICTS: gettext_lazy("Different verdicts"),
    Wanted.EVIDENCE: gettext_lazy("Same verdict, different evidence"),
    Wanted.DONE: gettext_lazy("Decided"),
}
ERROR_TYPES = (
    (gettext_lazy("Sources of disagreement (as in the paper)"), [(one.value, one.label) for one in PAPERS]),
    (gettext_lazy("Others"), [(one.value, one.label) for one in ErrorType if one not in PAPERS]),
)


@dataclass(frozen=True, slots=True)
class Row:
    """A claim of the queue with what each annotator said, by letter."""

    entry: Entry
    claim: Claim
    verdicts: list[tuple[str, str]]
    decision: Adjudication | None


@quality_view("GET")
def adjudicate(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """`?show=` is the part of the queue."""
    wanted = _part(request.GET.get("show", ""))
    page = page_of(request, adjudication_queue(access.project, wanted))
    page.object_list = _rows(list(page))
    parts = [(part.value, label, part is wanted) for part, label in PARTS.items()]
    return render(request, "claim_verification/adjudicate.html", access.page(page=page, show=wanted.value, parts=parts))


@quality_view("GET", "POST", fresh=True)
def adjudicate_claim(request: PersonRequest, access: QualityAccess, pk: int) -> HttpResponse:
    """Everything said of one claim, and what holds. `?title=` opens a page, `?show=` is where one came from."""
    if request.method == "POST":
        project_for(request.user, access.project.slug, *MAY_DECIDE)  # observers look on
    claim = get_object_or_404(access.project.claims.select_related("project__corpus"), pk=pk)
    wanted = _part(request.GET.get("show", ""))
    decision = current_adjudication(claim)
    asked, errors = Asked.of(decision), {}
    if request.method == "POST":
        asked = asked_in(request.POST)
        try:
            done = save(claim, request.user, asked)
        except AnnotationError as error:
            errors = error.fields or {"": [error.message]}
        else:
            messages.success(request, done)
            return _onward(claim, wanted, stay=asked.action != "decide")
    may_decide = _may_decide(request, claim)
    shown = access.page(
        **_shown(claim, asked, decision, request.GET.get("title", ""), may_send_back=may_decide),
        errors=errors,
        show=wanted.value,
        may_decide=may_decide,
        is_own=is_own_work(claim, request.user),
    )
    return render(request, "claim_verification/adjudicate_claim.html", shown, status=400 if errors else 200)


def _part(text: str) -> Wanted:
    return Wanted(text) if text in list(Wanted) else Wanted.VERDICTS


def _may_decide(request: PersonRequest, claim: Claim) -> bool:
    return request.user.memberships.filter(project=claim.project_id, role__in=MAY_DECIDE).exists()


def _shown(
    claim: Claim, asked: Asked, decision: Adjudication | None, title: str, *, may_send_back: bool
) -> dict[str, Any]:
    sides = sides_of(claim, may_send_back=may_send_back, with_set_aside=True)
    chosen = {side.letter: side.elements for side in sides}
    pieces = pieces_of(sides, asked.numbers)
    theirs = {piece.evidence.element_id for piece in pieces}
    corpus = claim.project.corpus
    return evidence_overlay(claim.project, chosen, title) | {
        "claim": claim,
        "sides": sides,
        "pieces": pieces,
        "own_pieces": asked.own_pieces(corpus, theirs),
        "asked": asked,
        "decision": decision,
        "decided": decided_sets(decision, corpus),
        "earlier": claim.adjudications.filter(is_current=False).order_by("-revision"),
        "numbers": range(1, min(claim.project.max_evidence_sets, SETS_SHOWN) + 1),
        "verdicts": label_set_of(claim.project).names.items(),
        "challenges": label_set_of(claim.project).challenge_set.names.items(),
        "error_types": ERROR_TYPES,
    }


def _onward(claim: Claim, wanted: Wanted, *, stay: bool) -> HttpResponse:
    """To the next claim of the part one is working through, or back to the list."""
    names: dict[str, Any] = {"slug": claim.project.slug}
    rest = [] if stay or wanted is Wanted.DONE else [one.claim for one in adjudication_queue(claim.project, wanted)]
    following = claim.pk if stay else next((one for one in rest if one != claim.pk), None)
    if following is None:
        address = reverse("quality-adjudicate", kwargs=names)
    else:
        address = reverse("quality-adjudicate-claim", kwargs=names | {"pk": following})
    return redirect(f"{address}?show={wanted.value}")


def _rows(entries: list[Entry]) -> list[Row]:
    ids = [entry.claim for entry in entries]
    claims = Claim.objects.in_bulk(ids)
    of: defaultdict[int, list[Verification]] = defaultdict(list)
    for one in Verification.objects.filter(counted("submission__"), claim__in=ids).select_related(
        "submission__assignment"
    ):
        of[one.claim_id].append(one)
    decisions = {one.claim_id: one for one in Adjudication.objects.filter(claim__in=ids, is_current=True)}
    rows = []
    for entry in entries:
        called = letters(of[entry.claim])
        verdicts = sorted((called[one.pk], one.verdict) for one in of[entry.claim])
        rows.append(Row(entry, claims[entry.claim], verdicts, decisions.get(entry.claim)))
    return rows
