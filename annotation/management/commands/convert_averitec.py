"""Write a file of AVeriTeC in another of its shapes: what each scorer reads, the array of the data set, or CSV."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.averitec.submissions import Shape, shape_of
from annotation.release.formats.averitec import COLUMNS, answer_rows, submission_lines, write_array
from annotation.release.formats.csv_file import CsvFile
from annotation.release.formats.files import Files
from annotation.release.importing.parsed import NoDataSet
from annotation.release.importing.task_lines import task_lines

ARRAY, CSV = "array", "csv"


class Command(BaseCommand):
    help = (
        "Write rows of AVeriTeC in another shape: paper, task2024 or evalai (JSON lines of predictions, as each of the "
        "official scorers reads them), array (the JSON array of the data set) or csv (a row an answer)."
    )
    requires_system_checks = ()  # a file is read and a file is written, nothing else

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "source", type=Path, metavar="FILE", help="rows of the data set, or predictions in any shape"
        )
        parser.add_argument("target", type=Path, metavar="OUT", help="a new file")
        parser.add_argument("--to", choices=[*Shape, ARRAY, CSV], required=True, help="shape of OUT")

    def handle(self, *args: Any, **options: Any) -> None:
        source, target, shape = options["source"], options["target"], options["to"]
        if target.exists():
            raise CommandError(f"{target} exists. Name a new file, or remove it.")
        try:
            rows = list(_rows(source))
            with Files(target.parent) as files:
                if shape == CSV:
                    CsvFile(files, target.name, COLUMNS).add(list(answer_rows(rows)))
                elif shape == ARRAY:
                    write_array(files.text(target.name), rows)
                else:
                    files.text(target.name).writelines(submission_lines(rows, Shape(shape)))
        except NoDataSet as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error.filename or source} cannot be read or written: {error.strerror}.") from error
        self.stdout.write(f"{target}: {len(rows):,} claims.")


def _rows(source: Path) -> Iterator[dict[str, Any]]:
    """The rows of a file. Raises CommandError, which names the one that has no evidence in any known shape."""
    for line in task_lines(source):
        if line.problem:
            raise CommandError(f"{line.place}: {line.problem}")
        if shape_of(line.row) is None:
            raise CommandError(f"{line.place}: neither questions nor evidence; is this a file of AVeriTeC?")
        try:
            list(submission_lines([line.row], Shape.EVALAI))
        except (KeyError, TypeError, AttributeError) as error:
            raise CommandError(f"{line.place}: questions or evidence: {error!s}; want texts in the fields that "
                               "docs/researchers.md names.") from error  # fmt: skip
        yield line.row
