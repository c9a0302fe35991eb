"""How well every metric of evidence goes with people's ratings in a file, as the page of a project shows it."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

MODULE = "frontend.workflows.evidence_rating.correlations_of_file"  # by name, as the registry knows workflows


class Command(BaseCommand):
    help = (
        "Correlate every metric of evidence with people's ratings: AVeriTeC's evidence_ratings, or ratings.jsonl of a "
        "release. Spearman and Pearson with 95 % intervals over claims."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--json", action="store_true", help="print JSON instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        module = import_module(MODULE)
        try:
            report = module.report_of_file(options["file"], self.stderr.write)
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.") from error
        if not (report.points or any(report.left_out.values())):
            raise CommandError(f"{options['file']} has no rating that can be read.")
        self.stdout.write(json.dumps(module.as_json(report), indent=2) if options["json"] else module.as_text(report))
