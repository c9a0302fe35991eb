"""The production report: a row a person, as a page and as CSV; who skips, whose claims are reported, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.dashboard.production import production_in, skips_in, work_days_of
from annotation.figures.figure import Cell
from annotation.quality.audit.hours import hours
from annotation.quality.audit.production import Produced
from annotation.quality.audit.rates import Rate
from annotation.work.period import Period
from annotation.work.registry import workflows_of
from frontend.page_sections import Rows, sections_of, shown_sections
from frontend.views.access import PersonRequest
from frontend.views.csv_file import FILE, Value, csv_answer
from frontend.views.lists import choice_of
from frontend.views.period_form import asked_period
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import Block, bar_block, figures_page, result_bar
from frontend.views.quality.row_links import rows_in
from frontend.views.quality.time import ACTIVE, kinds_to_choose

SHOWN = 20
_RATE = gettext_noop(
    "Highest first, with 95 % confidence intervals; dashed line: rate of all others. In brackets: counts."
)
HOURS = ("day", "week", "person", "done", "hours", "active_hours", "idle_hours")
COLUMNS = ("person", "done", "active_hours", "mean_seconds", "median_seconds", "skipped", "ended", "reports")


@quality_view("GET")
def production_page(request: PersonRequest, access: QualityAccess) -> HttpResponseBase:
    """Work of each person, in a period or ever. Figures that know no days are shown without a period."""
    kinds = kinds_to_choose(access.project)
    kind = choice_of(request, "kind", dict(kinds), kinds[0][0])
    asked = asked_period(request)
    days = asked.period
    found, names = production_in(access.project, kind, days), access.names()
    sections = sections_of(kind)
    if request.GET.get(FILE) == "production.csv":
        head = COLUMNS if not days else COLUMNS[:-1]
        return csv_answer(f"production-{kind}.csv", head, (_cells(one, names)[: len(head)] for one in found))
    if request.GET.get(FILE) == "hours.csv":
        return csv_answer(f"hours-{kind}.csv", HOURS, _hours(access, kind, days))
    figures = [] if days else sections.figures(access)
    return figures_page(
        request,
        access,
        "quality/production.html",
        [_skips(access, kind, days), *figures],
        kind=kind,
        kinds=kinds,
        sections=sections,
        period=asked,
        people=[
            (one, names.get(one.person, "?"), rows_in(access, kind, Rows(person=one.person), days)) for one in found
        ],
        skips=_skipped(access, kind, days),
        total=_total(found),
        more=[] if days else shown_sections([kind], "production", access),
        definition=_(ACTIVE),
    )


def _total(found: Sequence[Produced]) -> dict[str, float | None]:
    return {
        "done": sum(one.done for one in found),
        "seconds": sum(one.seconds or 0 for one in found) or None,
        "skipped": sum(one.skipped for one in found),
        "reports": sum(one.reports for one in found),
    }


def _cells(one: Produced, names: dict[int, str]) -> tuple[Cell, ...]:
    """Active time in hours, mean and median in seconds; None where nothing was timed."""
    hours = None if one.seconds is None else round(one.seconds / 3600, 3)
    mean, middle = (None if value is None else round(value, 3) for value in (one.mean, one.median))
    return names.get(one.person, ""), one.done, hours, mean, middle, one.skipped, one.ended, one.reports


def _hours(access: QualityAccess, kind: str, period: Period) -> Iterator[tuple[Value, ...]]:
    """Everybody's days: hours by the server's clock from hand-out to submission, and how many were active and idle."""
    names = access.names()
    for one in hours(access.project, kind, period, work_days_of(access.project, kind)):
        spent = (round(seconds / 3600, 3) for seconds in (one.seconds, one.active, one.idle))
        yield one.day.isoformat(), one.week, names.get(one.person, ""), one.done, *spent


def _skipped(access: QualityAccess, kind: str, period: Period) -> str:
    """The address of the skips, up to the person."""
    days = {"since": period.first, "until": period.last}
    query = urlencode({"kind": kind} | {name: day.isoformat() for name, day in days.items() if day is not None})
    return f"{reverse('quality-skipped', args=[access.project.slug])}?{query}&person="


def _skips(access: QualityAccess, kind: str, period: Period) -> Block:
    title = _("Skipped: %(items)s") % {"items": workflows_of(access.project)[kind].items}
    definition = _("Share of a person’s finished tasks that were skipped.")
    found = skips_in(access.project, kind, period)
    return rate_block(access, "skips", title, definition, found, _skipped(access, kind, period))


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
