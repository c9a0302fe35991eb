"""Claims that two adjudicators decide on: those that wait, and those that both decided, with both decisions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from annotation.claims.models import Claim
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication, SecondAdjudication, SecondState, Turn
from annotation.quality.adjudication.second import doubled
from annotation.quality.adjudication.turns import do_without, sets_in
from annotation.quality.agreement.evidence import OVERLAPPING, best_overlap
from frontend.views.access import PersonRequest
from frontend.views.lists import choice_of, number_in, page_of
from frontend.views.quality.access import QualityAccess, quality_view

STATES = {
    SecondState.DIFFERENT.value: gettext_lazy("They differ"),
    SecondState.WAITING.value: gettext_lazy("Second decision to come"),
    SecondState.AGREED.value: gettext_lazy("They agree"),
    SecondState.DECIDED.value: gettext_lazy("Decided by a manager"),
    SecondState.WAIVED.value: gettext_lazy("One decision alone"),
}
BOTH = (SecondState.DIFFERENT, SecondState.AGREED, SecondState.DECIDED)


@dataclass(frozen=True, slots=True)
class TwoRow:
    """A claim with its decisions. `asked`: who is to decide as well. `overlap`: of their evidence, None where neither
    has any."""

    claim: Claim
    row: SecondAdjudication
    first: Adjudication | None
    second: Adjudication | None
    final: Adjudication | None
    asked: int | None
    overlap: float | None


def two_rows(project: Project, rows: Iterable[SecondAdjudication]) -> list[TwoRow]:
    """The claims of these, with two queries for all of their decisions."""
    listed = list(rows)
    decisions: defaultdict[int, dict[int, Adjudication]] = defaultdict(dict)
    for one in Adjudication.objects.filter(claim__in=[row.claim_id for row in listed], stands=True):
        decisions[one.claim_id][one.turn] = one
    unsettled = doubled(project) if any(row.state == SecondState.WAITING for row in listed) else {}
    found = []
    for row in listed:
        by_turn = decisions[row.claim_id]
        first, second = by_turn.get(Turn.FIRST), by_turn.get(Turn.SECOND)
        overlap = None
        if first is not None and second is not None:
            overlap = best_overlap(sets_in(first.evidence_sets), sets_in(second.evidence_sets))
        asked = unsettled[row.claim_id].asked if row.claim_id in unsettled else None
        found.append(TwoRow(row.claim, row, first, second, by_turn.get(Turn.FINAL), asked, overlap))
    return found


@quality_view("GET", "POST", fresh=True)
def second_decisions(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """What waits for a manager or a second adjudicator, and what was settled. A POST does without a second decision."""
    access.require_manager()
    project, here = access.project, reverse("manage-second-decisions", args=[access.project.slug])
    if request.method == "POST":
        claims = [key for text in request.POST.getlist("claim") if (key := number_in(text)) is not None]
        number = do_without(project=project, claims=claims, by=request.user)
        words = ngettext("%(n)d first decision holds now.", "%(n)d first decisions hold now.", number)
        messages.success(request, words % {"n": number})
        return redirect(f"{here}?show={SecondState.WAITING.value}")
    shown = choice_of(request, "show", STATES) or SecondState.DIFFERENT.value
    of_project = SecondAdjudication.objects.filter(project=project)
    counts = Counter(of_project.order_by().values_list("state", flat=True))
    rows = of_project.filter(state=shown).select_related("claim", "closed_by").order_by("-closed_at", "-pk")
    page = page_of(request, rows)
    page.object_list = two_rows(project, page.object_list)
    return render(
        request,
        "claim_verification/second_decisions.html",
        access.page(
            page=page,
            show=shown,
            parts=[(state, words, counts[state], state == shown) for state, words in STATES.items()],
            names=access.names(),
            share=project.second_adjudication_share,
        ),
    )


def decided_by_two(request: HttpRequest, access: QualityAccess) -> list[TwoRow]:
    """The claims that both have decided on, as an address asks for them: `first`, `second` (verdicts), `agreed`
    ("yes", "no") and `blind` ("no": those that the agreement leaves out)."""
    verdicts = access.labels.names
    first, second = (choice_of(request, name, verdicts) for name in ("first", "second"))
    agreed = choice_of(request, "agreed", {"": "", "yes": "", "no": ""})
    is_blind = request.GET.get("blind") != "no"
    seconds = Adjudication.objects.filter(stands=True, turn=Turn.SECOND, is_blind=is_blind)
    rows = SecondAdjudication.objects.filter(project=access.project, claim__phase=0, state__in=BOTH)
    rows = rows.filter(claim__in=seconds.values("claim")).select_related("claim").order_by("claim")
    found = []
    for one in two_rows(access.project, rows):
        if one.first is None or one.second is None:
            continue
        same = one.first.verdict == one.second.verdict and (one.overlap is None or one.overlap >= OVERLAPPING)
        if first not in ("", one.first.verdict) or second not in ("", one.second.verdict):
            continue
        if agreed and (agreed == "yes") != same:
            continue
        found.append(one)
    return found


def heading_of(request: HttpRequest, access: QualityAccess) -> str:
    """What the list is of."""
    verdicts = access.labels.names
    first, second = (choice_of(request, name, verdicts) for name in ("first", "second"))
    if first and second:
        return _("First: %(first)s · second: %(second)s") % {"first": verdicts[first], "second": verdicts[second]}
    if request.GET.get("agreed") in ("yes", "no"):
        return _("Both agree") if request.GET["agreed"] == "yes" else _("They differ")
    return _("Decided by two adjudicators")
