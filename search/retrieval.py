"""Ranked retrieval for programs: pages or elements that contain any word of a claim."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from corpus.models import Corpus
from corpus.store import PageNotFound, get_page
from search.backend import SearchBackend
from search.hits import ScoredHit
from search.provenance import Restriction
from search.ranking import all_words, informative_words, rank_elements

Unit = Literal["page", "introduction", "element"]

MOST_WORDS = 60  # of a text that are looked for
PAGES_READ = 20  # whose elements are ranked, where no titles are given


def retrieve_in(
    corpus: Corpus,
    backend: SearchBackend,
    text: str,
    limit: int,
    unit: Unit = "page",
    titles: Collection[str] | None = None,
    restriction: Restriction | None = None,
) -> tuple[ScoredHit, ...]:
    """Retrieve as `search.api.retrieve` does, from a given engine."""
    words = all_words(text)[:MOST_WORDS]
    informative = informative_words(words)
    if not words or limit < 1:
        return ()
    if unit != "element":
        return backend.retrieve(informative, limit, unit, titles, restriction)
    found = backend.retrieve(informative, PAGES_READ if titles is None else len(titles), "page", titles, restriction)
    scores = {hit.title: hit.score for hit in found}
    pages = []
    for title in scores if titles is None else dict.fromkeys(titles):
        try:
            page = get_page(corpus, title)
        except PageNotFound:
            continue
        pages.append((page, scores.get(page.title, 0.0)))
    return rank_elements(pages, words, backend.frequencies(words), limit)
