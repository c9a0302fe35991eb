"""The production report: a row a person, as a page and as CSV; who skips, whose claims are reported, and why."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.dashboard.reports import report
from annotation.figures.figure import unarmed
from annotation.quality.agreement.filters import Filters
from annotation.quality.audit.production import Produced
from annotation.quality.audit.rates import Rate
from annotation.vocabulary.tasks import TaskKind
from annotation.workflows.claim_verification.models import ReportReason
from frontend.views.access import PersonRequest
from frontend.views.lists import choice_of
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import Block, bar_block, download, figures_page, result_bar
from frontend.views.quality.filters import query_of
from frontend.views.quality.time import ACTIVE, KINDS

SHOWN = 20
_RATE = gettext_noop(
    "Highest first, with 95 % confidence intervals; dashed line: rate of all others. In brackets: counts."
)
COLUMNS = ("person", "done", "active_hours", "mean_seconds", "median_seconds", "skipped", "ended", "reports")


@quality_view("GET")
def production_page(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    kind = choice_of(request, "kind", KINDS, TaskKind.CLAIM_VERIFICATION.value)
    found: list[Produced] = report(access.project, f"production {kind}")
    names, blocks = access.names(), _rates(access, kind)
    if request.GET.get("file") == "production.csv":
        return download(_csv(found, names), f"production-{kind}.csv", "text/csv")
    writes = kind == TaskKind.CLAIM_GENERATION
    return figures_page(
        request,
        access,
        "quality/production.html",
        blocks,
        kind=kind,
        kinds=KINDS.items(),
        is_writing=writes,
        people=[(one, names.get(one.person, "?"), _address(access.project.slug, kind, one.person)) for one in found],
        total=_total(found),
        reported=_reported(access) if writes else None,
        reasons=ReportReason.choices,
        definition=_(ACTIVE),
    )


def _address(slug: str, kind: str, person: int) -> str:
    if kind == TaskKind.CLAIM_GENERATION:
        return reverse("quality-claims", args=[slug]) + query_of(Filters(), writer=person)
    return reverse("quality-rows", args=[slug]) + query_of(Filters(), person=person)


def _total(found: Sequence[Produced]) -> dict[str, float | None]:
    return {
        "done": sum(one.done for one in found),
        "seconds": sum(one.seconds or 0 for one in found) or None,
        "skipped": sum(one.skipped for one in found),
        "reports": sum(one.reports for one in found),
    }


def _csv(found: Sequence[Produced], names: dict[int, str]) -> str:
    """RFC 4180; active time in hours, mean and median in seconds; empty where nothing was timed."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for one in found:
        hours = "" if one.seconds is None else round(one.seconds / 3600, 3)
        mean, middle = ("" if value is None else round(value, 3) for value in (one.mean, one.median))
        name = unarmed(names.get(one.person, ""))
        writer.writerow([name, one.done, hours, mean, middle, one.skipped, one.ended, one.reports])
    return out.getvalue()


def _rates(access: QualityAccess, kind: str) -> list[Block]:
    skipped = reverse("quality-skipped", args=[access.project.slug])
    title = _("Skipped highlights") if kind == TaskKind.CLAIM_GENERATION else _("Skipped claims")
    definition = _("Share of a person’s finished tasks that were skipped.")
    found: list[Rate] = report(access.project, f"skips {kind}")
    blocks = [_rate_block(access, "skips", title, definition, found, f"{skipped}?kind={kind}&person=")]
    if kind == TaskKind.CLAIM_GENERATION:
        reported = reverse("quality-reported", args=[access.project.slug])
        definition = _("Share of a person’s claims that were reported.")
        found = report(access.project, "reported")
        blocks.append(
            _rate_block(access, "reported", _("Reported claims by writer"), definition, found, f"{reported}?writer=")
        )
    else:
        rows = reverse("quality-rows", args=[access.project.slug])
        definition = _("Share of a person’s verifications with the verdict “not enough information”.")
        address = f"{rows}?verdict=NOT+ENOUGH+INFO&person="
        found = report(access.project, "nei")
        blocks.append(_rate_block(access, "nei", _("Not enough information"), definition, found, address))
    return blocks


def _rate_block(
    access: QualityAccess, name: str, title: str, definition: str, found: list[Rate], address: str
) -> Block:
    names = access.names()
    rows = [
        result_bar(
            names.get(one.person, "?") + (" ▲" if one.is_high else ""),
            one.rate,
            one.events,
            f"{address}{one.person}",
            one.others,
        )
        for one in found[:SHOWN]
        if one.events
    ]
    words = f"{definition} {_(_RATE)} {_('▲: above the others, and not by chance.')}"
    return bar_block(name, title, words, rows, columns=(_("person"), _("rate")))


def _reported(access: QualityAccess) -> list[tuple[int, str, list[tuple[str, int]], int]]:
    """Writer, name, how often for each reason, reports in all; most reported first."""
    names = access.names()
    found = report(access.project, "report reasons")
    ordered = sorted(found.items(), key=lambda one: (-one[1].total(), one[0]))
    return [
        (writer, names.get(writer, "?"), [(reason, counts[reason]) for reason in ReportReason.values], counts.total())
        for writer, counts in ordered
    ]
