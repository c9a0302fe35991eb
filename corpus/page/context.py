"""Automatic context of an element: title, sections and table headers, so that it can be read alone (contract (c)).

The result equals official `WikiPage.get_context` plus the title, including its early stop: walking
back over the headings ends at the first heading deeper than the last one taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corpus.page.element_id import BadElementId, ElementId, ElementKind, full_id, local_id, parse, title_id
from corpus.page.elements import Cell, Element, List, Page, Section, Sentence, Table, UnknownElement
from corpus.page.grid import grid

CellContext = tuple[tuple[Cell, ...], tuple[Cell, ...]]  # row headers, column headers: nearest first


def context_ids(page: Page, element_id: str) -> list[str]:
    """Return the full ids of the context: title, sections innermost first, row headers, column headers nearest first.

    Raises UnknownElement when the page has no such citable element.
    """
    try:
        holder = element_with(page, parse(element_id))
    except BadElementId:
        holder = None
    contexts = dict(_contexts(page.title, holder, _base(page.title, section_chain(page, holder)))) if holder else {}
    if element_id not in contexts:
        raise UnknownElement(f"{page.title!r} has no citable element {element_id!r}")
    return contexts[element_id]


def element_with(page: Page, wanted: ElementId) -> Element | None:
    """The element of the page that the wanted one is or is part of, by its id alone; None where there is none."""
    return next((element for element in page.elements if element.id == wanted.holder), None)


def all_contexts(page: Page) -> dict[str, list[str]]:
    """Map the full id of every citable element to its context, in page order; each table's grid is walked once."""
    contexts: dict[str, list[str]] = {}
    sections: list[Section] = []
    base = _base(page.title, [])
    for element in page.elements:
        if isinstance(element, Section):
            sections.append(element)
            base = _base(page.title, nearest_chain(sections))
        else:
            contexts.update(_contexts(page.title, element, base))
    return contexts


def section_chain(page: Page, holder: Element) -> list[Section]:
    """The headings in the element's context, innermost first."""
    before = page.elements[: page.elements.index(holder)]
    return nearest_chain([element for element in before if isinstance(element, Section)])


def cell_contexts(table: Table) -> dict[str, CellContext]:
    """Cell id -> its (row headers, column headers), nearest first, for the table's data cells.

    A header run is kept as its first and last index, so a column of 10,000 headers costs nothing
    until a data cell asks for it.
    """
    squares = grid(table)
    columns = [list(column) for column in zip(*squares, strict=True)]
    found: dict[str, CellContext] = {}
    up = [(0, 0)] * len(columns)  # per column: the last run of headers above, as [start, stop)
    for r, row in enumerate(squares):
        left = (0, 0)
        for c, cell in enumerate(row):
            if cell.is_header:
                left, up[c] = longer_run(left, c), longer_run(up[c], r)
            elif _is_last_square(columns, row, r, c):
                found[cell.id] = (header_run(row, left), header_run(columns[c], up[c]))
    return found


def _is_last_square(columns: Sequence[Sequence[Cell]], row: Sequence[Cell], r: int, c: int) -> bool:
    """Official code takes a spanned cell's context at its bottom-right square."""
    cell, column = row[c], columns[c]
    right = c + 1 < len(row) and row[c + 1].id == cell.id
    below = r + 1 < len(column) and column[r + 1].id == cell.id
    return not right and not below


def longer_run(run: tuple[int, int], index: int) -> tuple[int, int]:
    """The run with this header: a new one where it does not follow on the last."""
    start, stop = run
    return (start, index + 1) if stop == index and stop > start else (index, index + 1)


def header_run(line: Sequence[Cell], run: tuple[int, int]) -> tuple[Cell, ...]:
    """The headers of a run in a row or column, nearest first."""
    start, stop = run
    cells = {cell.id: cell for cell in reversed(line[start:stop])}  # a spanned header only once
    return tuple(cells.values())


def nearest_chain(sections: Sequence[Section]) -> list[Section]:
    """The headings, of these before an element, that official code finds: innermost first."""
    chain: list[Section] = []
    for section in reversed(sections):
        if not chain or section.level < chain[-1].level:
            chain.append(section)
        elif section.level > chain[-1].level:
            break  # official code stops here although an enclosing heading may still come
    return chain


def _base(title: str, chain: Sequence[Section]) -> list[str]:
    return [title_id(title), *(full_id(title, section.id) for section in chain)]


def _contexts(title: str, element: Element, base: list[str]) -> Iterator[tuple[str, list[str]]]:
    if isinstance(element, Sentence):
        yield full_id(title, element.id), list(base)
    elif isinstance(element, List):
        for item in element.items:
            yield full_id(title, item.id), list(base)
    elif isinstance(element, Table):
        yield from _table_contexts(title, element, base)


def _table_contexts(title: str, table: Table, base: list[str]) -> Iterator[tuple[str, list[str]]]:
    headers = cell_contexts(table)
    if table.caption is not None:
        yield full_id(title, caption_id(table)), list(base)
    for row in table.rows:
        for cell in row:
            across, up = headers.get(cell.id, ((), ()))
            ids = dict.fromkeys(full_id(title, header.id) for header in (*across, *up))
            yield full_id(title, cell.id), [*base, *ids]


def caption_id(table: Table) -> str:
    """The local id of the table's caption: it carries the table's number."""
    return local_id(ElementKind.TABLE_CAPTION, int(table.id.rpartition("_")[2]))
