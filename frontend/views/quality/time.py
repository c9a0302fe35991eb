"""Duration of work, by annotator, with implausibly fast ones."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.dashboard.production import paces_in, time_in
from annotation.figures.bars import Bar
from annotation.projects.models import Project
from annotation.quality.audit.durations import FAST_SHARE, STEPS, Pace, TimeSummary
from annotation.work.period import Period
from annotation.work.registry import workflows_of
from annotation.work.workflow import Text
from frontend.page_sections import Rows
from frontend.views.access import PersonRequest
from frontend.views.csv_file import FILE, csv_answer
from frontend.views.lists import choice_of
from frontend.views.period_form import asked_period
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import Block, bar_block, figures_page, result_bar
from frontend.views.quality.row_links import rows_in

ACTIVE = gettext_noop(
    "Active time is measured from assignment to submission, without time in which the page is hidden; later changes "
    "are not counted. For programs, which do not report visibility, total time is used."
)
_FAST = gettext_noop(
    "Share of a person’s work that took less than a fifth of the overall median, with 95 % confidence intervals. "
    "Flagged as suspicious if the share is at least a fifth, or if the median is an outlier (robust z-score of its "
    "logarithm below -3.5)."
)


def kinds_to_choose(project: Project) -> list[tuple[str, Text]]:
    """Slugs and labels of the project's kinds of work, those first that come last in a project. Raises Http404."""
    found = [(slug, workflow.label) for slug, workflow in reversed(workflows_of(project).items())]
    if not found:
        raise Http404
    return found


COLUMNS = ("person", "done", "median_seconds", "too_fast", "is_suspicious")


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the figures are of, and the names of people."""

    access: QualityAccess
    kind: str
    period: Period

    def rows(self, rows: Rows) -> str | None:
        """The address of these rows."""
        return rows_in(self.access, self.kind, rows, self.period)

    def name(self, pace: Pace) -> str:
        """Whose pace it is."""
        return self.access.names().get(pace.person, "?")


@quality_view("GET")
def time(request: PersonRequest, access: QualityAccess) -> HttpResponseBase:
    """How long work takes, in a period or ever."""
    kinds = kinds_to_choose(access.project)
    kind = choice_of(request, "kind", dict(kinds), kinds[0][0])
    asked = asked_period(request)
    work, paces = time_in(access.project, kind, asked.period), paces_in(access.project, kind, asked.period)
    of = _Shown(access, kind, asked.period)
    if request.GET.get(FILE) == "people.csv":
        rows = ((of.name(p), p.done, round(p.median, 3), len(p.numbers), p.is_suspicious) for p in paces)
        return csv_answer(f"time-{kind}.csv", COLUMNS, rows)
    blocks = [_distribution(of, work), _fast(of, paces), _medians(of, paces)]
    return figures_page(
        request,
        access,
        "quality/time.html",
        blocks,
        kind=kind,
        kinds=kinds,
        definition=_(ACTIVE),
        done=work.done,
        period=asked,
        all_rows=of.rows(Rows()),
        median=work.median,
        mean=work.mean,
        limit=None if work.median is None else FAST_SHARE * work.median,
        suspicious=[(pace, of.name(pace), of.rows(_all_of(pace))) for pace in paces if pace.is_suspicious],
    )


def _all_of(pace: Pace) -> Rows:
    """A person's work, the fastest first."""
    return Rows(person=pace.person, fastest=True)


def _distribution(of: _Shown, work: TimeSummary) -> Block:
    """Counts by steps of time that get longer, as times do."""
    edges = [0, *STEPS]
    names = [f"{_clock(low)}–{_clock(high)}" for low, high in zip(edges, STEPS, strict=False)]
    names.append(_("over %(time)s") % {"time": _clock(STEPS[-1])})
    counts, total = work.counts, work.done
    ends = [*STEPS, None]
    shown = [Rows(least=low, under=high, fastest=True) for low, high in zip(edges, ends, strict=True)]
    rows = [
        Bar(name, counts[n] / total, None, None, counts[n], of.rows(shown[n])) for n, name in enumerate(names) if total
    ]
    definition = _("Share of all work by active time, in minutes and seconds.")
    columns = (_("active time"), _("share"))
    return bar_block("time", _("Distribution of time per task"), definition, rows, columns=columns)


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def _medians(of: _Shown, paces: list[Pace]) -> Block:
    usual = median(pace.median for pace in paces) if paces else None
    line = usual / 60 if usual else None
    rows = [Bar(of.name(pace), pace.median / 60, None, line, pace.done, of.rows(_all_of(pace))) for pace in paces]
    definition = _("Median active time per person in minutes, fastest first. Dashed line: median person.")
    columns = (_("person"), _("minutes"))
    return bar_block("time-by-person", _("Median time by person"), definition, rows, columns=columns, digits=1)


def _fast(of: _Shown, paces: list[Pace]) -> Block:
    with_any = sorted((p for p in paces if p.numbers), key=lambda p: -len(p.numbers) / p.done)
    rows = [
        result_bar(
            of.name(pace),
            pace.fast,
            len(pace.numbers),
            of.rows(Rows(person=pace.person, under=f"{pace.limit:.3f}", fastest=True)),
        )
        for pace in with_any
    ]
    columns = (_("person"), _("share"))
    return bar_block("fast", _("Suspiciously fast work"), _(_FAST), rows, high=1.0, columns=columns)
