"""Duration of work, by annotator, with implausibly fast ones."""

from __future__ import annotations

from statistics import median

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_GET

from annotation.dashboard.reports import report
from annotation.figures.bars import Bar, bars
from annotation.quality.agreement.filters import Filters
from annotation.quality.audit.durations import FAST_SHARE, STEPS, Pace, TimeSummary
from annotation.vocabulary.tasks import TaskKind
from frontend.views import PersonRequest
from frontend.views.quality.access import quality_of
from frontend.views.quality.figure_blocks import Block, ends_of, file_of, value_of, why
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


@require_GET
@login_required
def time(request: PersonRequest, slug: str) -> HttpResponse:
    seen = quality_of(request.user, slug)
    kind = request.GET.get("kind", "") if request.GET.get("kind", "") in KINDS else TaskKind.CLAIM_VERIFICATION.value
    work: TimeSummary = report(seen.project, f"time {kind}")
    paces, names = report(seen.project, f"paces {kind}"), seen.names()
    blocks = [_distribution(slug, kind, work), _fast(slug, kind, paces, names), _medians(slug, kind, paces, names)]
    as_file = file_of(request, blocks)
    if as_file is not None:
        return as_file
    shown = seen.page(
        kind=kind,
        kinds=KINDS.items(),
        blocks=blocks,
        definition=_(ACTIVE),
        done=work.done,
        median=work.median,
        mean=work.mean,
        limit=None if work.median is None else FAST_SHARE * work.median,
        suspicious=[
            (pace, names.get(pace.person, "?"), _rows(slug, kind, pace)) for pace in paces if pace.is_suspicious
        ],
    )
    return render(request, "quality/time.html", shown)


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
    figure = bars("time", _("Distribution of time per task"), definition, rows, columns=(_("active time"), _("share")))
    return Block(figure, definition)


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
    figure = bars(
        "time-by-person", _("Median time by person"), definition, rows, columns=(_("person"), _("minutes")), digits=1
    )
    return Block(figure, definition)


def _fast(slug: str, kind: str, paces: list[Pace], names: dict[int, str]) -> Block:
    with_any = sorted((p for p in paces if p.numbers), key=lambda p: -len(p.numbers) / p.done)
    rows = [
        Bar(
            names.get(pace.person, "?"),
            value_of(pace.fast),
            ends_of(pace.fast),
            None,
            len(pace.numbers),
            _under(slug, kind, pace),
            why(pace.fast),
        )
        for pace in with_any
    ]
    figure = bars("fast", _("Suspiciously fast work"), _(_FAST), rows, high=1.0, columns=(_("person"), _("share")))
    return Block(figure, _(_FAST))


def _under(slug: str, kind: str, pace: Pace) -> str | None:
    if kind != TaskKind.CLAIM_VERIFICATION:
        return _rows(slug, kind, pace)
    query = query_of(Filters(), person=pace.person, under=f"{pace.limit:.3f}", order="fastest")
    return reverse("quality-rows", args=[slug]) + query
