"""Metrics of evidence beside people's ratings: correlations by scale, a scatter plot, and the job that computes."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.dashboard.reports import report_result
from annotation.dashboard.status import can_show_results
from annotation.figures.scatter import Axis, Spot, scatter
from annotation.projects.models import Project
from annotation.quality.agreement.result import Result, ends_of, value_of
from annotation.quality.workflows.evidence_rating.audit import CORRELATIONS
from annotation.quality.workflows.evidence_rating.correlation import MetricCorrelation, table_of
from annotation.quality.workflows.evidence_rating.points import (
    NO_EVIDENCE,
    NO_REFERENCE,
    NO_SCORES,
    NOT_COMPUTED,
    CorrelationReport,
)
from annotation.workflows.evidence_rating.scales import POINTS, scales
from frontend.views.access import PersonRequest
from frontend.views.job_status import has_no_worker, latest_if_failed, latest_job
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import (
    Block,
    bar_block,
    download,
    figures_page,
    result_bar,
    why_undefined,
    with_digits,
)
from frontend.workflows.evidence_rating.metrics_job import KIND, ask
from frontend.workflows.evidence_rating.quality import WAITING
from jobs.enqueue import unfinished

TABLE = "rating-correlations.csv"
SPEARMAN = gettext_noop(
    "Spearman’s rank correlation of the metric with the mean of the raters’ points, over items. The interval draws "
    "claims: items of one claim are drawn together."
)
SPOTS = gettext_noop(
    "Each dot is the evidence of a system for a claim. Across: the metric. Up: the mean of its raters."
)
WHY = {
    NO_REFERENCE: gettext_noop("without evidence of gold, which metrics compare with"),
    NO_EVIDENCE: gettext_noop("without evidence of the system"),
    NO_SCORES: gettext_noop("without a point on any scale, because of a major error"),
    NOT_COMPUTED: gettext_noop("whose metrics have not been computed"),
}


@quality_view("GET", "POST")
def metrics_page(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """Every metric with every scale. A POST, by a manager, has the metrics computed."""
    if request.method == "POST":
        access.require_manager()
        ask(access.project, request.user)
        return redirect("quality-rating-metrics", slug=access.project.slug)
    if not can_show_results(access.project):
        return render(request, WAITING, access.page())
    titles, found = metric_titles(), _found(access.project)
    names = [*(one for one in titles if one in found.metrics), *(one for one in found.metrics if one not in titles)]
    if request.GET.get("file") == TABLE:
        return download(table_csv(found), TABLE, "text/csv")
    metric = _chosen(request, "metric", names)
    scale = _chosen(request, "scale", scales().names)
    running = unfinished(KIND, project=access.project)
    named = {one.name: str(one.label) for one in scales().scales}
    return figures_page(
        request,
        access,
        "evidence_rating/quality_metrics.html",
        _blocks(found, {name: titles.get(name, (name, "")) for name in names}, named, metric, scale) if names else [],
        found=found,
        left_out=[(_(WHY[name]), n) for name, n in found.left_out.items() if n],
        metrics=[(name, *titles.get(name, (name, ""))) for name in names],
        scales=[*named.items()],
        metric=metric,
        scale=scale,
        rows=_rows(found.correlations, names, titles),
        systems=_rows(found.systems, names, titles) if found.systems else [],
        running=running,
        failed=latest_if_failed(access.project, KIND),
        is_waiting_for_nobody=has_no_worker(running),
        table=TABLE,
    )


def _found(project: Project) -> CorrelationReport:
    """The stored report; one that this process remembers only until metrics were computed."""
    result = report_result(project, CORRELATIONS)
    last = latest_job(project, KIND)
    if not result.is_stored and last and last.finished_at and last.finished_at > result.computed_at:
        result = report_result(project, CORRELATIONS, fresh=True)
    found: CorrelationReport = result.value
    return found


def metric_titles() -> dict[str, tuple[str, str]]:
    """Name -> title and definition of each metric that there is now."""
    from baseline.scoring.averitec.metrics import METRICS  # NLTK takes a second to import

    return {name: (_(one.title), _(one.definition)) for name, one in METRICS.items()}


def _chosen(request: PersonRequest, name: str, known: Sequence[str]) -> str:
    asked = request.GET.get(name, "")
    return asked if asked in known else next(iter(known), "")


def _blocks(
    found: CorrelationReport,
    titles: Mapping[str, tuple[str, str]],
    named: Mapping[str, str],
    metric: str,
    scale: str,
) -> list[Block]:
    """Spearman of all metrics with a scale, and the dots of one metric."""
    table = table_of(found.correlations)
    results = {title: table[name, scale].spearman for name, (title, _definition) in titles.items()}
    rows = [result_bar(title, one, one.items) for title, one in results.items()]
    title = _("Metrics and %(scale)s") % {"scale": named[scale]}
    bars = bar_block("rating-metrics", title, _(SPEARMAN), rows, columns=(_("metric"), "Spearman"), long_names=True)
    spots = [
        Spot(one.claim, one.metrics[metric], one.scores[scale], 1)
        for one in found.points
        if metric in one.metrics and scale in one.scores
    ]
    across = Axis(titles[metric][0], low=0.0, high=1.0, digits=3)
    up = Axis(named[scale], low=float(POINTS[0]), high=float(POINTS[-1]))
    title = _("%(metric)s and %(scale)s") % {"metric": across.words, "scale": named[scale]}
    dots = scatter("rating-scatter", title, _(SPOTS), spots, across=across, up=up, column=_("claim"))
    return [bars, Block(dots, _(SPOTS))]


def _rows(
    found: Sequence[MetricCorrelation], metrics: Sequence[str], titles: Mapping[str, tuple[str, str]]
) -> list[dict[str, Any]]:
    """A row a metric, a cell a scale."""
    table = table_of(found)
    return [
        {
            "name": name,
            "title": titles.get(name, (name, ""))[0],
            "cells": [
                {"spearman": _words(one.spearman), "pearson": _words(one.pearson), "n": one.spearman.items}
                for one in (table[name, scale] for scale in scales().names)
            ],
        }
        for name in metrics
    ]


def _words(result: Result) -> dict[str, str]:
    """A value with its interval, short enough for a cell; why there is none stands beside the figure's numbers."""
    value, ends = value_of(result), ends_of(result)
    interval = _("no interval")
    if ends is not None:
        low, high = (with_digits(end, 3) for end in ends)
        interval = _("%(low)s to %(high)s") % {"low": low, "high": high}
    return {
        "value": "–" if value is None else with_digits(value, 3),
        "interval": interval,
        "why": why_undefined(result),
    }


def table_csv(found: CorrelationReport) -> str:
    """All correlations with intervals, a line each. `over`: items or systems."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    ends = ("spearman", "spearman_low", "spearman_high", "pearson", "pearson_low", "pearson_high")
    writer.writerow(("over", "metric", "scale", "n", "claims", *ends))
    for over, rows in (("items", found.correlations), ("systems", found.systems)):
        for one in rows:
            values = (*_values(one.spearman), *_values(one.pearson))
            writer.writerow((over, one.metric, one.scale, one.spearman.items, one.claims, *values))
    return text.getvalue()


def _values(result: Result) -> tuple[str, ...]:
    value, ends = value_of(result), ends_of(result) or (None, None)
    return tuple("" if one is None else f"{one:.6f}" for one in (value, *ends))
