"""python manage.py evaluate_wafer GOLD PREDICTIONS [--ks 100 200] [--same-page] [--json]"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotation.quality.agreement.result import Interval, Result, Value
from baseline.citations.wafer.rows import read_rows
from baseline.management.commands._wafer import Problems, existing
from baseline.scoring.wafer import KS, Evaluation, evaluate, read_predictions
from corpus.web.addresses import page_key


class Command(BaseCommand):
    """Score predictions for a WAFER file."""

    requires_system_checks = ()
    help = "P@1 and SR@k of a prediction file by KILT's rule, for featured articles, others and all, with intervals."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("gold", type=Path)
        parser.add_argument("predictions", type=Path)
        parser.add_argument("--ks", type=int, nargs="+", default=KS, metavar="K", help="k of SR@k (default: 100 200)")
        parser.add_argument(
            "--same-page",
            action="store_true",
            help="compare addresses without scheme, www, tracking and archive (default: as written, like KILT)",
        )
        parser.add_argument("--json", action="store_true", help="print everything as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if min(options["ks"]) < 1:
            raise CommandError("--ks: want numbers from 1 on.")
        problems = Problems(self.stderr)
        document = page_key if options["same_page"] else str.strip
        predictions = read_predictions(existing(options["predictions"]), problems, document)
        found = evaluate(read_rows(existing(options["gold"]), problems), predictions, options["ks"], document)
        problems.finish()
        if not found.rows["micro"]:
            raise CommandError(f"{options['gold']} has no good row.")
        self.stdout.write(json.dumps(_as_json(found)) if options["json"] else "\n".join(_lines(found)))


def _lines(found: Evaluation) -> list[str]:
    names = list(found.values["micro"])
    lines = [f"{'':<10}{'rows':>8}" + "".join(f"{name:>24}" for name in names)]
    for group, values in found.values.items():
        lines.append(f"{group:<10}{found.rows[group]:>8,}" + "".join(f"{_cell(values[name]):>24}" for name in names))
    notes = {
        "rows have no prediction and count as not found": found.without_prediction,
        "rows have no provenance and count as not found": found.without_provenance,
        "predictions are for no row": found.unknown,
    }
    return [*lines, *(f"{count:,} {what}." for what, count in notes.items() if count)]


def _cell(result: Result) -> str:
    if not isinstance(result, Value):
        return "-"
    interval = result.interval
    within = f" [{interval.low:.2%}, {interval.high:.2%}]" if isinstance(interval, Interval) else ""
    return f"{result.value:.2%}{within}".replace("%", "")


def _as_json(found: Evaluation) -> dict[str, Any]:
    groups = {
        group: {"rows": found.rows[group], **{name: _numbers(result) for name, result in values.items()}}
        for group, values in found.values.items()
    }
    names = ("without_prediction", "without_provenance", "unknown")
    return {"groups": groups, **{name: getattr(found, name) for name in names}}


def _numbers(result: Result) -> dict[str, float | None] | None:
    if not isinstance(result, Value):
        return None
    interval = result.interval if isinstance(result.interval, Interval) else None
    return {
        "value": result.value,
        "low": interval.low if interval else None,
        "high": interval.high if interval else None,
    }
