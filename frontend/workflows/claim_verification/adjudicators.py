"""Agreement between the two adjudicators of a claim: numbers, confusion, and the claims behind each."""

from __future__ import annotations

from collections import Counter

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.figures.confusion import Tally, confusion
from annotation.quality.adjudication.agreement import AdjudicatorReport, adjudicator_report, unsettled
from annotation.quality.agreement.filters import Filters
from annotation.results.store import result_of
from frontend.views.access import PersonRequest
from frontend.views.lists import page_of
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import Block, figures_page, number
from frontend.views.quality.filters import query_of
from frontend.workflows.claim_verification.second_decisions import decided_by_two, heading_of


@quality_view("GET")
def adjudicators(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """The numbers over all claims that two adjudicators have decided on."""
    project = access.project
    report: AdjudicatorReport = result_of(
        project, "adjudicators", lambda: adjudicator_report(project), fresh=True
    ).value
    listed = reverse("quality-adjudicator-claims", args=[project.slug])
    numbers = [number(_(one.label), _(one.definition), one.result, listed) for one in report.figures]
    shown = {
        "report": report,
        "numbers": numbers,
        "listed": listed,
        "unsettled": unsettled(report.states) if access.is_manager else 0,
        "share": project.second_adjudication_share,
    }
    template = "claim_verification/adjudicators.html"
    return figures_page(request, access, template, [_confusion(access, report, listed)], **shown)


def _confusion(access: QualityAccess, report: AdjudicatorReport, listed: str) -> Block:
    definition = _(
        "Claims that two adjudicators decided on, by the verdict of who decided first and of who decided second; in "
        "per cent of the row. The diagonal is agreement."
    )
    places, labels = access.labels.places, access.labels
    counts = Counter((item.ratings[0].verdict, item.ratings[1].verdict) for item in report.items)
    cells = {
        (places[one], places[other]): Tally(count, listed + query_of(Filters(), first=one, second=other))
        for (one, other), count in counts.items()
        if one in places and other in places
    }
    values = [labels.name(value) for value in labels.values] if cells else []
    title, axes = _("Verdicts of two adjudicators of a claim"), (_("first"), _("second"))
    return Block(confusion("confusion-adjudicators", title, definition, values, values, cells, axes=axes), definition)


@quality_view("GET")
def adjudicator_claims(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """Claims behind a number: with both decisions, and the final one."""
    page = page_of(request, decided_by_two(request, access))
    shown = access.page(page=page, heading=heading_of(request, access), names=access.names())
    return render(request, "claim_verification/adjudicator_claims.html", shown)
