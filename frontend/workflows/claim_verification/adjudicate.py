"""Adjudication queue and decision page. No annotator is named on either."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from annotation.accounts.models import User
from annotation.claims.access import claim_of, claims_of
from annotation.claims.models import Claim
from annotation.dashboard.adjudication import adjudication_queue
from annotation.discussion.discussing import message_count
from annotation.discussion.visibility import works_on
from annotation.errors import AnnotationError
from annotation.projects.access import project_for
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.access import decider_or_none
from annotation.quality.adjudication.adjudicate import is_own_work, is_somebody_elses
from annotation.quality.adjudication.assigning import assign_claims, assigned_to, deciders, share_out
from annotation.quality.adjudication.models import PAPERS, Adjudication, AdjudicationAssignment, ErrorType
from annotation.quality.adjudication.queue import Entry, Wanted, letters
from annotation.quality.adjudication.second import assigned_for
from annotation.quality.adjudication.turns import standing_of
from annotation.work.counted import counted
from annotation.workflows.claim_verification.models import Verification
from frontend.views.access import PersonRequest
from frontend.views.lists import number_in, page_of
from frontend.views.quality.access import MAY_DECIDE, QualityAccess, quality_view
from frontend.views.quality.evidence_overlay import evidence_overlay
from frontend.workflows.claim_verification.adjudication_form import Asked, asked_in, save
from frontend.workflows.claim_verification.adjudication_sides import decided_sets, pieces_of, sides_of
from frontend.workflows.claim_verification.two_decisions import OfTwo, of_two

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
    assigned_to: int | None


@quality_view("GET")
def adjudicate(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """`?show=` is the part of the queue."""
    wanted = _part(request.GET.get("show", ""))
    assigned = assigned_for(request.user, access.project, assigned_to(access.project))
    queued = adjudication_queue(access.project, wanted, request.user.pk)
    page = page_of(request, in_order_for(request.user, queued, assigned))
    page.object_list = _rows(access.project, list(page), assigned, request.user)
    shown = access.page(
        page=page,
        show=wanted.value,
        parts=[(part.value, label, part is wanted) for part, label in PARTS.items()],
        names=access.names() if access.is_manager else {},
        deciders=deciders(access.project) if access.is_manager and wanted is not Wanted.DONE else [],
    )
    return render(request, "claim_verification/adjudicate.html", shown)


def in_order_for(person: User, entries: Sequence[Entry], assigned: Mapping[int, int]) -> list[Entry]:
    """The queue as one person works through it: what is assigned to them, what is nobody's, what is another's."""

    def place(entry: Entry) -> int:
        to = assigned.get(entry.claim)
        return 0 if to == person.pk else 1 if to is None else 2

    return sorted(entries, key=place)  # stable: within each part lowest agreement stays first


@quality_view("POST")
def assign(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """Assign the ticked claims to `adjudicator` (empty: to nobody), or with `step` "share" all unassigned evenly."""
    access.require_manager()
    wanted = _part(request.POST.get("show", ""))
    back = f"{reverse('quality-adjudicate', args=[access.project.slug])}?show={wanted.value}"
    if request.POST.get("step") == "share":
        queued = [entry.claim for entry in adjudication_queue(access.project, wanted)]
        number = share_out(project=access.project, claims=queued, by=request.user)
    else:
        claims = [key for text in request.POST.getlist("claim") if (key := number_in(text)) is not None]
        chosen = number_in(request.POST.get("adjudicator", ""))
        to = decider_or_none(access.project, chosen)
        if not claims or (chosen is not None and to is None):
            messages.error(request, _("Select claims, and whom to assign them to."))
            return redirect(back)
        number = assign_claims(project=access.project, claims=claims, to=to, by=request.user)
    words = ngettext("%(n)d claim assigned.", "%(n)d claims assigned.", number)
    messages.success(request, words % {"n": number})
    return redirect(back)


@quality_view("GET", "POST", fresh=True)
def adjudicate_claim(request: PersonRequest, access: QualityAccess, pk: int) -> HttpResponse:
    """Everything said of one claim, and what holds. `?title=` opens a page, `?show=` is where one came from."""
    if request.method == "POST":
        project_for(request.user, access.project.slug, *MAY_DECIDE)  # observers look on
    claim = claim_of(access.project, pk, "project__corpus")
    wanted = _part(request.GET.get("show", ""))
    standing = standing_of(claim)
    two = of_two(standing, request.user, is_manager=access.is_manager)
    decision = two.decision
    asked, errors = Asked.of(decision, two.base_revision), {}
    if request.method == "POST":
        asked = asked_in(request.POST)
        try:
            done = save(claim, request.user, asked)
        except AnnotationError as error:
            errors = error.fields or {"": [error.message]}
        else:
            messages.success(request, done)
            if two.is_final and asked.action == "decide":
                return redirect("manage-second-decisions", slug=access.project.slug)
            return _onward(request.user, claim, wanted, stay=asked.action != "decide")
    is_anothers = is_somebody_elses(claim, request.user)
    may_decide = _may_decide(request, claim) and not is_anothers and not two.refused
    assignment = AdjudicationAssignment.objects.filter(claim=claim).exclude(adjudicator=request.user)
    shown = access.page(
        **_shown(claim, asked, two, request.GET.get("title", ""), may_send_back=may_decide),
        errors=errors,
        show=wanted.value,
        may_decide=may_decide,
        two=two,
        messages_in_discussion=message_count(claim, None if access.is_manager else request.user),
        has_worked=not access.is_manager and works_on(request.user, claim),
        is_own=is_own_work(claim, request.user),
        is_anothers=is_anothers,
        assignment=assignment.select_related("adjudicator").first() if access.is_manager else None,
    )
    return render(request, "claim_verification/adjudicate_claim.html", shown, status=400 if errors else 200)


def _part(text: str) -> Wanted:
    return Wanted(text) if text in list(Wanted) else Wanted.VERDICTS


def _may_decide(request: PersonRequest, claim: Claim) -> bool:
    return request.user.memberships.filter(project=claim.project_id, role__in=MAY_DECIDE).exists()


def _shown(claim: Claim, asked: Asked, two: OfTwo, title: str, *, may_send_back: bool) -> dict[str, Any]:
    sides = sides_of(claim, may_send_back=may_send_back, with_set_aside=True, notes_before=two.notes_before)
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
        "decision": two.decision,
        "decided": decided_sets(two.decision, corpus),
        "earlier": two.earlier,
        "numbers": range(1, min(claim.project.max_evidence_sets, SETS_SHOWN) + 1),
        "verdicts": label_set_of(claim.project).names.items(),
        "challenges": label_set_of(claim.project).challenge_set.names.items(),
        "error_types": ERROR_TYPES,
    }


def _onward(person: User, claim: Claim, wanted: Wanted, *, stay: bool) -> HttpResponse:
    """To the next claim of the part one is working through, or back to the list."""
    names: dict[str, Any] = {"slug": claim.project.slug}
    assigned = assigned_for(person, claim.project, assigned_to(claim.project))
    queued = [] if stay or wanted is Wanted.DONE else adjudication_queue(claim.project, wanted, person.pk)
    rest = [one.claim for one in in_order_for(person, queued, assigned)]
    open_ones = (one for one in rest if one != claim.pk and assigned.get(one, person.pk) == person.pk)
    following = claim.pk if stay else next(open_ones, None)
    if following is None:
        address = reverse("quality-adjudicate", kwargs=names)
    else:
        address = reverse("quality-adjudicate-claim", kwargs=names | {"pk": following})
    return redirect(f"{address}?show={wanted.value}")


def _rows(project: Project, entries: list[Entry], assigned: Mapping[int, int], reader: User) -> list[Row]:
    ids = [entry.claim for entry in entries]
    claims = claims_of(project, ids)
    of: defaultdict[int, list[Verification]] = defaultdict(list)
    for one in Verification.objects.filter(counted("submission__"), claim__in=ids).select_related(
        "submission__assignment"
    ):
        of[one.claim_id].append(one)
    own = Adjudication.objects.filter(claim__in=ids, stands=True, adjudicator=reader)  # which need not hold yet
    current = Adjudication.objects.filter(claim__in=ids, is_current=True)
    decisions = {one.claim_id: one for one in (*own, *current)}
    rows = []
    for entry in entries:
        called = letters(of[entry.claim])
        verdicts = sorted((called[one.pk], one.verdict) for one in of[entry.claim])
        decision = decisions.get(entry.claim)
        rows.append(Row(entry, claims[entry.claim], verdicts, decision, assigned.get(entry.claim)))
    return rows
