"""Manifest of the indexed names: after an import, only what changed is indexed again.

One row a page, with its content hash and categories, and one a redirect, with its target. Rows are compared and
copied inside the database, by ranges of the primary key: a million of them take seconds, and no memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db import connection, models

from corpus.batching import batched
from corpus.models import Corpus, Redirect, StoredPage
from search.models import IndexedName

REDIRECT = "> "  # before the target: no content hash begins so
NAMES_PER_QUERY = 500
ROWS_AT_ONCE = 5_000  # of a transaction
_INDEXED = IndexedName._meta.db_table


@dataclass(frozen=True, slots=True)
class Change:
    """Name whose page or redirect differs from what was indexed; None where there was or is none."""

    name: str
    before: str | None
    now: str | None

    @property
    def targets(self) -> set[str]:
        """Targets of the name as a redirect, before and now."""
        return {text.removeprefix(REDIRECT) for text in (self.before, self.now) if text and text.startswith(REDIRECT)}


def record_names(corpus: Corpus, generation: int) -> None:
    """Record the current corpus, so many rows a transaction. Call it before reading the pages, so that changes
    meanwhile are seen."""
    for model in (StoredPage, Redirect):
        for first, last in _ranges(model, corpus):
            with connection.cursor() as cursor:
                cursor.execute(
                    f"INSERT INTO {_INDEXED} (corpus_id, generation, name, content) "  # nosec B608 # our own names
                    f"SELECT corpus_id, %s, title, {_content(model)} FROM {model._meta.db_table} "
                    f"WHERE corpus_id = %s AND id BETWEEN %s AND %s",
                    [generation, corpus.pk, first, last],
                )


def changes(corpus: Corpus, generation: int) -> Iterator[Change]:
    """Yield every page and redirect that was added, changed or removed since it was recorded."""
    for model in (StoredPage, Redirect):
        for first, last in _ranges(model, corpus):
            yield from _added_or_changed(model, corpus, generation, first, last)
        for first_name, last_name in _name_ranges(corpus, generation):
            yield from _removed(model, corpus, generation, first_name, last_name)


def _added_or_changed(
    model: type[StoredPage] | type[Redirect], corpus: Corpus, generation: int, first: int, last: int
) -> Iterator[Change]:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT now.title, was.content, {_content(model, 'now.')} FROM {model._meta.db_table} now "  # nosec B608 # our own names
            f"LEFT JOIN {_INDEXED} was ON was.corpus_id = now.corpus_id AND was.generation = %s "
            f"AND was.name = now.title AND was.content {_likeness(model)} '> %%' "
            f"WHERE now.corpus_id = %s AND now.id BETWEEN %s AND %s "
            f"AND (was.content IS NULL OR was.content <> {_content(model, 'now.')})",
            [generation, corpus.pk, first, last],
        )
        yield from (Change(*row) for row in cursor.fetchall())


def _removed(
    model: type[StoredPage] | type[Redirect], corpus: Corpus, generation: int, first: str, last: str
) -> Iterator[Change]:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT was.name, was.content FROM {_INDEXED} was LEFT JOIN {model._meta.db_table} now "  # nosec B608 # our own names
            f"ON now.corpus_id = was.corpus_id AND now.title = was.name "
            f"WHERE was.corpus_id = %s AND was.generation = %s AND was.name BETWEEN %s AND %s "
            f"AND was.content {_likeness(model)} '> %%' AND now.id IS NULL",
            [corpus.pk, generation, first, last],
        )
        yield from (Change(name, content, None) for name, content in cursor.fetchall())


def _ranges(model: type[StoredPage | Redirect], corpus: Corpus) -> Iterator[tuple[int, int]]:
    """Yield the first and last primary key of every ROWS_AT_ONCE rows of the corpus."""
    keys = model._default_manager.filter(corpus=corpus).order_by("pk").values_list("pk", flat=True)
    last = 0
    while found := list(keys.filter(pk__gt=last)[:ROWS_AT_ONCE]):
        last = found[-1]
        yield found[0], last


def mark_indexed(corpus: Corpus, generation: int, changed: Iterable[Change]) -> None:
    """Record that these changes are indexed."""
    rows = IndexedName.objects.filter(corpus=corpus, generation=generation)
    for batch in batched(changed, NAMES_PER_QUERY):
        before = models.Q(pk__in=[])
        for change in batch:
            if change.before is not None:
                before |= models.Q(name=change.name, content=change.before)
        rows.filter(before).delete()
        IndexedName.objects.bulk_create(
            IndexedName(corpus=corpus, generation=generation, name=change.name, content=change.now)
            for change in batch
            if change.now is not None
        )


def _name_ranges(corpus: Corpus, generation: int) -> Iterator[tuple[str, str]]:
    """Yield the first and last of every ROWS_AT_ONCE names; their index has no primary keys in order."""
    names = IndexedName.objects.filter(corpus=corpus, generation=generation).order_by("name")
    after = names
    while found := list(after.values_list("name", flat=True)[:ROWS_AT_ONCE]):
        yield found[0], found[-1]
        after = names.filter(name__gt=found[-1])


def _likeness(model: type[StoredPage] | type[Redirect]) -> str:
    return "LIKE" if model is Redirect else "NOT LIKE"


def _content(model: type[StoredPage] | type[Redirect], table: str = "") -> str:
    """SQL expression to compare: the hash of a page with its categories, which the hash does not cover."""
    if model is Redirect:
        return f"'{REDIRECT}' || {table}target"
    return f"{table}content_hash || CAST({table}categories AS text)"
