"""Write corpus/: the pages that released evidence and operations name, as FEVEROUS' page database and as JSONL."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from pathlib import Path

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from annotation.release.feverous import BatchRead, Row
from annotation.release.summary import Progress, ReleaseError
from corpus.exporting import write_database, write_lines
from corpus.models import Corpus, StoredPage

PAGES_AT_ONCE = 200


class NamedPages:
    """The titles that released rows name, as the rows go by."""

    def __init__(self) -> None:
        self.titles: set[str] = set()

    def add(self, read: BatchRead, rows: dict[int, Row]) -> None:
        for row in rows.values():
            self.titles.update(piece.page_title for each in row.one.sets for piece in each)
            if row.one.log is not None and row.record.annotator_operations:
                self.titles |= read.logs.pages(row.one.log)


def write_corpus(folder: Path, corpus: Corpus, titles: Collection[str] | None, progress: Progress) -> int:
    """corpus.db and pages.jsonl of these pages, or of all; returns how many. Raises OSError and ReleaseError."""
    (folder / "corpus").mkdir()
    total = 2 * (corpus.pages.count() if titles is None else len(titles))
    try:
        written = write_database(
            folder / "corpus" / "corpus.db", _with_progress(_pages(corpus, titles), progress, 0, total)
        )
    except sqlite3.Error as error:  # SQLite's way to say that the disk is full
        raise ReleaseError(_("The corpus cannot be written: %(problem)s.") % {"problem": error}) from error
    write_lines(folder / "corpus" / "pages.jsonl", _with_progress(_pages(corpus, titles), progress, total // 2, total))
    return written


def _pages(corpus: Corpus, titles: Collection[str] | None) -> Iterator[tuple[str, str]]:
    rows: QuerySet[StoredPage, tuple[str, str]] = StoredPage.objects.filter(corpus=corpus).values_list("title", "data")
    if titles is None:
        yield from rows.order_by("pk").iterator(chunk_size=PAGES_AT_ONCE)
        return
    ordered = sorted(titles)
    for start in range(0, len(ordered), PAGES_AT_ONCE):
        yield from sorted(rows.filter(title__in=ordered[start : start + PAGES_AT_ONCE]).order_by())


def _with_progress(
    pages: Iterator[tuple[str, str]], progress: Progress, before: int, total: int
) -> Iterator[tuple[str, str]]:
    step = _("Writing the pages")
    for number, page in enumerate(pages):
        if number % PAGES_AT_ONCE == 0:
            progress(step, before + number, total)
        yield page
