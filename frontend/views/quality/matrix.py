"""Annotator by annotator: a heat map, the mean and spread, and everybody with all others."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from annotation.dashboard.agreement import agreement
from annotation.figures.bars import Bar, bars
from annotation.figures.heat_map import Square, heat_map
from annotation.quality.agreement.annotators import Annotators
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.result import WORDS, Reason
from frontend.views import PersonRequest
from frontend.views.quality.access import quality_of
from frontend.views.quality.figure_blocks import FILE, Block, ends_of, file_of, number, value_of, why
from frontend.views.quality.filters import asked_filters, coming_query, query_of

KAPPA = "kappa"


@dataclass(frozen=True, slots=True)
class _Drawn:
    """What both figures need."""

    slug: str
    filters: Filters
    names: dict[int, str]
    people: Annotators

    @property
    def in_order(self) -> list[int]:
        """People, lowest kappa first, so that those who agree with nobody stand together."""
        rows = sorted(self.people.rows, key=lambda row: (value_of(row.kappa) is None, value_of(row.kappa) or 0.0))
        return [row.person for row in rows]

    def items(self, **more: object) -> str:
        return reverse("quality-items", args=[self.slug]) + query_of(self.filters, **more)


@require_GET
@login_required
def matrix(request: PersonRequest, slug: str) -> HttpResponse:
    seen = quality_of(request.user, slug)
    form, filters = asked_filters(request, seen)
    may_be_pending = FILE not in request.GET
    found = agreement(seen.project, filters, with_annotators=True, may_be_pending=may_be_pending)
    people = found.report.annotators
    assert people is not None, "asked for above"
    drawn = _Drawn(slug, filters, seen.names(), people)
    measure = KAPPA if request.GET.get("measure") == KAPPA else "percent"
    blocks = [_of_each(drawn), _of_pairs(drawn, measure)]
    as_file = file_of(request, blocks)
    if as_file is not None:
        return as_file
    over = [
        number(_(one.label), _(one.definition), one.result)
        for one in found.report.figures
        if one.name.startswith("annotators.")
    ]
    shown = seen.page(
        form=form,
        people=people,
        over=over,
        each=blocks[0],
        pairs=blocks[1],
        measure=measure,
        agreement=found,
        coming_query=coming_query(filters),
    )
    return render(request, "quality/matrix.html", shown)


def _of_each(drawn: _Drawn) -> Block:
    title, mean = _("Kappa of each annotator with all others"), value_of(drawn.people.mean)
    definition = _(
        "Cohen’s kappa between a person’s verdicts and those of all others on the same claims, lowest first. Dashed "
        "line: mean over people."
    )
    known = {row.person: row for row in drawn.people.rows}
    rows = [
        Bar(
            drawn.names.get(person, "?"),
            value_of(known[person].kappa),
            ends_of(known[person].kappa),
            mean,
            len(known[person].claims),
            drawn.items(person=person),
            why(known[person].kappa),
        )
        for person in drawn.in_order
    ]
    return Block(
        bars("annotators", title, definition, rows, high=1.0, columns=(_("annotator"), _("kappa"))), definition
    )


def _of_pairs(drawn: _Drawn, measure: str) -> Block:
    title = _("Pairwise agreement")
    if measure == KAPPA:
        definition = _(
            "Cohen’s kappa of each pair of annotators over the claims both verified; unreliable for few claims."
        )
    else:
        definition = _("Share of jointly verified claims with the same verdict. Darker is higher.")
    places = {person: place for place, person in enumerate(drawn.in_order)}
    squares: dict[tuple[int, int], Square] = {}
    for (one, other), cell in drawn.people.cells.items():
        value = cell.kappa if measure == KAPPA else cell.agreeing / len(cell.claims)
        reason = _(WORDS[value]) if isinstance(value, Reason) else ""
        square = Square(
            None if isinstance(value, Reason) else value, len(cell.claims), drawn.items(pair=f"{one}-{other}"), reason
        )
        squares[places[one], places[other]] = squares[places[other], places[one]] = square
    labels = [drawn.names.get(person, "?") for person in drawn.in_order]
    return Block(heat_map("annotator-matrix", title, definition, labels, squares), definition)
