"""Import gold items: claims with correct answers, for calibration or as hidden gold in production."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.claims.claim_importer import BadClaims
from annotation.management.commands._arguments import add_project, project_of
from annotation.management.commands.import_claims import SHOWN
from annotation.quality.calibration.gold_importer import import_gold
from annotation.vocabulary.tasks import Phase
from corpus.encoding_errors import undecodable_line

PHASES = {"1": Phase.FIRST, "2": Phase.SECOND, "silent": Phase.SILENT}


class Command(BaseCommand):
    help = (
        "Import gold items from a FEVEROUS file: one JSON object per line with claim, label, challenge (or challenges: "
        'all accepted ones) and evidence, [{"content": [ids]}]. The file is imported completely or not at all.'
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_project(parser)
        parser.add_argument("file", type=Path, help="JSONL in UTF-8")
        parser.add_argument(
            "--phase", required=True, choices=list(PHASES), help="calibration phase; silent: hidden gold in production"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            with path.open(encoding="utf-8") as file:
                found = import_gold(project=project_of(options["project"]), phase=PHASES[options["phase"]], lines=file)
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
        except UnicodeDecodeError as error:
            line = undecodable_line(path)
            raise CommandError(f"{path} is not UTF-8 ({error.reason} in line {line}). Save it as UTF-8.") from error
        except BadClaims as error:
            shown = [f"{path}, {problem}" for problem in error.problems[:SHOWN]]
            more = len(error.problems) - len(shown)
            shown += [f"... and {more} more."] if more else []
            raise CommandError("Nothing was imported. Fix these lines:\n" + "\n".join(shown)) from error
        self.stdout.write(f"Gold items imported: {found.created}. Already in the project: {found.known}.")
