"""Content hashes of elements: evidence is pinned to the words that its annotator read.

It covers the element's kind and its words as they read, and nothing else:

- not its place or context: elements of one kind with the same words have the same hash, wherever they stand. What
  stands around evidence is compared by `check_evidence`;
- not its links: an import leads links elsewhere, or makes them plain text, once it knows which pages there are
  (`corpus.page.links.relinked`), and no word changes by that;
- not how it is encoded: text is hashed in NFD, runs of white space (no-break spaces too) as one space.

The words of a list are its items, those of a table its caption and rows as written, a line each, cells apart by tabs.
Stored pins depend on every byte of this: `tests/contracts/content_hashes.json` is the golden file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable, Iterator
from unicodedata import normalize

from corpus.page.context import caption_id
from corpus.page.element_id import ElementKind, full_id, local_id
from corpus.page.elements import Element, List, Page, Section, Sentence, Table, UnknownElement
from corpus.page.links import plain_text

_Lines = tuple[tuple[str, ...], ...]  # stored texts: lines of a table or list, and what stands side by side in each


def content_hash(page: Page, element_id: str) -> str:
    """sha256 (hex) of the element of this full id. Raises UnknownElement."""
    kind, lines = _found(page, element_id)
    return hash_of(kind, _words(lines))


def element_hashes(page: Page) -> dict[str, str]:
    """Full id -> sha256 (hex) of every element and part of the page, its title first, then in page order."""
    return {element_id: hash_of(kind, words) for element_id, (kind, words) in element_words(page).items()}


def element_words(
    page: Page, wanted: Container[str] | None = None, *, without: Container[ElementKind] = ()
) -> dict[str, tuple[ElementKind, str]]:
    """Full id -> kind and words of every element and part of the page, or of those `wanted`, in the same order.

    `without`: kinds that are left out.
    """
    elements = (
        (full_id(page.title, local), kind, lines) for local, kind, lines in _elements(page) if kind not in without
    )
    return {full: (kind, _words(lines)) for full, kind, lines in elements if wanted is None or full in wanted}


def is_pinned(page: Page, element_id: str, pin: str) -> bool:
    """Return whether the element still has the words of a pin. Raises UnknownElement.

    A pin made before links were left out of the hash is one of the stored text, and holds as long as that is the same.
    """
    kind, lines = _found(page, element_id)
    return _has((kind, lines), pin)


def lost(page: Page, pins: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The (full id, pin) pairs that the page no longer has, or with other words: as `is_pinned`, for many at once."""
    wanted = list(pins)
    ids = {element_id for element_id, _pin in wanted}
    found = {
        full: (kind, lines) for local, kind, lines in _elements(page) if (full := full_id(page.title, local)) in ids
    }
    return [(element_id, pin) for element_id, pin in wanted if not _has(found.get(element_id), pin)]


def _has(found: tuple[ElementKind, _Lines] | None, pin: str) -> bool:
    if found is None:
        return False
    kind, lines = found
    return pin == hash_of(kind, _words(lines)) or pin == hash_of(kind, _stored(lines))


def words_of(text: str) -> str:
    """Stored text as it reads: links as their anchors, NFD, white space as single spaces."""
    return " ".join(normalize("NFD", plain_text(text)).split())


def hash_of(kind: ElementKind, words: str) -> str:
    """sha256 (hex) of the kind, a line feed and the words, in UTF-8."""
    return hashlib.sha256(f"{kind}\n{words}".encode()).hexdigest()


def _stored(lines: _Lines) -> str:
    return "".join(text for line in lines for text in line)  # one text: nothing else was ever pinned


def _words(lines: _Lines) -> str:
    return "\n".join("\t".join(map(words_of, line)) for line in lines)


def _found(page: Page, element_id: str) -> tuple[ElementKind, _Lines]:
    for local, kind, lines in _elements(page):
        if full_id(page.title, local) == element_id:
            return kind, lines
    raise UnknownElement(f"{page.title!r} has no element {element_id!r}")


def _elements(page: Page) -> Iterator[tuple[str, ElementKind, _Lines]]:
    """Local id, kind and stored texts of everything that has an id. A cell in several places comes as often."""
    yield local_id(ElementKind.TITLE), ElementKind.TITLE, ((page.title,),)
    for element in page.elements:
        yield from _parts(element)


def _parts(element: Element) -> Iterator[tuple[str, ElementKind, _Lines]]:
    if isinstance(element, Sentence):
        yield element.id, ElementKind.SENTENCE, ((element.text,),)
    elif isinstance(element, Section):
        yield element.id, ElementKind.SECTION, ((element.value,),)
    elif isinstance(element, List):
        yield element.id, ElementKind.LIST, tuple((item.value,) for item in element.items)
        for item in element.items:
            yield item.id, ElementKind.ITEM, ((item.value,),)
    else:
        yield from _parts_of_table(element)


def _parts_of_table(table: Table) -> Iterator[tuple[str, ElementKind, _Lines]]:
    rows = tuple(tuple(cell.value for cell in row) for row in table.rows)
    yield table.id, ElementKind.TABLE, rows if table.caption is None else ((table.caption,), *rows)
    if table.caption is not None:
        yield caption_id(table), ElementKind.TABLE_CAPTION, ((table.caption,),)
    for row in table.rows:
        for cell in row:
            kind = ElementKind.HEADER_CELL if cell.is_header else ElementKind.CELL
            yield cell.id, kind, ((cell.value,),)
