"""A claim and its evidence as one text, as in the paper (section 7.7.1).

Pieces are separated by `</s>`. A page's title stands once, before the first piece of the page. A sentence comes with
its headings; a cell as "[context header] is [cell]", once for each header, row headers first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from baseline.source import Source
from corpus.page.element_id import BadElementId, ElementKind, parse
from corpus.page.elements import Page, UnknownElement
from corpus.page.excerpt import excerpt

SEPARATOR = " </s> "


def linearised(claim: str, evidence: Iterable[str], source: Source, separator: str = SEPARATOR) -> str:
    """The text a verdict is predicted from. Elements that the source does not have are left out."""
    return separator.join([claim.strip(), *pieces(evidence, source)])


def pieces(evidence: Iterable[str], source: Source) -> Iterator[str]:
    """The evidence page by page, in the order pages first come up; cells of one table together."""
    for title, elements in by_page(evidence).items():
        page = source.page(title)
        if page is None:
            continue
        texts = [text for element in in_order(elements) if (text := _piece(page, element))]
        if texts:
            yield f"{page.title}. {texts[0]}"
            yield from texts[1:]


def by_page(evidence: Iterable[str]) -> dict[str, dict[str, None]]:
    """Page title -> its elements, both in the order that they first come up; malformed ids are left out."""
    found: dict[str, dict[str, None]] = {}
    for element in evidence:
        try:
            found.setdefault(parse(element).page, {})[element] = None
        except BadElementId:
            continue
    return found


def in_order(elements: Iterable[str]) -> list[str]:
    """Sentences first, then what belongs to one table or list side by side."""

    def place(element: str) -> tuple[bool, str, tuple[int, ...]]:
        found = parse(element)
        is_sentence = found.kind is ElementKind.SENTENCE
        return not is_sentence, "list" if found.kind is ElementKind.ITEM else "table", found.numbers

    return sorted(elements, key=place)


def _piece(page: Page, element: str) -> str:
    try:
        found = excerpt(page, element)
    except UnknownElement:
        return ""
    if found.kind in (ElementKind.CELL, ElementKind.HEADER_CELL):
        headers = [*found.row_headers, *found.column_headers]
        if headers:
            return " ; ".join(f"{header} is {found.text}" for header in headers) + " ."
        return found.text
    return f"{'. '.join(found.sections)}. {found.text}" if found.sections else found.text
