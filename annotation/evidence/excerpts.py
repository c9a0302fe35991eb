"""Excerpts of elements with their context, for evidence cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypedDict
from unicodedata import normalize

from corpus.fever.readable import readable
from corpus.models import Corpus
from corpus.page.context import CellContext, all_contexts, cell_contexts, context_ids
from corpus.page.element_id import BadElementId, is_citable, parse
from corpus.page.elements import Page, Table, UnknownElement
from corpus.page.excerpt import excerpt
from corpus.page.neighbours import neighbours
from corpus.page.offered_context import offered_contexts, offered_ids
from corpus.store import PageNotFound, get_page, tokenised


class ExcerptJson(TypedDict):
    """Text of one element. `context` and `offered` are empty for an element that cannot be cited.

    `offered`: what a person may add to its context (`corpus.page.offered_context`). `before`, `after`: the sentences
    beside a sentence; null where there is none.
    """

    id: str
    page: str
    kind: str
    sections: list[str]
    row_headers: list[str]
    column_headers: list[str]
    text: str
    caption: str | None
    context: list[str]
    offered: list[str]
    before: str | None
    after: str | None


FEW = 3  # up to so many elements of a page, computing all contexts of the page does not pay


def excerpts(corpus: Corpus, element_ids: Iterable[str]) -> tuple[list[ExcerptJson], list[str]]:
    """Return the excerpts of these elements in their order, and the ids that the corpus does not have."""
    wanted = list(element_ids)
    asked = Counter(map(_page_of, wanted))
    reading = _Reading(corpus, asked, tokenised(corpus.pk, filter(None, asked)))
    found: list[ExcerptJson] = []
    unknown: list[str] = []
    for element_id in wanted:
        try:
            found.append(reading.excerpt(normalize("NFD", element_id)))
        except (BadElementId, PageNotFound, UnknownElement):
            unknown.append(element_id)
    return found, unknown


def _page_of(element_id: str) -> str | None:
    try:
        return parse(normalize("NFD", element_id)).page
    except BadElementId:
        return None


class _Reading:
    """Cache of table headers and contexts for the elements of one request."""

    def __init__(self, corpus: Corpus, asked: Counter[str | None], tokens: set[str]) -> None:
        self.corpus, self.asked, self.tokens = corpus, asked, tokens
        self.headers: dict[tuple[str, str], Mapping[str, CellContext]] = {}
        self.contexts: dict[str, dict[str, list[str]]] = {}
        self.offers: dict[str, dict[str, list[str]]] = {}

    def excerpt(self, element_id: str) -> ExcerptJson:
        """Raises BadElementId, PageNotFound, UnknownElement."""
        wanted = parse(element_id)
        page = get_page(self.corpus, wanted.page)
        words = excerpt(page, element_id, lambda table: self._headers(page, table))
        beside = neighbours(page, element_id)
        return {
            "id": words.id,
            "page": words.page,
            "kind": words.kind.value,
            "sections": list(words.sections),
            "row_headers": list(words.row_headers),
            "column_headers": list(words.column_headers),
            "text": readable(words.text) if page.title in self.tokens else words.text,
            "caption": words.caption,
            "context": self._context(page, element_id) if is_citable(wanted) else [],
            "offered": self._offered(page, element_id) if is_citable(wanted) else [],
            "before": beside.before,
            "after": beside.after,
        }

    def _headers(self, page: Page, table: Table) -> Mapping[str, CellContext]:
        key = (page.title, table.id)
        if key not in self.headers:
            self.headers[key] = cell_contexts(table)
        return self.headers[key]

    def _context(self, page: Page, element_id: str) -> list[str]:
        if self.asked[page.title] <= FEW:
            return context_ids(page, element_id)
        if page.title not in self.contexts:
            self.contexts[page.title] = all_contexts(page)
        return self.contexts[page.title][element_id]

    def _offered(self, page: Page, element_id: str) -> list[str]:
        if self.asked[page.title] <= FEW:
            return offered_ids(page, element_id)
        if page.title not in self.offers:
            self.offers[page.title] = offered_contexts(page)
        return self.offers[page.title].get(element_id, [])
