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
from annotation.quality.audit.production import Produced
from annotation.quality.audit.rates import Rate
from annotation.work.registry import workflows_of
from frontend.page_sections import Rows, sections_of, shown_sections
from frontend.views.access import PersonRequest
from frontend.views.lists import choice_of
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import Block, bar_block, download, figures_page, result_bar
from frontend.views.quality.time import ACTIVE, kinds_to_choose

SHOWN = 20
_RATE = gettext_noop(
    "Highest first, with 95 % confidence intervals; dashed line: rate of all others. In brackets: counts."
)
COLUMNS = ("person", "done", "active_hours", "mean_seconds", "median_seconds", "skipped", "ended", "reports")


@quality_view("GET")
def production_page(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    kinds = kinds_to_choose(access.project)
    kind = choice_of(request, "kind", dict(kinds), kinds[0][0])
    found: list[Produced] = report(access.project, f"production {kind}")
    names, sections = access.names(), sections_of(kind)
    if request.GET.get("file") == "production.csv":
        return download(_csv(found, names), f"production-{kind}.csv", "text/csv")
    return figures_page(
        request,
        access,
        "quality/production.html",
        [_skips(access, kind), *sections.figures(access)],
        kind=kind,
        kinds=kinds,
        sections=sections,
        people=[
            (one, names.get(one.person, "?"), sections.rows(access.project, Rows(person=one.person))) for one in found
        ],
        total=_total(found),
        more=shown_sections([kind], "production", access),
        definition=_(ACTIVE),
    )


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


def _skips(access: QualityAccess, kind: str) -> Block:
    skipped = reverse("quality-skipped", args=[access.project.slug])
    title = _("Skipped: %(items)s") % {"items": workflows_of(access.project)[kind].items}
    definition = _("Share of a person’s finished tasks that were skipped.")
    found: list[Rate] = report(access.project, f"skips {kind}")
    return rate_block(access, "skips", title, definition, found, f"{skipped}?kind={kind}&person=")


def rate_block(access: QualityAccess, name: str, title: str, definition: str, found: list[Rate], address: str) -> Block:
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
