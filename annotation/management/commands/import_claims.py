"""Bring claims into a project: plain rows, or rows of a FEVEROUS data set."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.management.commands._arguments import add_project, project_of
from annotation.projects.models import Project
from annotation.workflows.claim_generation.claims_in import BadClaims, Imported, import_claims

SHOWN = 20


class Command(BaseCommand):
    help = 'Bring in claims, one JSON object a line: {"claim": "..."}, or FEVEROUS rows. All of the file, or nothing.'

    def add_arguments(self, parser: CommandParser) -> None:
        add_project(parser)
        parser.add_argument("file", type=Path, help="a .jsonl file in UTF-8")

    def handle(self, *args: Any, **options: Any) -> None:
        imported = claims_from_file(project_of(options["project"]), options["file"])
        self.stdout.write(f"Claims brought in: {imported.created}. There already: {imported.known}.")


def claims_from_file(project: Project, path: Path) -> Imported:
    """Import a file. Raises CommandError with the bad lines, the first twenty of them."""
    try:
        with path.open(encoding="utf-8") as file:
            return import_claims(project=project, lines=file)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is not UTF-8 ({error.reason} at byte {error.start}). Save it as UTF-8.") from error
    except BadClaims as error:
        shown = [f"{path}, {problem}" for problem in error.problems[:SHOWN]]
        more = len(error.problems) - len(shown)
        shown += [f"... and {more} more."] if more else []
        raise CommandError("Nothing was brought in.\n" + "\n".join(shown)) from error
