"""Read pages of the corpus as documents to index."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence

from corpus.batching import batched
from corpus.models import Corpus, Redirect, StoredPage
from corpus.page_json import page_from_json
from search.documents import IndexDocument, document
from search.indexing.popularity import LinkCounts

BATCH = 200
LinksIn = Callable[[str, Sequence[str]], int]  # title, redirects to it -> pages that link to it


def count_links(corpus: Corpus) -> LinkCounts:
    """Count the links of every page: a first pass over the text, an eighth of the work of a build."""
    counts = LinkCounts()
    rows = StoredPage.objects.filter(corpus=corpus).order_by().values_list("title", "data")
    for title, data in rows.iterator(chunk_size=BATCH):
        counts.add_page(title, data)
    return counts


def documents(corpus: Corpus, links_in: LinksIn, titles: Iterable[str] | None = None) -> Iterator[IndexDocument]:
    """Yield the document of every page, or of those with these titles."""
    pages = StoredPage.objects.filter(corpus=corpus).order_by("title").defer("paragraphs", "hatnotes")
    batches = (
        batched(pages.iterator(chunk_size=BATCH), BATCH)
        if titles is None
        else (list(pages.filter(title__in=chunk)) for chunk in batched(titles, BATCH))
    )
    for batch in batches:
        redirects = _redirects(corpus, [row.title for row in batch])
        for row in batch:
            names = redirects.get(row.title, [])
            page = page_from_json(json.loads(row.data))
            yield document(page, names, row.categories, links_in(row.title, names))


def _redirects(corpus: Corpus, titles: list[str]) -> dict[str, list[str]]:
    """Map title to the names that redirect to it, in alphabetical order."""
    names: dict[str, list[str]] = {}
    rows = Redirect.objects.filter(corpus=corpus, target__in=titles).order_by("title").values_list("target", "title")
    for target, name in rows:
        names.setdefault(target, []).append(name)
    return names
