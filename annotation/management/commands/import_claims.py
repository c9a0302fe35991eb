"""Import claims into a project: plain claims, or rows of a FEVER or FEVEROUS data set."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.claims.claim_files import ClaimFormat, format_of
from annotation.claims.claim_importer import ImportResult, import_claims
from annotation.management.commands._arguments import add_project, project_of, reading
from annotation.projects.models import Project
from annotation.release.importing.patience import DatabaseBusy, patiently


class Command(BaseCommand):
    help = (
        'Import claims. A .jsonl file has one JSON object per line, {"claim": "..."}, or FEVER or FEVEROUS rows. '
        "The first line of a .csv or .tsv file names its columns: claim, and optionally label and challenge. "
        "A .txt file has one claim per line. The file is imported completely or not at all."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_project(parser)
        parser.add_argument("file", type=Path, help="in UTF-8")
        parser.add_argument("--format", choices=list(ClaimFormat), help="required if the file extension does not tell")
        parser.add_argument(
            "--first-counts",
            action="store_true",
            help="if a claim occurs again with another label, keep the first instead of rejecting the file",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        imported = claims_from_file(
            project_of(options["project"]),
            options["file"],
            written_in=options["format"] and ClaimFormat(options["format"]),
            first_counts=options["first_counts"],
        )
        again = f" Duplicates in the file: {imported.repeated}." if imported.repeated else ""
        self.stdout.write(f"Claims imported: {imported.created}. Already in the project: {imported.known}.{again}")


def claims_from_file(
    project: Project, path: Path, *, written_in: ClaimFormat | None = None, first_counts: bool = False
) -> ImportResult:
    """Import a file, as soon as no job is writing. Raises CommandError with the bad lines, the first twenty of them."""

    def imported() -> ImportResult:
        with path.open(encoding="utf-8", newline="") as file:  # CSV ends its own lines
            format_ = written_in or format_of(path.name)
            return import_claims(project=project, lines=file, written_in=format_, first_counts=first_counts)

    try:
        with reading(path):
            return patiently(imported)
    except DatabaseBusy as error:
        raise CommandError(
            "Another program was writing to the database all the time, perhaps a long job: see Jobs on the site. "
            "Nothing was imported. Run the same command again later."
        ) from error
