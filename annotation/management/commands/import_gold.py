"""Import gold items: claims with correct answers, for calibration or as hidden gold in production."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.management.commands._arguments import add_project, project_of, reading
from annotation.projects.models import Project
from annotation.quality.calibration.gold_importer import import_gold
from annotation.release.importing.averitec_gold import KINDS, import_averitec_gold
from annotation.release.importing.evidence_rating_gold import import_rating_gold
from annotation.release.importing.task_lines import task_lines
from annotation.vocabulary.tasks import Phase
from annotation.workflows.evidence_rating.models import SLUG as EVIDENCE_RATING
from annotation.workflows.question_answering.phases import PhaseName

PHASES = {"1": Phase.FIRST, "2": Phase.SECOND, "silent": Phase.SILENT, "guided": Phase.GUIDED}


class Command(BaseCommand):
    help = (
        "Import gold items from a FEVEROUS file: one JSON object per line with claim, label, challenge (or challenges: "
        'all accepted ones) and evidence, [{"content": [ids]}]; or, with --kind, from the rows of AVeriTeC. The file '
        "is imported completely or not at all."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_project(parser)
        parser.add_argument("file", type=Path, help="JSONL in UTF-8; of AVeriTeC its JSON array too")
        parser.add_argument(
            "--phase",
            required=True,
            choices=list(PHASES),
            help="calibration phase; silent: hidden gold in production; guided: guided examples",
        )

        parser.add_argument(
            "--kind", choices=[*KINDS, EVIDENCE_RATING], help="of AVeriTeC's rows: the work that they are gold of"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        project = project_of(options["project"])
        if options["kind"]:
            self._averitec(project, path, options)
            return
        with reading(path), path.open(encoding="utf-8") as file:
            found = import_gold(project=project, phase=PHASES[options["phase"]], lines=file)
        self.stdout.write(f"Gold items imported: {found.created}. Already in the project: {found.known}.")

    def _averitec(self, project: Project, path: Path, options: dict[str, Any]) -> None:
        """Raises CommandError, before which every bad row is named."""
        kind, phase = options["kind"], PHASES[options["phase"]]
        if kind not in project.workflows or phase == Phase.GUIDED:
            raise CommandError(f"{project.slug} has no {kind} on, or this kind of work has no guided examples.")
        with reading(path):
            if kind == EVIDENCE_RATING:
                done = import_rating_gold(project, phase, task_lines(path))
            else:
                done = import_averitec_gold(project, PhaseName(kind), phase, task_lines(path))
        for problem in done.problems:
            self.stderr.write(str(problem))
        if done.problems:
            raise CommandError(f"{len(done.problems):,} bad rows: nothing was imported. Fix them and run this again.")
        self.stdout.write(f"Gold items imported: {done.created}. Already in the project: {done.known}.")
