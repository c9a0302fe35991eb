"""The door of this room: what the HTTP API, the pages and the models that suggest evidence call."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from corpus.models import Corpus
from search.backend import IndexMissing, SearchBackend, get_backend
from search.hits import Results
from search.models import IndexState
from search.query import any_word, parse
from search.state import IndexReport, index_state
from search.suggest import suggest

__all__ = ["IndexMissing", "IndexReport", "index_state", "search", "search_in", "suggest"]

DEEPEST = 10_000  # hits that can be paged through; nobody reads so far, and engines sort all before it
MOST_PER_PAGE = 100


def search(corpus: Corpus, query: str, page: int = 1, per_page: int = 20) -> Results:
    """A page (from 1) of the corpus's pages with these words, best first; see `search.query` for operators.

    Never raises for what was typed: the note says how it was understood. Raises IndexMissing.
    """
    if not IndexState.objects.filter(corpus=corpus).exists():
        # an index of an earlier corpus of the same name may still lie there
        raise IndexMissing(corpus.slug, "This corpus has no search index yet.")
    return search_in(get_backend(corpus), query, page, per_page)


def search_in(backend: SearchBackend, query: str, page: int = 1, per_page: int = 20) -> Results:
    """`search` in any engine. When no page has all words, pages with some of them, and a note that says so."""
    parsed = parse(query)
    if not parsed.clauses:
        return Results((), 0, parsed.note)
    limit = min(max(per_page, 1), MOST_PER_PAGE)
    offset = min((max(page, 1) - 1) * limit, DEEPEST)
    found = backend.search(parsed, offset, limit)
    note = parsed.note
    wider = any_word(parsed) if found.total == 0 else None
    if wider is not None:
        found = backend.search(wider, offset, limit)
        if found.total:
            note = f"{note} {_('No page has all of these words; these have some of them.')}".strip()
    return replace(found, hits=() if offset >= DEEPEST else found.hits, note=note)
