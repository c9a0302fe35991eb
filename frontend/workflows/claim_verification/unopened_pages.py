"""Missed evidence: verdicts of "not enough information" that an unopened page may explain."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from annotation.dashboard.reports import report
from annotation.quality.adjudication.queue import letters
from annotation.suggestions.dashboard import UNOPENED
from annotation.suggestions.missed_evidence import Unopened
from annotation.work.counted import counted
from annotation.workflows.claim_verification.models import Verification
from frontend.views.access import PersonRequest
from frontend.views.lists import page_of
from frontend.views.quality.access import QualityAccess, quality_view

FINDER_WORDS = {
    "annotator": gettext_lazy("another annotator"),
    "adjudicator": gettext_lazy("the adjudicator"),
    "model": gettext_lazy("the model"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """`letter`: what the annotator is called on the claim's own page. `pages`: each with who found something there."""

    found: Unopened
    pages: list[tuple[str, str]]
    verification: Verification
    letter: str


@quality_view("GET")
def nei(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    page = page_of(request, report(access.project, UNOPENED))
    page.object_list = _rows(list(page))
    return render(request, "claim_verification/missed_evidence.html", access.page(page=page))


def _pages(found: Unopened) -> list[tuple[str, str]]:
    """Each page with who found something on it, in words."""
    return [(title, ", ".join(str(FINDER_WORDS[one]) for one in found.found_by[title])) for title in found.pages]


def _rows(found: list[Unopened]) -> list[Row]:
    claims = [one.claim for one in found]
    known = {
        one.pk: one
        for one in Verification.objects.filter(counted("submission__"), claim__in=claims).select_related(
            "submission__assignment", "claim"
        )
    }
    called: dict[int, str] = {}
    for claim in claims:
        called |= letters(one for one in known.values() if one.claim_id == claim)
    # A report may be stale: what was changed since is left out.
    return [
        Row(one, _pages(one), known[one.verification], called[one.verification])
        for one in found
        if one.verification in known
    ]
