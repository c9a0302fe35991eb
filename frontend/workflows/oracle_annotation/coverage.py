"""Precision and recall of annotators' evidence against the oracle's, and what they missed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.claims.access import claims_of
from annotation.claims.models import Claim
from annotation.dashboard.reports import report
from annotation.figures.figure import Cell
from annotation.figures.lines import Point, lines
from annotation.quality.agreement.result import Result, ends_of, value_of
from annotation.quality.workflows.oracle_annotation.coverage import Coverage, OracleReport
from frontend.views.access import PersonRequest
from frontend.views.csv_file import FILE, csv_answer
from frontend.views.lists import number_of, page_of
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import Block, bar_block, figures_page, number, result_bar, why_undefined

PRECISION = gettext_noop(
    "Of the elements that an annotator cites for a claim, the share that the oracle cites too; 1 where they cite none. "
    "Mean over annotations. FEVER: 95.42 %."
)
RECALL = gettext_noop(
    "Of the elements that the oracle cites for a claim, the share that an annotator cites too; claims without evidence "
    "of the oracle are left out. Mean over annotations. FEVER: 72.36 %."
)
LABEL = gettext_noop("Share of annotations with the oracle’s label.")
MEASURES = ("precision", "recall", "label")
TABLES = ("person", "week", "day", "person_and_week", "person_and_day")
HEAD = ("n", *(f"{name}{end}" for name in MEASURES for end in ("", "_low", "_high")))


@dataclass(frozen=True, slots=True)
class MissedRow:
    """A claim with the oracle's evidence that was missed, by one person or by all `people`."""

    claim: Claim
    who: str
    elements: Sequence[str]
    address: str


@quality_view("GET")
def oracle_page(request: PersonRequest, access: QualityAccess) -> HttpResponseBase:
    """Overall, by person, week and day; ?file= names a table as CSV."""
    found: OracleReport = report(access.project, "oracle")
    asked = request.GET.get(FILE, "").removesuffix(".csv")
    if asked in TABLES:
        rows: list[Coverage] = getattr(found, f"by_{asked}")
        return csv_answer(f"oracle-{asked}.csv", (asked, *HEAD), (_cells(access, asked, one) for one in rows))
    overall = found.overall
    numbers = [
        number(_("Precision"), _(PRECISION), overall.precision),
        number(_("Recall"), _(RECALL), overall.recall),
        number(_("Same label"), _(LABEL), overall.label),
    ]
    blocks = [*(_people(access, found, name) for name in MEASURES), *(_weeks(found, name) for name in MEASURES)]
    shown = {"found": found, "numbers": numbers, "missed": reverse("quality-oracle-missed", args=[access.project.slug])}
    return figures_page(request, access, "oracle_annotation/coverage.html", blocks, tables=TABLES, **shown)


@quality_view("GET")
def missed_page(request: PersonRequest, access: QualityAccess) -> HttpResponseBase:
    """Evidence that all annotators of a claim missed; with ?person= what this one missed. ?file= as CSV."""
    found: OracleReport = report(access.project, "oracle")
    person, names = number_of(request, "person"), access.names()
    if person is None:
        missed = [(one.claim, _("all %(n)d") % {"n": one.people}, one.elements) for one in found.missed_by_all]
    else:
        mine = [one for one in found.rows if one.person == person and one.missed]
        mine.sort(key=lambda one: (-len(one.missed), one.claim))
        missed = [(one.claim, names.get(person, "?"), one.missed) for one in mine]
    if request.GET.get(FILE) == "missed.csv":
        lines_of = ((claim, who, element) for claim, who, elements in missed for element in elements)
        return csv_answer("oracle-missed.csv", ("claim", "missed_by", "element"), lines_of)
    page = page_of(request, missed)
    claims = claims_of(access.project, [claim for claim, _who, _elements in page])
    rows = [
        MissedRow(claims[claim], who, elements, reverse("quality-side-by-side", args=[access.project.slug, claim]))
        for claim, who, elements in page
        if claim in claims
    ]
    people = sorted(((int(one.name), names.get(int(one.name), "?")) for one in found.by_person), key=lambda one: one[1])
    shown = access.page(page=page, rows=rows, person=person, name=names.get(person or 0, ""), people=people)
    return render(request, "oracle_annotation/missed.html", shown)


def _cells(access: QualityAccess, by: str, one: Coverage) -> tuple[Cell, ...]:
    """A row of a CSV file: the name, n, and each measure with the ends of its interval."""
    return _name(access, by, one), one.n, *(cell for name in MEASURES for cell in _with_ends(getattr(one, name)))


def _name(access: QualityAccess, by: str, one: Coverage) -> str:
    person, _space, rest = one.name.partition(" ")
    if not by.startswith("person"):
        return one.name
    return f"{access.names().get(int(person), '?')} {rest}".rstrip()


def _with_ends(result: Result) -> Iterator[float | None]:
    yield value_of(result)
    yield from ends_of(result) or (None, None)


def _words(measure: str) -> tuple[str, str]:
    return {
        "precision": (_("Precision"), _(PRECISION)),
        "recall": (_("Recall"), _(RECALL)),
        "label": (_("Same label"), _(LABEL)),
    }[measure]


def _people(access: QualityAccess, found: OracleReport, measure: str) -> Block:
    """Everybody, lowest first; each leads to what they missed."""
    title, definition = _words(measure)
    whole, names = value_of(getattr(found.overall, measure)), access.names()
    missed = reverse("quality-oracle-missed", args=[access.project.slug])
    in_order = sorted(found.by_person, key=lambda one: (value_of(getattr(one, measure)) or 0.0, int(one.name)))
    rows = [
        result_bar(names.get(int(one.name), "?"), getattr(one, measure), one.n, f"{missed}?person={one.name}", whole)
        for one in in_order
    ]
    heading = _("%(measure)s by person") % {"measure": title}
    return bar_block(f"oracle-{measure}-people", heading, definition, rows, high=1.0, columns=(_("person"), title))


def _weeks(found: OracleReport, measure: str) -> Block:
    title, definition = _words(measure)
    points = []
    for one in found.by_week:
        result: Result = getattr(one, measure)
        points.append(Point(one.name, value_of(result), ends_of(result), one.n, None, why_undefined(result)))
    heading, columns = _("%(measure)s by week") % {"measure": title}, (_("week"), title)
    figure = lines(
        f"oracle-{measure}-weeks", heading, definition, points, low=0.0, high=1.0, columns=columns, volume=True
    )
    return Block(figure, definition)
