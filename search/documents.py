"""Indexed form of a page; only this module defines it.

Change SCHEMA_VERSION with it: an index built from another shape is then refused and rebuilt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from corpus.page.elements import Element, List, Page, Section, Sentence, Table
from corpus.page.links import LINK, linked_title, plain_text
from search.provenance import Provenance

SCHEMA_VERSION = 3
SEPARATOR = " | "  # between the cells of a row, in snippets


@dataclass(frozen=True, slots=True)
class Passage:
    """Sentence, list item, caption or table row. `section` is its heading, None in the introduction.

    The parts of a row are its cells; no phrase is found across them.
    """

    section: str | None
    parts: tuple[str, ...]
    is_prose: bool

    @property
    def text(self) -> str:
        """The passage as a snippet shows it."""
        return SEPARATOR.join(self.parts)

    @property
    def introduces(self) -> bool:
        """Return whether it is a sentence before the first heading."""
        return self.section is None and self.is_prose


@dataclass(frozen=True, slots=True)
class IndexDocument:
    """Searchable content of a page: plain text, in NFD, in page order.

    `links` are the names the page links to, redirects not resolved, each once. `links_in` is the number of pages that
    link to this one or to a redirect to it, when the index was built. `provenance` is known of web pages.
    """

    title: str
    redirects: tuple[str, ...]
    headings: tuple[str, ...]
    passages: tuple[Passage, ...]
    categories: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    links_in: int = 0
    provenance: Provenance | None = None

    @property
    def introduction(self) -> tuple[str, ...]:
        """The sentences before the first heading."""
        return tuple(text for passage in self.passages if passage.introduces for text in passage.parts)

    @property
    def body(self) -> tuple[str, ...]:
        """Every other part: a word is counted in the introduction or here."""
        return tuple(text for passage in self.passages if not passage.introduces for text in passage.parts)

    @property
    def size(self) -> int:
        """Characters as read."""
        return sum(len(text) for passage in self.passages for text in passage.parts)


def document(
    page: Page, redirects: Iterable[str] = (), categories: Iterable[str] = (), links_in: int = 0
) -> IndexDocument:
    """Build the document of a page from its elements, its redirects and its number of incoming links."""
    headings: list[str] = []
    passages: list[Passage] = []
    links: dict[str, None] = {}
    section: str | None = None
    for element in page.elements:
        if isinstance(element, Section):
            section = plain_text(element.value).strip() or None
            headings += [section] if section else []
            continue
        for values in texts(element):
            values = [*values]
            links.update((name, None) for value in values if "[[" in value for name in linked_names(value))
            parts = tuple(text for text in (plain_text(value).strip() for value in values) if text)
            if parts:
                passages.append(Passage(section, parts, isinstance(element, Sentence)))
    return IndexDocument(
        page.title, tuple(redirects), tuple(headings), tuple(passages), tuple(categories), tuple(links), links_in
    )


def linked_names(text: str) -> Iterator[str]:
    """Return the normalised target of every link in stored text."""
    for match in LINK.finditer(text):
        if name := linked_title(match[1]):
            yield name


def texts(element: Element) -> Iterator[Iterable[str]]:
    """Return the element's texts with links, one per table row; none for a heading."""
    if isinstance(element, Sentence):
        yield [element.text]
    elif isinstance(element, List):
        yield from ([item.value] for item in element.items)
    elif isinstance(element, Table):
        if element.caption:
            yield [element.caption]
        # a wide cell is written several times side by side under one id
        yield from ({cell.id: cell.value for cell in row}.values() for row in element.rows)
