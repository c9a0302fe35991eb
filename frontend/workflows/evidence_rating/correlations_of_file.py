"""Correlations of metrics with the ratings of a file, without a database; the command `rating_correlations`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from statistics import fmean
from typing import Any

from annotation.quality.agreement.result import Result, ends_of, value_of
from annotation.quality.workflows.evidence_rating.correlation import MetricCorrelation, RatedPoint
from annotation.quality.workflows.evidence_rating.points import LEFT_OUT, CorrelationReport, report_over, why_not
from annotation.release.importing.evidence_ratings import fullest, is_rating, item_row, rating_problem
from annotation.release.importing.task_lines import task_lines
from annotation.workflows.evidence_rating.importing import digest_of, problem
from annotation.workflows.evidence_rating.queries import strings_of
from annotation.workflows.evidence_rating.scales import scales
from annotation.workflows.evidence_rating.verdicts import built_in_labels

Row = Mapping[str, Any]
Score = Callable[[list[str], list[str]], dict[str, float]]


def report_of_file(path: Path, tell: Callable[[str], object]) -> CorrelationReport:
    """The report over the ratings of a file; `tell` is told of rows that are left out. Raises OSError."""
    from baseline.scoring.averitec.metrics import METRICS  # NLTK takes a second to import

    rows, verdicts = [], built_in_labels().values
    for line in task_lines(path):
        why = line.problem or ("" if is_rating(line.row) else "no rating of evidence")
        why = why or rating_problem(line.row, verdicts) or problem(item_row(line.row))
        if why:
            tell(f"{line.place}: {why}")
        else:
            rows.append(line.row)

    def score(said: list[str], gold: list[str]) -> dict[str, float]:
        return {name: metric.score(said, gold) for name, metric in METRICS.items()}

    return report_over(*points_of_rows(rows, score), [*METRICS])


def points_of_rows(rows: Iterable[Row], score: Score) -> tuple[list[RatedPoint], dict[str, int]]:
    """Points of the rows of ratings that have no problem, and how many items are left out, by LEFT_OUT.

    `score`: predicted and gold strings -> value by metric.
    """
    items: defaultdict[str, list[tuple[dict[str, Any], Row]]] = defaultdict(list)
    for row in rows:
        item = item_row(row)
        items[digest_of(item)].append((item, row))
    points, left_out = list[RatedPoint](), Counter[str]()
    for of in items.values():
        item = fullest(one for one, _row in of)
        means = {
            name: fmean(given) for name in scales().names if (given := [row[name] for _one, row in of if row[name]])
        }
        why = why_not(means, item["reference"], item["evidence"])
        if why:
            left_out[why] += 1
            continue
        values = score(strings_of(item["evidence"]), strings_of(item["reference"]))
        points.append(RatedPoint(str(item["claim_id"]), item["system"], means, values))
    return points, {name: left_out[name] for name in LEFT_OUT}


def as_json(report: CorrelationReport) -> dict[str, Any]:
    """The report as plain values."""
    return {
        "items": len(report.points),
        "left_out": report.left_out,
        "correlations": [_plain(one) for one in report.correlations],
        "systems": [_plain(one) for one in report.systems],
    }


def as_text(report: CorrelationReport) -> str:
    """The report as a table."""
    left_out = ", ".join(f"{name} {count}" for name, count in report.left_out.items())
    lines = [f"Items compared: {len(report.points)}. Left out: {left_out}."]
    for heading, found in (("Items", report.correlations), ("Systems", report.systems)):
        if found:
            lines.append(f"\n{heading:<20}{'scale':<20}{'Spearman':<28}{'Pearson':<28}n")
        for one in found:
            both = "".join(f"{_words(result):<28}" for result in (one.spearman, one.pearson))
            lines.append(f"{one.metric:<20}{one.scale:<20}{both}{one.spearman.items}")
    return "\n".join(lines)


def _plain(one: MetricCorrelation) -> dict[str, Any]:
    values = {
        name: {"value": value_of(result), "interval": ends_of(result)}
        for name, result in (("spearman", one.spearman), ("pearson", one.pearson))
    }
    return {"metric": one.metric, "scale": one.scale, "n": one.spearman.items, "claims": one.claims} | values


def _words(result: Result) -> str:
    value, ends = value_of(result), ends_of(result)
    if value is None:
        return "-"
    return f"{value:.3f}" if ends is None else f"{value:.3f} ({ends[0]:.3f} to {ends[1]:.3f})"
