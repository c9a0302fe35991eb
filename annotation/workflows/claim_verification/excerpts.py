"""Elements as people read them, with their context: evidence cards in the workspace and on the manager's pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict
from unicodedata import normalize

from corpus.context import context_ids
from corpus.element_id import BadElementId, is_citable, parse
from corpus.elements import UnknownElement
from corpus.excerpt import excerpt
from corpus.models import Corpus
from corpus.store import PageNotFound, get_page


class ExcerptJson(TypedDict):
    """One element in words. `context` is empty for what cannot be cited."""

    id: str
    page: str
    kind: str
    sections: list[str]
    row_headers: list[str]
    column_headers: list[str]
    text: str
    caption: str | None
    context: list[str]


def excerpts(corpus: Corpus, element_ids: Iterable[str]) -> tuple[list[ExcerptJson], list[str]]:
    """The excerpts of those that the corpus has, in the order asked for, and the ids of those it has not."""
    found: list[ExcerptJson] = []
    unknown: list[str] = []
    for element_id in element_ids:
        try:
            found.append(_excerpt(corpus, normalize("NFD", element_id)))
        except (BadElementId, PageNotFound, UnknownElement):
            unknown.append(element_id)
    return found, unknown


def _excerpt(corpus: Corpus, element_id: str) -> ExcerptJson:
    wanted = parse(element_id)
    page = get_page(corpus, wanted.page)
    words = excerpt(page, element_id)
    return {
        "id": words.id,
        "page": words.page,
        "kind": words.kind.value,
        "sections": list(words.sections),
        "row_headers": list(words.row_headers),
        "column_headers": list(words.column_headers),
        "text": words.text,
        "caption": words.caption,
        "context": context_ids(page, element_id) if is_citable(wanted) else [],
    }
