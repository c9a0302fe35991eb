"""Keep the lines of a release's files that no other table has a place for, so that the next release writes them again.

    extra/hard_negatives.jsonl, extra/other_work.jsonl, log_heads.csv, and a file of each workflow that writes rows

Log heads are those of the logs as they were made: what was imported of a log is not all of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from django.db import transaction

from annotation.projects.models import Project
from annotation.release.models import ImportedLine
from annotation.release.output_directory import LOG_HEADS, MANIFEST

HARD_NEGATIVES, OTHER_WORK = "extra/hard_negatives.jsonl", "extra/other_work.jsonl"
KEPT = (HARD_NEGATIVES, OTHER_WORK, LOG_HEADS)
AT_ONCE = 2_000


def import_lines(project: Project, folder: Path) -> None:
    """Keep the lines of the files that are there, each file whole or not at all; a file that is kept stays as it is."""
    for name in (*KEPT, *_task_files(folder)):
        path = folder / name
        if path.is_file() and not ImportedLine.objects.filter(project=project, file=name).exists():
            _keep(project, path, name)


def imported_lines(project: Project, name: str) -> Iterator[str]:
    """The kept lines of a file, each with its line feed."""
    rows = ImportedLine.objects.filter(project=project, file=name).order_by("position")
    for text in rows.values_list("text", flat=True).iterator(chunk_size=AT_ONCE):
        yield text + "\n"


@transaction.atomic
def _keep(project: Project, path: Path, name: str) -> None:
    with path.open(encoding="utf-8", newline="\n") as file:
        lines = (line.rstrip("\r\n") for line in file)
        if path.suffix == ".csv":
            next(lines, None)  # the header
        rows = (
            ImportedLine(project=project, file=name, position=position, text=text)
            for position, text in enumerate(filter(str.strip, lines))
        )
        ImportedLine.objects.bulk_create(rows, batch_size=AT_ONCE)


def _task_files(folder: Path) -> list[str]:
    """The files of workflows that write rows of their own, as the manifest names them."""
    try:
        tasks = json.loads((folder / MANIFEST).read_text(encoding="utf-8")).get("tasks")
    except (OSError, ValueError, AttributeError):
        return []
    return [f"{slug}.jsonl" for slug in tasks if "/" not in slug] if isinstance(tasks, dict) else []
