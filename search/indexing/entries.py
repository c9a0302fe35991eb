"""Make what the index takes of stored pages. Imports no Django: worker processes do this."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from corpus.fever.readable import readable
from corpus.page.page_json import page_from_stored
from search.backend import Entry
from search.documents import IndexDocument, document
from search.provenance import Provenance
from search.titles.key_forms import KeyRow, key_row, page_keys, redirect_keys


class WebRow(NamedTuple):
    """What is stored of a web page beside its text, as far as a search can be kept to it."""

    address: str
    country: str
    earliest: date | None
    collection: str


class PageRow(NamedTuple):
    """A stored page: its JSON text, its categories, and what leads to it.

    `names` are those that redirect to it, `keyed` (name, links) of the redirects by which it is suggested. The text of
    a page that `is_tokenised` is indexed, and shown in snippets, as people read it. `web` is known of web pages.
    """

    title: str
    data: str
    categories: list[str]
    names: list[str]
    keyed: list[tuple[str, int]]
    links_in: int
    is_tokenised: bool = False
    web: WebRow | None = None


@dataclass(frozen=True, slots=True)
class MakeEntries:
    """Turn rows into entries of an engine's index and into title keys; picklable."""

    entry: Callable[[IndexDocument], Entry]

    def __call__(self, rows: list[PageRow]) -> tuple[list[Entry], list[KeyRow]]:
        return [self.entry(index_document(row)) for row in rows], [key for row in rows for key in title_keys(row)]


def index_document(row: PageRow) -> IndexDocument:
    """The document of a stored page."""
    found = document(page_from_stored(json.loads(row.data)), row.names, row.categories, row.links_in)
    if row.web is not None:
        return replace(found, provenance=_provenance(row.web))
    if not row.is_tokenised:
        return found
    passages = (replace(each, parts=tuple(map(readable, each.parts))) for each in found.passages)
    return replace(found, passages=tuple(passages))


def _provenance(web: WebRow) -> Provenance:
    from corpus.web.addresses import hosts  # a build for a wiki has no use for its list of suffixes

    return Provenance(tuple(hosts(web.address)), web.country, web.earliest, web.collection)


def title_keys(row: PageRow) -> list[KeyRow]:
    """The keys by which a page is suggested: those of its title, then those of its redirects."""
    found = [*page_keys(row.title, row.links_in)]
    for name, links in row.keyed:
        found += redirect_keys(name, row.title, links)
    return [key_row(candidate, place) for candidate, place in found]
