"""How well every metric of evidence goes with people's ratings in a file, as the page of a project shows it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.quality.agreement.result import ends_of, value_of
from annotation.quality.workflows.evidence_rating.correlation import MetricCorrelation
from annotation.quality.workflows.evidence_rating.points import CorrelationReport, report_over
from annotation.release.importing.evidence_ratings import is_rating, item_row, rating_problem
from annotation.release.importing.task_lines import task_lines
from annotation.workflows.evidence_rating import importing
from annotation.workflows.evidence_rating.verdicts import built_in_labels
from frontend.workflows.evidence_rating.points_of_file import points_of_rows


class Command(BaseCommand):
    help = (
        "Correlate every metric of evidence with people's ratings: AVeriTeC's evidence_ratings, or ratings.jsonl of a "
        "release. Spearman and Pearson with 95 % intervals over claims. Needs no database."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--json", action="store_true", help="print JSON instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        from baseline.scoring.averitec.metrics import METRICS

        rows, verdicts = [], built_in_labels().values
        try:
            for line in task_lines(options["file"]):
                problem = line.problem or ("" if is_rating(line.row) else "no rating of evidence")
                problem = problem or rating_problem(line.row, verdicts) or importing.problem(item_row(line.row))
                if problem:
                    self.stderr.write(f"{line.place}: {problem}")
                else:
                    rows.append(line.row)
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.") from error
        if not rows:
            raise CommandError(f"{options['file']} has no rating.")
        points, left_out = points_of_rows(
            rows, lambda said, gold: {name: metric.score(said, gold) for name, metric in METRICS.items()}
        )
        report = report_over(points, left_out, [*METRICS])
        if options["json"]:
            self.stdout.write(json.dumps(as_json(report), indent=2))
        else:
            self._table(report)

    def _table(self, report: CorrelationReport) -> None:
        left_out = ", ".join(f"{name} {count}" for name, count in report.left_out.items())
        self.stdout.write(f"Items compared: {len(report.points)}. Left out: {left_out}.")
        for heading, found in (("Items", report.correlations), ("Systems", report.systems)):
            if found:
                self.stdout.write(f"\n{heading:<20}{'scale':<20}{'Spearman':<28}{'Pearson':<28}n")
            for one in found:
                both = "".join(f"{_words(result):<28}" for result in (one.spearman, one.pearson))
                self.stdout.write(f"{one.metric:<20}{one.scale:<20}{both}{one.spearman.items}")


def as_json(report: CorrelationReport) -> dict[str, Any]:
    """The report as plain values."""
    return {
        "items": len(report.points),
        "left_out": report.left_out,
        "correlations": [_plain(one) for one in report.correlations],
        "systems": [_plain(one) for one in report.systems],
    }


def _plain(one: MetricCorrelation) -> dict[str, Any]:
    values = {
        name: {"value": value_of(result), "interval": ends_of(result)}
        for name, result in (("spearman", one.spearman), ("pearson", one.pearson))
    }
    return {"metric": one.metric, "scale": one.scale, "n": one.spearman.items, "claims": one.claims} | values


def _words(result: Any) -> str:
    value, ends = value_of(result), ends_of(result)
    if value is None:
        return "-"
    return f"{value:.3f}" if ends is None else f"{value:.3f} ({ends[0]:.3f} to {ends[1]:.3f})"
