"""Public API of search: suggestions, full-text search, ranked retrieval and the state of the index."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from corpus.models import Corpus
from observation.metrics import SEARCH_SECONDS
from search.backend import EngineUnavailable, IndexMissing, SearchBackend
from search.elastic.deadline import all_within
from search.engines import get_backend
from search.hits import Results, ScoredHit
from search.indexing.job import rebuilding
from search.indexing.state import IndexReport, index_state
from search.models import IndexState
from search.provenance import Restriction
from search.query.ast import Query
from search.query.parser import parse
from search.query.redirects import with_redirects
from search.query.relaxation import any_word
from search.retrieval import Unit, retrieve_in
from search.spelling import FEW_PAGES, corrected, correction, rewritten
from search.titles.suggest import suggest as suggest_titles

__all__ = ["IndexMissing", "IndexReport", "frequencies_of", "index_state", "retrieve", "search", "search_in", "suggest"]

suggest = SEARCH_SECONDS.labels("suggest").time()(suggest_titles)
DEEPEST = 10_000  # hits that can be paged through; nobody reads so far, and engines sort all before it
MOST_PER_PAGE = 100
LONGEST = 1.9  # seconds that a server may take for one search, all requests together


def search(corpus: Corpus, query: str, page: int = 1, per_page: int = 20) -> Results:
    """Return one page (from 1) of the matching pages, best first; `search.query.parser` documents the query syntax.

    Never raises for the query itself: `note` says how it was interpreted. Raises IndexMissing.
    """
    backend = backend_of(corpus)
    try:
        with SEARCH_SECONDS.labels("search").time():
            return search_in(backend, query, page, per_page, corpus)
    except IndexMissing as missing:
        raise rebuilding(corpus, missing) from missing


def retrieve(
    corpus: Corpus,
    text: str,
    limit: int,
    unit: Unit = "page",
    titles: Collection[str] | None = None,
    restriction: Restriction | None = None,
) -> tuple[ScoredHit, ...]:
    """Retrieve pages, introductions or citable elements that contain any word of the text, best first.

    For programs: the text is a claim, no query, and has no operators. `titles` restricts to these pages; elements are
    ranked in the best pages when there are none. `restriction` keeps the search to web pages that meet it. Raises
    IndexMissing.
    """
    try:
        return retrieve_in(corpus, backend_of(corpus), text, limit, unit, titles, restriction)
    except IndexMissing as missing:
        raise rebuilding(corpus, missing) from missing


def frequencies_of(corpus: Corpus, words: Collection[str]) -> tuple[int, Mapping[str, int]]:
    """Return the number of pages, and per folded word the number that contain it. Raises IndexMissing."""
    return backend_of(corpus).frequencies(words)


def backend_of(corpus: Corpus) -> SearchBackend:
    """Return the engine with the index of this corpus. Raises IndexMissing if it was never built."""
    if not IndexState.objects.filter(corpus=corpus).exists():
        # an index of an earlier corpus of the same name may still lie there
        raise IndexMissing(corpus.slug, _("This corpus has no search index yet."))
    return get_backend(corpus)


def search_in(
    backend: SearchBackend, query: str, page: int = 1, per_page: int = 20, corpus: Corpus | None = None
) -> Results:
    """Search in any engine. Without the corpus, `linksto:` does not resolve redirects.

    When no page has all words, they are taken for mistyped ones; when that finds nothing either, pages with some of
    them are. The note says so.
    """
    parsed = parse(query)
    if not parsed.clauses:
        return Results((), 0, parsed.note)
    if corpus is not None:
        parsed = with_redirects(corpus, parsed)
    limit = min(max(per_page, 1), MOST_PER_PAGE)
    offset = min((max(page, 1) - 1) * limit, DEEPEST)
    with all_within(LONGEST):
        found = backend.search(parsed, offset, limit)
        if found.total < FEW_PAGES:
            try:
                found = _helped(backend, query, parsed, found, offset, limit)
            except EngineUnavailable:
                if not found.total:  # a few hits without help are an answer, none are not
                    raise
    note = " ".join(filter(None, (parsed.note, found.note)))
    return replace(found, hits=() if offset >= DEEPEST else found.hits, note=note)


def _helped(backend: SearchBackend, query: str, parsed: Query, found: Results, offset: int, limit: int) -> Results:
    """Suggest a correction for a query with few hits; without hits, search for a corrected or relaxed query."""
    meant = correction(backend, parsed, found.total)
    text = rewritten(query, meant) if meant else None
    if found.total:
        return replace(found, did_you_mean=text)
    if meant:
        note = _("No page has all of these words. These are the results for: %(query)s") % {"query": text}
        return replace(backend.search(corrected(parsed, meant), offset, limit), note=note, did_you_mean=text)
    wider = any_word(parsed)
    if wider is not None:
        found = backend.search(wider, offset, limit)
        if found.total:
            found = replace(found, note=_("No page has all of these words; these have some of them."))
    return found
