"""Duration of work, by annotator, with implausibly fast ones."""

from __future__ import annotations

from statistics import median

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.dashboard.reports import report
from annotation.figures.bars import Bar
from annotation.quality.agreement.filters import Filters
from annotation.quality.audit.durations import FAST_SHARE, STEPS, Pace, TimeSummary
from annotation.vocabulary.tasks import TaskKind
from frontend.views.access import PersonRequest
from frontend.views.lists import choice_of
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import Block, bar_block, figures_page, result_bar
from frontend.views.quality.filters import query_of

KINDS = {kind.value: kind.label for kind in reversed(TaskKind)}
ACTIVE = gettext_noop(
    "Active time is measured from assignment to submission, without time in which the page is hidden; later changes "
    "are not counted. For programs, which do not report visibility, total time is used."
)
_FAST = gettext_noop(
    "Share of a person’s work that took less than a fifth of the overall median, with 95 % confidence intervals. "
    "Flagged as suspicious if the share is at least a fifth, or if the median is an outlier (robust z-score of its "
    "logarithm below -3.5)."
)


@quality_view("GET")
def time(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    kind = choice_of(request, "kind", KINDS, TaskKind.CLAIM_VERIFICATION.value)
    work: TimeSummary = report(access.project, f"time {kind}")
    paces, names = report(access.project, f"paces {kind}"), access.names()
    blocks = [
        _distribution(access.project.slug, kind, work),
        _fast(access.project.slug, kind, paces, names),
        _medians(access.project.slug, kind, paces, names),
    ]
    return figures_page(
        request,
        access,
        "quality/time.html",
        blocks,
        kind=kind,
        kinds=KINDS.items(),
        definition=_(ACTIVE),
        done=work.done,
        median=work.median,
        mean=work.mean,
        limit=None if work.median is None else FAST_SHARE * work.median,
        suspicious=[
            (pace, names.get(pace.person, "?"), _rows(access.project.slug, kind, pace))
            for pace in paces
            if pace.is_suspicious
        ],
    )


def _rows(slug: str, kind: str, pace: Pace) -> str | None:
    """A person's verifications, fastest first; claims written have no such list."""
    if kind != TaskKind.CLAIM_VERIFICATION:
        return reverse("quality-claims", args=[slug]) + query_of(Filters(), writer=pace.person)
    return reverse("quality-rows", args=[slug]) + query_of(Filters(), person=pace.person, order="fastest")


def _distribution(slug: str, kind: str, work: TimeSummary) -> Block:
    """Counts by steps of time that get longer, as times do."""
    edges = [0, *STEPS]
    names = [f"{_clock(low)}–{_clock(high)}" for low, high in zip(edges, STEPS, strict=False)]
    names.append(_("over %(time)s") % {"time": _clock(STEPS[-1])})
    counts, total = work.counts, work.done
    ends = [*STEPS, None]
    rows = [
        Bar(name, counts[n] / total, None, None, counts[n], _between(slug, kind, edges[n], ends[n]))
        for n, name in enumerate(names)
        if total
    ]
    definition = _("Share of all work by active time, in minutes and seconds.")
    columns = (_("active time"), _("share"))
    return bar_block("time", _("Distribution of time per task"), definition, rows, columns=columns)


def _between(slug: str, kind: str, least: float, under: float | None) -> str | None:
    if kind != TaskKind.CLAIM_VERIFICATION:
        return None
    return reverse("quality-rows", args=[slug]) + query_of(Filters(), least=least, under=under, order="fastest")


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def _medians(slug: str, kind: str, paces: list[Pace], names: dict[int, str]) -> Block:
    usual = median(pace.median for pace in paces) if paces else None
    rows = [
        Bar(names.get(p.person, "?"), p.median / 60, None, usual / 60 if usual else None, p.done, _rows(slug, kind, p))
        for p in paces
    ]
    definition = _("Median active time per person in minutes, fastest first. Dashed line: median person.")
    columns = (_("person"), _("minutes"))
    return bar_block("time-by-person", _("Median time by person"), definition, rows, columns=columns, digits=1)


def _fast(slug: str, kind: str, paces: list[Pace], names: dict[int, str]) -> Block:
    with_any = sorted((p for p in paces if p.numbers), key=lambda p: -len(p.numbers) / p.done)
    rows = [
        result_bar(names.get(pace.person, "?"), pace.fast, len(pace.numbers), _under(slug, kind, pace))
        for pace in with_any
    ]
    columns = (_("person"), _("share"))
    return bar_block("fast", _("Suspiciously fast work"), _(_FAST), rows, high=1.0, columns=columns)


def _under(slug: str, kind: str, pace: Pace) -> str | None:
    if kind != TaskKind.CLAIM_VERIFICATION:
        return _rows(slug, kind, pace)
    query = query_of(Filters(), person=pace.person, under=f"{pace.limit:.3f}", order="fastest")
    return reverse("quality-rows", args=[slug]) + query
