"""Delete a corpus with everything that belongs to it, so many rows a transaction. It can be interrupted anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.db.models import CASCADE, PROTECT, ManyToOneRel, Model, ProtectedError, QuerySet

from corpus.bulk_writing import rare_checkpoints
from corpus.models import Corpus, ImportRun, Phase
from corpus.snapshot import wiki_templates
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
    wiki_templates.discard(run)
    with rare_checkpoints():
        for rows in _belonging(corpus, run):
            while keys := list(rows.values_list("pk", flat=True)[:ROWS_AT_ONCE]):
                rows.model._default_manager.filter(pk__in=keys).delete()
    try:
        corpus.delete()
    except ProtectedError as error:
        raise _refused(slug) from error
    quarantine_file(slug).unlink(missing_ok=True)


@transaction.atomic
def _mark(corpus: Corpus) -> ImportRun:
    Corpus.objects.select_for_update().get(pk=corpus.pk)
    if any(rows.exists() for rows in _related(corpus, PROTECT)):
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
