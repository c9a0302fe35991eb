"""Annotator by annotator: a heat map, the mean and spread, and everybody with all others."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.dashboard.agreement import agreement
from annotation.figures.heat_map import Square, heat_map
from annotation.quality.agreement.annotators import Annotator, Annotators
from annotation.quality.agreement.competence import Competence
from annotation.quality.agreement.definitions import COMPETENCE, COMPETENCE_LABELS
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.result import WORDS, Reason, value_of
from frontend.views.access import PersonRequest
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import Block, bar_block, figures_page, number, result_bar
from frontend.views.quality.filters import asked_filters, query_of

KAPPA = "kappa"
FEW = 5  # claims: the value of a pair with fewer is grey


@dataclass(frozen=True, slots=True)
class _Drawn:
    """What both figures need."""

    slug: str
    filters: Filters
    names: dict[int, str]
    people: Annotators

    @property
    def in_order(self) -> list[Annotator]:
        """People, lowest kappa first, so that those who agree with nobody stand together."""
        return sorted(self.people.rows, key=lambda row: (value_of(row.kappa) is None, value_of(row.kappa) or 0.0))

    def items(self, **more: object) -> str:
        return reverse("quality-items", args=[self.slug]) + query_of(self.filters, **more)


@quality_view("GET")
def matrix(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    form, filters = asked_filters(request, access)
    found = agreement(access.project, filters, with_annotators=True, with_competence=True)
    people = found.report.annotators
    assert people is not None, "asked for above"
    drawn = _Drawn(access.project.slug, filters, access.names(), people)
    measure = KAPPA if request.GET.get("measure") == KAPPA else "percent"
    competence = [_competence(name, drawn, found.report.competence) for name in COMPETENCE if found.report.competence]
    blocks = [_of_each(drawn), _of_pairs(drawn, measure), *competence]
    over = [
        number(_(one.label), _(one.definition), one.result)
        for one in found.report.figures
        if one.name.startswith("annotators.")
    ]
    return figures_page(
        request,
        access,
        "quality/matrix.html",
        blocks,
        form=form,
        people=people,
        over=over,
        each=blocks[0],
        pairs=blocks[1],
        competence=competence,
        is_narrowed=query_of(filters) != "",
        measure=measure,
        agreement=found,
    )


def _of_each(drawn: _Drawn) -> Block:
    title, mean = _("Kappa of each annotator with all others"), value_of(drawn.people.mean)
    definition = _(
        "Cohen’s kappa between a person’s verdicts and those of all others on the same claims, lowest first. Dashed "
        "line: mean over people."
    )
    rows = [
        result_bar(drawn.names.get(one.person, "?"), one.kappa, len(one.claims), drawn.items(person=one.person), mean)
        for one in drawn.in_order
    ]
    return bar_block("annotators", title, definition, rows, high=1.0, columns=(_("annotator"), _("kappa")))


def _competence(measure: str, drawn: _Drawn, people: list[Competence]) -> Block:
    """Competence by one model, lowest first."""
    in_order = sorted(people, key=lambda one: (value_of(getattr(one, measure)) or 0.0, one.person))
    rows = [
        result_bar(drawn.names.get(one.person, "?"), getattr(one, measure), one.items, drawn.items(person=one.person))
        for one in in_order
    ]
    name, columns = f"competence-{measure.replace('_', '-')}", (_("annotator"), _("competence"))
    return bar_block(name, _(COMPETENCE_LABELS[measure]), _(COMPETENCE[measure]), rows, high=1.0, columns=columns)


def _of_pairs(drawn: _Drawn, measure: str) -> Block:
    title = _("Pairwise agreement")
    if measure == KAPPA:
        definition = _(
            "Cohen’s kappa of each pair of annotators over the claims both verified; unreliable for few claims."
        )
    else:
        definition = _("Share of jointly verified claims with the same verdict. Darker is higher.")
    few = _("Grey: fewer than %(n)d claims.") % {"n": FEW}
    definition = f"{definition} {few}"
    places = {one.person: place for place, one in enumerate(drawn.in_order)}
    squares: dict[tuple[int, int], Square] = {}
    for (one, other), cell in drawn.people.cells.items():
        value = cell.kappa if measure == KAPPA else cell.agreeing / len(cell.claims)
        reason = _(WORDS[value]) if isinstance(value, Reason) else ""
        n, shown = len(cell.claims), None if isinstance(value, Reason) else value
        square = Square(shown, n, drawn.items(pair=f"{one}-{other}"), reason, is_few=n < FEW)
        squares[places[one], places[other]] = squares[places[other], places[one]] = square
    labels = [drawn.names.get(one.person, "?") for one in drawn.in_order]
    return Block(heat_map("annotator-matrix", title, definition, labels, squares), definition)
