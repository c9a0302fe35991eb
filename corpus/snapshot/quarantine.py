"""Write the list of failed pages as a file for people; the database holds the authoritative list."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings

from corpus.models import ImportFailure, ImportRun


def quarantine_file(slug: str) -> Path:
    """Path of the list of a corpus's failed pages, one JSON object a line."""
    return Path(settings.ATTEST_DATA_DIR) / "quarantine" / f"{slug}.jsonl"


def write_quarantine(run: ImportRun) -> None:
    """The file anew from the database, or no file where nothing failed: an import may have ended between the two."""
    path = quarantine_file(run.corpus.slug)
    path.unlink(missing_ok=True)
    append_quarantine(run, ImportFailure.objects.filter(run=run).order_by("pk").iterator())


def append_quarantine(run: ImportRun, failures: Iterable[ImportFailure]) -> None:
    """Add pages to the list; the file is made with the first of them."""
    path = quarantine_file(run.corpus.slug)
    lines = [f"{json.dumps(failure_row(failure), ensure_ascii=False)}\n" for failure in failures]
    if lines:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.writelines(lines)


def failure_row(failure: ImportFailure) -> dict[str, str]:
    """Description of a failed page."""
    return {"title": failure.title, "place": failure.place, "reason": failure.reason, "remedy": failure.remedy}
