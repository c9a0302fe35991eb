"""Counters of an import, stored in the database with every batch so that memory stays bounded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from django.db import connection

from corpus.characters import storable
from corpus.models import COUNT_NAME_LENGTH, ImportCount, ImportRun

# The kinds. RECORD: what became of the records read. LEFT: pages and redirects left out, by reason. DROPPED: what was
# left out of pages, by reason. TEMPLATE: templates that were not known, by name. LINK: kept, resolved, dropped.
# ELEMENT: what the corpus holds. UNTRUSTED: elements marked as untrusted, by reason (`corpus.page.elements.Untrusted`).
# TABLE: tables of rendered pages by what they are for (`corpus.html.table_roles`).
RECORD, LEFT, DROPPED, TEMPLATE, LINK, ELEMENT = "record", "left", "dropped", "template", "link", "element"
UNTRUSTED, TABLE = "untrusted", "table"

Counts = Mapping[str, Counter[str]]


def add_counts(run: ImportRun, counts: Counts) -> None:
    """Add to what has been counted, by kind and name."""
    rows = [
        (run.pk, kind, name, count)
        for kind, names in counts.items()
        for name, count in sorted(_storable(names).items())
        if count
    ]
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO corpus_importcount (run_id, kind, name, count) VALUES (%s, %s, %s, %s) "
            "ON CONFLICT (run_id, kind, name) DO UPDATE SET count = corpus_importcount.count + excluded.count",
            rows,
        )


def counted(run: ImportRun, kind: str, most: int | None = None) -> dict[str, int]:
    """Name to count, the most frequent first."""
    rows = ImportCount.objects.filter(run=run, kind=kind).order_by("-count", "name").values_list("name", "count")
    return dict(rows[:most])


def kinds_and_total(run: ImportRun, kind: str) -> tuple[int, int]:
    """Number of names of a kind, and the sum of their counts."""
    counts = list(ImportCount.objects.filter(run=run, kind=kind).values_list("count", flat=True))
    return len(counts), sum(counts)


def _storable(names: Counter[str]) -> Counter[str]:
    """Names as the column holds them: those that are cut to the same are one."""
    cut: Counter[str] = Counter()
    for name, count in names.items():
        cut[storable(name)[:COUNT_NAME_LENGTH]] += count
    return cut
