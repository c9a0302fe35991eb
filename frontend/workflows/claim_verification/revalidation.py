"""Agreement over the re-validated claims: in all, by label, person and week, and of each pair of people."""

from __future__ import annotations

from collections.abc import Iterator

from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.dashboard.reports import report
from annotation.figures.bars import Bar
from annotation.figures.figure import Cell
from annotation.figures.lines import Point, lines
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.result import ends_of, value_of
from annotation.quality.workflows.claim_verification.revalidation import Revalidation
from frontend.views.access import PersonRequest
from frontend.views.csv_file import FILE, csv_answer
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import Block, bar_block, figures_page, number, result_bar, why_undefined
from frontend.views.quality.filters import query_of
from frontend.views.quality.matrix import FEW

SHOWN = 20  # pairs
PAIRS = ("first", "second", "claims", "agreeing", "kappa")
FEVER_KAPPA = 0.6841  # Thorne et al. 2018, section 3.4: 4 % of the claims, five annotators each


@quality_view("GET")
def revalidation_page(request: PersonRequest, access: QualityAccess) -> HttpResponseBase:
    """Of the claims that were drawn for re-validation alone, hence of a sample of all claims."""
    found: Revalidation = report(access.project, "revalidation")
    if request.GET.get(FILE) == "pairs.csv":
        return csv_answer("revalidation-pairs.csv", PAIRS, _pairs(access, found))
    kappa = _(
        "Fleiss’ kappa over the claims that were drawn for re-validation when they came and that two people or more "
        "have labelled (Fleiss 1971). The interval draws claims. FEVER: 0.6841."
    )
    percent = _("Share of pairs of people who gave a re-validated claim the same label, averaged over claims.")
    return figures_page(
        request,
        access,
        "claim_verification/revalidation.html",
        [_by_label(access, found), _by_week(found), _by_person(access, found), _by_pair(access, found)],
        found=found,
        numbers=[
            number(_("Fleiss’ kappa"), kappa, found.kappa),
            number(_("Observed agreement"), percent, found.percent),
        ],
    )


def _by_label(access: QualityAccess, found: Revalidation) -> Block:
    definition = _(
        "Fleiss’ kappa of each label against all others. Dashed line: kappa over all labels; in brackets the claims "
        "that somebody gave the label."
    )
    overall = value_of(found.kappa)
    rows = [result_bar(access.labels.name(one.label), one.kappa, one.claims, None, overall) for one in found.by_label]
    columns = (_("label"), _("kappa"))
    return bar_block("revalidation-labels", _("Kappa by label"), definition, rows, high=1.0, columns=columns)


def _by_week(found: Revalidation) -> Block:
    title = _("Kappa by week")
    definition = _(
        "A claim counts in the week of its last submission. Dashed line: 0.6841, the kappa of FEVER. Columns: pairs of "
        "people in each week."
    )
    points = [
        Point(one.name, value_of(one.kappa), ends_of(one.kappa), one.pairs, None, why_undefined(one.kappa))
        for one in found.by_week
    ]
    columns = (_("week"), _("kappa"))
    options = {"low": 0.0, "high": 1.0, "target": FEVER_KAPPA}
    figure = lines("revalidation-weeks", title, definition, points, columns=columns, volume=True, **options)
    return Block(figure, definition)


def _by_person(access: QualityAccess, found: Revalidation) -> Block:
    definition = _(
        "Fleiss’ kappa over all pairs in which a person is, lowest first. Dashed line: kappa over all people; in "
        "brackets the pairs."
    )
    names, overall = access.names(), value_of(found.kappa)
    in_order = sorted(found.by_person, key=lambda one: (value_of(one.kappa) is None, value_of(one.kappa) or 0.0))
    rows = [
        result_bar(names.get(int(one.name), "?"), one.kappa, one.pairs, _items(access, person=one.name), overall)
        for one in in_order
    ]
    columns = (_("person"), _("kappa"))
    return bar_block("revalidation-people", _("Kappa by person"), definition, rows, high=1.0, columns=columns)


def _by_pair(access: QualityAccess, found: Revalidation) -> Block:
    """The lowest of those with enough claims; the file has all."""
    definition = _(
        "Fleiss’ kappa of each pair over the re-validated claims that both labelled: the %(shown)d lowest of pairs "
        "with %(few)d claims or more; in brackets the claims. The CSV file above has all pairs."
    )
    definition %= {"shown": SHOWN, "few": FEW}
    names = access.names()
    enough = [one for one in found.by_pair if one.claims >= FEW and one.kappa is not None]
    rows = [
        Bar(
            f"{names.get(one.first, '?')} – {names.get(one.second, '?')}",
            one.kappa,
            count=one.claims,
            href=_items(access, pair=f"{one.first}-{one.second}"),
        )
        for one in sorted(enough, key=lambda one: one.kappa or 0.0)[:SHOWN]
    ]
    columns = (_("pair"), _("kappa"))
    return bar_block("revalidation-pairs", _("Kappa by pair"), definition, rows, high=1.0, columns=columns)


def _pairs(access: QualityAccess, found: Revalidation) -> Iterator[tuple[Cell, ...]]:
    names = access.names()
    for one in found.by_pair:
        yield names.get(one.first, ""), names.get(one.second, ""), one.claims, one.agreeing, one.kappa


def _items(access: QualityAccess, **of: object) -> str:
    return reverse("quality-items", args=[access.project.slug]) + query_of(Filters(), **of)
