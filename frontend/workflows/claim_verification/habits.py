"""Verdicts and speed: each person's share of every verdict beside all, and how their pace goes with their agreement."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.dashboard.reports import report
from annotation.figures.scatter import Axis, Spot, scatter
from annotation.figures.stacked import Series, Stack, stacked
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.queries import AgreementReport
from annotation.quality.agreement.result import value_of
from annotation.quality.audit.durations import Pace
from annotation.quality.audit.rates import ALPHA, Rate
from annotation.results.job import AGREEMENT
from annotation.workflows.kinds import TaskKind
from frontend.views.access import PersonRequest
from frontend.views.measures import median_of
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import Block, figures_page
from frontend.views.quality.filters import natural, query_of

SHOWN = 60  # people; the table below the figure has the others


@quality_view("GET")
def habits(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    blocks = [_verdicts(access), _speed(access)]
    return figures_page(request, access, "claim_verification/habits.html", blocks)


def _verdicts(access: QualityAccess) -> Block:
    title = _("Verdicts by person")
    definition = _(
        "Share of each verdict among a person’s verifications, below that of all together. ▲: differs from the "
        "others’ by more than chance (G² test, p < 0.01, corrected for the number of people); these people come first."
    )
    found: dict[str, list[Rate]] = report(access.project, "verdicts")
    names, values = access.names(), access.labels.values
    of_person: dict[int, dict[str, Rate]] = {}
    for value, rates in found.items():
        for rate in rates:
            of_person.setdefault(rate.person, {})[value] = rate
    differing = {person for person, rates in of_person.items() if min(one.p for one in rates.values()) < ALPHA}
    in_order = sorted(of_person, key=lambda person: (person not in differing, natural(names.get(person, "?"))))
    listed = reverse("quality-rows", args=[access.project.slug])

    def parts(rates: dict[str, Rate], person: int) -> list[tuple[int, str | None]]:
        addresses = [listed + query_of(Filters(person=person), verdict=value) for value in values]
        return [(rates[v].events if v in rates else 0, href) for v, href in zip(values, addresses, strict=True)]

    totals = [
        (sum(one.events for one in found.get(value, [])), listed + query_of(Filters(), verdict=value))
        for value in values
    ]
    rows = [Stack(_("All"), totals, is_whole=True)] if in_order else []
    for person in in_order[:SHOWN]:
        mark = " ▲" if person in differing else ""
        rows.append(Stack(names.get(person, "?") + mark, parts(of_person[person], person)))
    series = [Series(access.labels.name(value), access.labels.style(value) or "plain") for value in values]
    return Block(stacked("verdict-shares", title, definition, series, rows, column=_("person")), definition)


def _speed(access: QualityAccess) -> Block:
    title = _("Speed and agreement")
    definition = _(
        "One dot a person: median active time of a verification, and Cohen’s kappa with all who verified the same "
        "claims. A larger dot has more such claims. Dashed lines: medians over people."
    )
    paces: dict[int, Pace] = {one.person: one for one in report(access.project, f"paces {TaskKind.CLAIM_VERIFICATION}")}
    agreement: AgreementReport = report(access.project, AGREEMENT)
    names, items = access.names(), reverse("quality-items", args=[access.project.slug])
    rows = agreement.annotators.rows if agreement.annotators is not None else []
    spots = [
        Spot(
            names.get(one.person, "?"),
            round(paces[one.person].median, 1),
            kappa,
            len(one.claims),
            items + query_of(Filters(person=one.person)),
        )
        for one in rows
        if one.person in paces and (kappa := value_of(one.kappa)) is not None
    ]
    across = Axis(_("median seconds of a verification"), median_of([spot.x for spot in spots]), low=0.0, digits=1)
    up = Axis(_("kappa with others"), median_of([spot.y for spot in spots]), high=1.0)
    figure = scatter("speed-agreement", title, definition, spots, across=across, up=up, column=_("person"))
    return Block(figure, definition)
