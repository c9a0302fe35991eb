"""Long work in the background, where a broker is configured. The functions are `search.indexing.build`'s own."""

from __future__ import annotations

from celery import shared_task

from corpus.models import Corpus
from search.indexing.build import build_index


@shared_task  # type: ignore[untyped-decorator]
def rebuild_index(corpus_id: int) -> int:
    """Build the corpus's index if it is behind; returns the number of pages in it."""
    return build_index(Corpus.objects.get(pk=corpus_id)).pages
