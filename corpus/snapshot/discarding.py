"""Delete a corpus with everything that belongs to it, so many rows a transaction. It can be interrupted anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.db import transaction
from django.db.models import CASCADE, PROTECT, ManyToOneRel, Model, ProtectedError, QuerySet

from corpus.bulk_writing import rare_checkpoints
from corpus.models import Corpus, ImportRun, Phase
from corpus.snapshot import wiki_templates
from corpus.snapshot.manifest import manifest_file
from corpus.snapshot.quarantine import quarantine_file
from corpus.snapshot.runs import ImportRefused

ROWS_AT_ONCE = 500


def discard(slug: str) -> None:
    """Delete the corpus of this name, if there is one, or what an interrupted deletion left of it.

    First it is marked, so that nobody takes what is left for a corpus. Raises ImportRefused when a project is about it.
    """
    corpus = Corpus.objects.filter(slug=slug).first()
    if corpus is None:
        return
    run = _mark(corpus)
    _delete_rows(corpus, run)
    try:
        corpus.delete()
    except ProtectedError as error:
        raise _refused(slug) from error
    quarantine_file(slug).unlink(missing_ok=True)


def clear(corpus: Corpus, progress: Callable[[int], None] = lambda _deleted: None) -> None:
    """Delete everything in a corpus but its row, so that it can be imported again.

    `progress` is given the number of rows deleted so far. The caller has checked that no work points at its pages.
    """
    run = _mark(corpus, is_kept=True)
    _delete_rows(corpus, run, progress)
    run.delete()
    quarantine_file(corpus.slug).unlink(missing_ok=True)
    manifest_file(corpus.slug).unlink(missing_ok=True)


def is_used(corpus: Corpus) -> bool:
    """Return whether something keeps the corpus from being deleted: a project."""
    return any(rows.exists() for rows in _related(corpus, PROTECT))


def _delete_rows(corpus: Corpus, run: ImportRun, progress: Callable[[int], None] = lambda _deleted: None) -> None:
    wiki_templates.discard(run)
    deleted = 0
    with rare_checkpoints():
        for rows in _belonging(corpus, run):
            while keys := list(rows.values_list("pk", flat=True)[:ROWS_AT_ONCE]):
                rows.model._default_manager.filter(pk__in=keys).delete()
                deleted += len(keys)
                progress(deleted)


@transaction.atomic
def _mark(corpus: Corpus, *, is_kept: bool = False) -> ImportRun:
    Corpus.objects.select_for_update().get(pk=corpus.pk)
    if not is_kept and is_used(corpus):
        raise _refused(corpus.slug)
    unknown: dict[str, Any] = {"sources": [], "settings": {}, "software": {}}
    marked = {"phase": Phase.DISCARDING, "finished_at": None}
    run, _ = ImportRun.objects.update_or_create(corpus=corpus, defaults=marked, create_defaults={**unknown, **marked})
    return run


def _refused(slug: str) -> ImportRefused:
    return ImportRefused(
        f"Corpus {slug} belongs to a project, whose evidence points at its pages: it is not replaced. "
        "Give the new one another name with --corpus."
    )


def _belonging(corpus: Corpus, run: ImportRun) -> Iterator[QuerySet[Model]]:
    """Yield the rows that go with the corpus, but the record of its import, which goes last."""
    yield from _related(run, CASCADE)
    yield from (rows for rows in _related(corpus, CASCADE) if rows.model is not ImportRun)


def _related(row: Model, on_delete: object) -> Iterator[QuerySet[Model]]:
    """Yield the rows of every table that point at a row, by what its deletion does to them."""
    for relation in row._meta.get_fields(include_hidden=True):
        if isinstance(relation, ManyToOneRel) and relation.on_delete is on_delete:
            model: type[Model] = relation.related_model
            yield model._default_manager.filter(**{relation.field.name: row})
