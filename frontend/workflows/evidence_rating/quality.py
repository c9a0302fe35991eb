"""Quality of evidence rating: agreement of raters, means of systems, and what differs between raters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.dashboard.reports import report
from annotation.dashboard.status import can_show_results
from annotation.projects.models import Project
from annotation.quality.agreement.result import Result, ends_of, value_of
from annotation.quality.workflows.evidence_rating.agreement import RatedChoice, RaterBias, RatingReport
from annotation.quality.workflows.evidence_rating.audit import AGREEMENT
from annotation.workflows.evidence_rating.scales import scales
from annotation.workflows.evidence_rating.verdicts import labels_in
from frontend.views.access import PersonRequest
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import Number, bar_block, figures_page, number, result_bar, with_digits

MEASURES = {
    "alpha": gettext_noop("Krippendorff’s alpha"),
    "fleiss": gettext_noop("Fleiss’ kappa"),
    "percent": gettext_noop("Percent agreement"),
}
ORDINAL = gettext_noop(
    "Krippendorff’s alpha with the ordinal distance, over the items that several people rated on the scale: 1 is full "
    "agreement, 0 that of chance. The interval draws items."
)
CHOSEN = gettext_noop("Over the items of several raters; that no verdict was given counts as a verdict.")
WAITING = "evidence_rating/waiting.html"
DIGITS = 2
LEAST_SHARED = 10  # items, for a difference to be pointed at


@quality_view("GET")
def agreement_page(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """Agreement on scales, major errors and verdicts. Systems and their means are for managers."""
    if not can_show_results(access.project):
        return render(request, WAITING, access.page())
    found: RatingReport = report(access.project, AGREEMENT)
    named = {one.name: str(one.label) for one in scales().scales}
    rows = [result_bar(named[one.name], one.alpha, one.alpha.items) for one in found.scales]
    alphas = bar_block("rating-alpha", _("Agreement on scales"), _(ORDINAL), rows, high=1.0, columns=("", _("alpha")))
    return figures_page(
        request,
        access,
        "evidence_rating/quality_ratings.html",
        [alphas],
        found=found,
        scale_names=[*named.values()],
        counts=[(named[one.name], one.counts) for one in found.scales],
        errors=_choice(found.errors, {one.value: str(one.label) for one in scales().major_errors}),
        verdicts=_choice(found.verdicts, _verdict_names(access.project)),
        systems=_systems(found) if access.is_manager else [],
        raters=[_rater(one, access.names()) for one in found.raters],
    )


def _verdict_names(project: Project) -> dict[str, str]:
    return {one.value: str(one.name) for one in labels_in(project)}


def _choice(choice: RatedChoice, names: Mapping[str, str]) -> dict[str, Any]:
    """Its measures, and how often each value was given, the most frequent first."""
    numbers: list[Number] = [number(_(words), _(CHOSEN), choice.agreement[name]) for name, words in MEASURES.items()]
    return {"numbers": numbers, "counts": [(names.get(value, value), n) for value, n in choice.counts.items()]}


def _systems(found: RatingReport) -> list[dict[str, Any]]:
    return [{"system": one, "means": [_cell(one.means[name]) for name in scales().names]} for one in found.systems]


def _rater(one: RaterBias, names: Mapping[int, str]) -> dict[str, Any]:
    cells = [_cell(one.bias[name], signed=True) for name in scales().names]
    return {"name": names.get(one.person, "?"), "ratings": one.ratings, "shared": one.shared, "cells": cells}


def _cell(result: Result, *, signed: bool = False) -> dict[str, Any]:
    """A mean with its interval. `is_far`: the interval of a difference over LEAST_SHARED items does not hold 0."""
    value, ends = value_of(result), ends_of(result)
    if value is None:
        return {"value": "–", "interval": "", "is_far": False}
    sign = "+" if signed and value > 0 else ""
    interval = ""
    if ends is not None:
        low, high = (with_digits(end, DIGITS) for end in ends)
        interval = _("%(low)s to %(high)s") % {"low": low, "high": high}
    is_far = signed and ends is not None and result.items >= LEAST_SHARED and (ends[0] > 0 or ends[1] < 0)
    return {"value": f"{sign}{with_digits(value, DIGITS)}", "interval": interval, "is_far": is_far}
