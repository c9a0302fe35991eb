"""Verifications behind a number of the arms comparison."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from annotation.claims.access import claims_of
from annotation.claims.models import Claim
from annotation.suggestions.measures import Measure, Work, measures_of
from annotation.suggestions.models import Arm
from frontend.views.access import PersonRequest
from frontend.views.lists import page_of
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.workflows.claim_verification.suggestions import asked_person, works_of


@quality_view("GET")
def suggested(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """?arm=, measure=, person=: the verifications that the measure counts, those highest in it first."""
    person, names = asked_person(request, access), access.names()
    chosen, said = works_of(access.project, person), []
    if person is not None:
        said.append(names[person])
    by_name = {one.name: one for one in measures_of(access.labels)}
    arm, measure = request.GET.get("arm", ""), by_name.get(request.GET.get("measure", ""))
    if arm in Arm.values:
        chosen = [work for work in chosen if work.arm == arm]
        said.append(_("shown: %(when)s") % {"when": Arm(arm).label})
    if measure is not None:
        chosen = _highest_first(measure, chosen)
        said.append(_(measure.label))
    page = page_of(request, chosen)
    claims = claims_of(access.project, [work.claim for work in page])
    rows = [_row(work, claims[work.claim], names.get(work.person, "?")) for work in page if work.claim in claims]
    definition = _(measure.definition) if measure is not None else ""
    shown = access.page(page=page, rows=rows, said=said, definition=definition, arm=arm in Arm.values)
    return render(request, "claim_verification/suggestion_rows.html", shown)


def _highest_first(measure: Measure[Work], works: list[Work]) -> list[Work]:
    counted = [(measure.part(work), work) for work in works]
    told = [(above / below, work) for (above, below), work in counted if below]
    return [work for _value, work in sorted(told, key=lambda one: (-one[0], one[1].verification))]


def _row(work: Work, claim: Claim, name: str) -> dict[str, Any]:
    """`found`: how many of its elements the model had found too; None where there was no run."""
    found = None if work.suggested is None else len(work.elements & work.suggested)
    return {"work": work, "claim": claim, "name": name, "arm": Arm(work.arm).label, "found": found}
