"""Import gold items: claims with correct answers, for calibration or as hidden gold in production."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from annotation.management.commands._arguments import add_project, project_of, reading
from annotation.quality.calibration.gold_importer import import_gold
from annotation.vocabulary.tasks import Phase

PHASES = {"1": Phase.FIRST, "2": Phase.SECOND, "silent": Phase.SILENT, "guided": Phase.GUIDED}


class Command(BaseCommand):
    help = (
        "Import gold items from a FEVEROUS file: one JSON object per line with claim, label, challenge (or challenges: "
        'all accepted ones) and evidence, [{"content": [ids]}]. The file is imported completely or not at all.'
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_project(parser)
        parser.add_argument("file", type=Path, help="JSONL in UTF-8")
        parser.add_argument(
            "--phase",
            required=True,
            choices=list(PHASES),
            help="calibration phase; silent: hidden gold in production; guided: guided examples",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        project = project_of(options["project"])
        with reading(path), path.open(encoding="utf-8") as file:
            found = import_gold(project=project, phase=PHASES[options["phase"]], lines=file)
        self.stdout.write(f"Gold items imported: {found.created}. Already in the project: {found.known}.")
