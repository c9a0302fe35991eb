"""The only writer of citations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import connection, transaction

from corpus.citations.record import Citation
from corpus.citations.rows import COLUMNS, Row, rows_of
from corpus.models import Corpus, StoredCitation, StoredPage

_EMPTY = {"passage": "", "missing": "[]", "support": "[]", "checked_with": ""}  # what a check will fill in
_NAMES = ", ".join(f'"{name}"' for name in ("corpus_id", "page_id", *COLUMNS, *_EMPTY))
_INSERT = (
    f"INSERT INTO {StoredCitation._meta.db_table} ({_NAMES}) "  # nosec B608 # our own names
    f"VALUES ({', '.join(['%s'] * (2 + len(COLUMNS) + len(_EMPTY)))})"
)


def save_citations(page: StoredPage, citations: Sequence[Citation]) -> None:
    """Store the citations of a page in place of those it had, whatever was found out about these."""
    with transaction.atomic():
        _replace(page.corpus_id, {page.pk: rows_of(citations)})


def save_rows_of(corpus: Corpus, rows: Mapping[str, Sequence[Row]]) -> None:
    """`save_citations` for many pages by their titles; all are in the corpus. Run it in a transaction."""
    if not rows:
        return
    keys = StoredPage.objects.filter(corpus=corpus, title__in=rows).order_by("pk").values_list("pk", "title")
    _replace(corpus.pk, {key: rows[title] for key, title in keys})


def _replace(corpus: int, rows: Mapping[int, Sequence[Row]]) -> None:
    StoredCitation.objects.filter(page__in=rows).delete()
    values = [(corpus, page, *row, *_EMPTY.values()) for page, found in rows.items() for row in found]
    if values:
        with connection.cursor() as cursor:  # as SQL: half the time of making a model for each
            cursor.executemany(_INSERT, values)
