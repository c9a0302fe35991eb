"""Readable form of one element: the content of an evidence card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from corpus.page.context import CellContext, caption_id, cell_contexts, element_with, section_chain
from corpus.page.element_id import BadElementId, ElementId, ElementKind, parse
from corpus.page.elements import Element, List, Page, Section, Sentence, Table, UnknownElement
from corpus.page.links import plain_text

HeadersOf = Callable[[Table], Mapping[str, CellContext]]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """An element with its surroundings in words; links are reduced to their anchors.

    `sections` run outermost first, `row_headers` left to right, `column_headers` top to bottom;
    blank headers are left out. `caption` is that of the table the cell stands in.
    """

    id: str
    page: str
    kind: ElementKind
    sections: tuple[str, ...]
    row_headers: tuple[str, ...]
    column_headers: tuple[str, ...]
    text: str
    caption: str | None


def excerpt(page: Page, element_id: str, headers_of: HeadersOf = cell_contexts) -> Excerpt:
    """The readable form of any element of the page, given its full id. Raises UnknownElement.

    Whoever asks for many cells of a table hands in a `headers_of` that walks each table once.
    """
    wanted, holder, value = _find(page, element_id)
    sections = [s.value for s in reversed(section_chain(page, holder))] if holder else []
    rows: Iterable[str] = ()
    columns: Iterable[str] = ()
    caption: str | None = None
    if isinstance(holder, Table) and wanted.kind in (ElementKind.CELL, ElementKind.HEADER_CELL):
        across, up = headers_of(holder).get(wanted.local, ((), ()))
        rows, columns = (cell.value for cell in reversed(across)), (cell.value for cell in reversed(up))
        caption = plain_text(holder.caption) if holder.caption else None
    return Excerpt(
        id=element_id,
        page=page.title,
        kind=wanted.kind,
        sections=_readable(sections),
        row_headers=_readable(rows),
        column_headers=_readable(columns),
        text=plain_text(value),
        caption=caption,
    )


def stored_text(page: Page, element_id: str) -> str:
    """The text of any element of the page as it is stored, with its links. Raises UnknownElement."""
    return _find(page, element_id)[2]


def _readable(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(text for text in map(plain_text, values) if text)


def _find(page: Page, element_id: str) -> tuple[ElementId, Element | None, str]:
    """The parsed id, the element it is part of (None for the title) and its own stored text."""
    try:
        wanted = parse(element_id)
    except BadElementId as error:
        raise UnknownElement(str(error)) from error
    if wanted.page == page.title:
        if wanted.kind is ElementKind.TITLE:
            return wanted, None, page.title
        holder = element_with(page, wanted)
        if holder is not None and (value := _value_in(holder, wanted.local)) is not None:
            return wanted, holder, value
    raise UnknownElement(f"{page.title!r} has no element {element_id!r}")


def _value_in(element: Element, local: str) -> str | None:
    """The text of the element, or of its part, that has this local id."""
    if isinstance(element, Sentence):
        return element.text if element.id == local else None
    if isinstance(element, Section):
        return element.value if element.id == local else None
    if isinstance(element, List):
        return next((item.value for item in element.items if item.id == local), None)
    if caption_id(element) == local:
        return element.caption
    return next((cell.value for row in element.rows for cell in row if cell.id == local), None)
