"""Claims of mine that others verified too: the list, and one on the page itself.

`annotation.quality.sampling.visibility` decides what may be shown. Others are letters, as in adjudication: no name, no
time, no order.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.projects.access import project_for
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project, Role
from annotation.quality.adjudication.adjudicate import current_adjudication
from annotation.quality.adjudication.models import Adjudication
from annotation.quality.agreement.evidence import best_overlap
from annotation.quality.agreement.items import Item
from annotation.quality.agreement.personal import personal_figures, with_others
from annotation.quality.sampling.visibility import visible_claims, visible_until
from annotation.vocabulary.label_set import LabelSet
from annotation.work.models import Assignment
from annotation.workflows.claim_verification.access import verification_rows
from annotation.workflows.claim_verification.comparison import verified_by_several
from annotation.workflows.claim_verification.models import Verification
from frontend.views.access import PersonRequest, assignment_view
from frontend.views.lists import page_of
from frontend.views.quality.evidence_overlay import evidence_overlay
from frontend.views.quality.figure_blocks import Number, number
from frontend.workflows.claim_verification.adjudication_sides import decided_sets, sides_of


@dataclass(frozen=True, slots=True)
class Shared:
    """A claim that others verified too. `same`: how many of `others` gave my verdict; `overlap`: of my evidence with
    that of whoever is nearest, 0 to 1, None where neither has any. `decided`: somebody adjudicated it."""

    mine: Verification
    others: int
    same: int
    overlap: float | None
    decided: Adjudication | None


def my_agreement(request: PersonRequest, project: Project) -> dict[str, Any]:
    """What My agreement shows of the claims that others verified too."""
    items = verified_by_several(project, visible_claims(request.user, project).values("pk"))
    return {
        "may_see": visible_until(project) is not None,
        "delay": _delay(project),
        "items": len(items),
        "numbers": _numbers(items, request.user.pk, label_set_of(project)) if items else [],
        "page": page_of(request, _in_order(project, items, request.user)),
    }


@assignment_view("GET", fresh=True)
def beside_others(request: PersonRequest, assignment: Assignment) -> HttpResponse:
    """One claim of mine beside what the others made of it, on the page itself. `?title=` opens a page."""
    project = project_for(request.user, assignment.project.slug, Role.VERIFIER)
    claim = visible_claims(request.user, project).filter(verification_item__task=assignment.task_id).first()
    if claim is None:
        raise Http404
    sides = sides_of(claim)
    mine = next((side for side in sides if side.verification.assignment_id == assignment.pk), None)
    if mine is None:
        raise Http404
    decision = current_adjudication(claim) if project.show_adjudications else None
    shared = _in_order(
        project, verified_by_several(project, visible_claims(request.user, project).values("pk")), request.user
    )
    before, after = _neighbours([one.mine.assignment.public_id for one in shared], assignment.public_id)
    shown = {
        "project": project,
        "claim": claim,
        "mine": mine,
        "sides": [mine, *(side for side in sides if side is not mine)],
        "matches": {side.letter: best_overlap(mine.evidence, side.evidence) for side in sides if side is not mine},
        "decision": decision,
        "decided": decided_sets(decision, project.corpus),
        "before": before,
        "after": after,
        **evidence_overlay(project, {side.letter: side.elements for side in sides}, request.GET.get("title", "")),
    }
    return render(request, "claim_verification/comparison.html", shown)


def _in_order(project: Project, items: list[Item], person: User) -> list[Shared]:
    """Where most of the others differ first; then by the claim's words, which tell nothing of who came when."""
    counted = [rating.verification for item in items for rating in item.ratings if rating.person == person.pk]
    rows = verification_rows(project, counted).select_related("claim", "submission__assignment")
    mine = {row.claim_id: row for row in rows}  # what agreement counts: before it was sent back, if it was
    decided = _decided(project, items)
    found = [_one(item, mine[item.claim], decided.get(item.claim)) for item in items if item.claim in mine]
    return sorted(found, key=lambda one: (one.same / one.others, one.overlap or 0.0, one.mine.claim.text))


def _one(item: Item, mine: Verification, decided: Adjudication | None) -> Shared:
    pairs = with_others(item, mine.assignment.person_id)
    matches = [match for me, other in pairs if (match := best_overlap(me.evidence, other.evidence)) is not None]
    same = sum(me.verdict == other.verdict for me, other in pairs)
    return Shared(mine, len(pairs), same, max(matches, default=None), decided)


def _decided(project: Project, items: list[Item]) -> dict[int, Adjudication]:
    if not project.show_adjudications:
        return {}
    rows = Adjudication.objects.filter(claim__in=[item.claim for item in items], is_current=True)
    return {row.claim_id: row for row in rows}


def _neighbours(in_order: list[uuid.UUID], here: uuid.UUID) -> tuple[uuid.UUID | None, uuid.UUID | None]:
    before = {after: one for one, after in pairwise(in_order)}
    after = dict(pairwise(in_order))
    return before.get(here), after.get(here)


def _numbers(items: list[Item], person: int, labels: LabelSet) -> list[Number]:
    return [number(_(one.label), _(one.definition), one.result) for one in personal_figures(items, person, labels)]


def _delay(project: Project) -> int:
    """Days after submitting until something may be shown, the time for changes included."""
    return project.agreement_delay_days + -(-project.edit_hours // 24)
