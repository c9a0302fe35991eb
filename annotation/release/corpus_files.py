"""Write corpus/: the pages that released evidence and operations name, as FEVEROUS' page database, as JSONL, and as a
table of what can be cited or is context, with its words."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from annotation.projects.models import Project
from annotation.release.feverous import BatchRead, Row
from annotation.release.formats.schema import PAGES, schema_of
from annotation.release.formats.table_files import ParquetFile
from annotation.release.logs import WHOLES
from annotation.release.summary import Progress, ReleaseError
from annotation.vocabulary.evidence_kinds import EvidenceKinds
from corpus.batching import batched
from corpus.exporting import write_database, write_lines
from corpus.fever import exporting as fever
from corpus.models import Corpus, StoredPage
from corpus.page.content_hash import element_words
from corpus.page.page_json import page_from_stored
from corpus.store import iter_imported, iter_redirects

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
    """corpus.db, pages.jsonl and pages.parquet of these pages, or of all; returns how many.

    Raises OSError and ReleaseError.
    """
    (folder / "corpus").mkdir()
    total = 2 * (corpus.pages.count() if titles is None else len(titles))
    try:
        written = write_database(folder / "corpus/corpus.db", _texts(_pages(corpus, titles), progress, 0, total))
    except sqlite3.Error as error:  # SQLite's way to say that the disk is full
        raise ReleaseError(_("The corpus cannot be written: %(problem)s.") % {"problem": error}) from error
    with ParquetFile(folder / "corpus/pages.parquet", schema_of(PAGES)) as table:
        pages = _also_in(table, _pages(corpus, titles))
        write_lines(folder / "corpus/pages.jsonl", _texts(pages, progress, total // 2, total))
    return written


def write_fever_pages(folder: Path, project: Project, titles: Collection[str] | None) -> None:
    """fever/wiki-pages/ and fever/fever.db: these pages, or all, as FEVER's, for a project whose evidence is sentences.

    Of pages that are not FEVER's the introduction is written, or every sentence where those are evidence too. Raises
    OSError and ReleaseError.
    """
    if project.evidence_kinds == EvidenceKinds.ALL:
        return
    is_whole, corpus = project.evidence_kinds == EvidenceKinds.SENTENCES, project.corpus
    named = iter_redirects(corpus)
    redirects = (one for one in named if titles is None or one.target in titles)
    fever.write_folder(folder / "fever/wiki-pages", _fever_pages(corpus, titles), redirects, whole=is_whole)
    try:
        fever.write_database(folder / "fever/fever.db", _fever_pages(corpus, titles), whole=is_whole)
    except sqlite3.Error as error:
        raise ReleaseError(_("The corpus cannot be written: %(problem)s.") % {"problem": error}) from error


def _fever_pages(corpus: Corpus, titles: Collection[str] | None) -> Iterator[fever.Stored]:
    if titles is None:
        yield from map(fever.Stored._make, iter_imported(corpus))
        return
    pages, ordered = StoredPage.objects.filter(corpus=corpus), sorted(titles)
    for start in range(0, len(ordered), PAGES_AT_ONCE):
        some = pages.filter(title__in=ordered[start : start + PAGES_AT_ONCE]).order_by()
        rows = some.values_list("title", "data", "formatting")
        yield from map(fever.Stored._make, sorted(rows, key=itemgetter(0)))


class StoredRow(NamedTuple):
    """A page as it is stored."""

    title: str
    data: str
    revision: int | None
    timestamp: datetime | None


def _pages(corpus: Corpus, titles: Collection[str] | None) -> Iterator[StoredRow]:
    pages = StoredPage.objects.filter(corpus=corpus)
    if titles is None:
        yield from _all_pages(pages)
        return
    ordered = sorted(titles)
    for start in range(0, len(ordered), PAGES_AT_ONCE):
        some = pages.filter(title__in=ordered[start : start + PAGES_AT_ONCE]).order_by()
        yield from sorted(map(StoredRow._make, some.values_list(*StoredRow._fields)))


def _all_pages(pages: QuerySet[StoredPage]) -> Iterator[StoredRow]:
    """In the order of their keys, some at a time: behind a pooler one statement for all would come in one piece."""
    last = 0
    while True:
        some = pages.filter(pk__gt=last).order_by("pk").values_list("pk", *StoredRow._fields)
        rows = list(some[:PAGES_AT_ONCE])
        if not rows:
            return
        last = rows[-1][0]
        yield from (StoredRow._make(row[1:]) for row in rows)


def _also_in(table: ParquetFile, pages: Iterable[StoredRow]) -> Iterator[StoredRow]:
    """The pages as they go by, each written to the table, too."""
    for some in batched(pages, PAGES_AT_ONCE):
        table.add([_row(page) for page in some])
        yield from some


def _row(page: StoredRow) -> dict[str, Any]:
    words = element_words(page_from_stored(json.loads(page.data)), without=WHOLES)
    return {
        "title": page.title,
        "revision": page.revision,
        "timestamp": page.timestamp.isoformat(timespec="seconds") if page.timestamp else None,
        "elements": [{"element": element, "kind": kind.value, "text": text} for element, (kind, text) in words.items()],
    }


def _texts(pages: Iterable[StoredRow], progress: Progress, before: int, total: int) -> Iterator[tuple[str, str]]:
    step = _("Writing the pages")
    for number, page in enumerate(pages):
        if number % PAGES_AT_ONCE == 0:
            progress(step, before + number, total)
        yield page.title, page.data
