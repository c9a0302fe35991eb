"""Context that a person may add to the automatic one, which is what official code gives (`corpus.page.context`).

- Enclosing headings behind which the walk of official code stops early.
- A cell over several rows or columns: the headers of all of them; official code looks from its last square alone. Above
  a column they are headers in rows of headers: the names of rows head no column.
- A cell below a header as wide as the table, such as a year between rows: the headers of its column above that.
- A list item: the items above it, and the sentence before the list if it ends with a colon.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from corpus.page.context import caption_id, cell_contexts, element_with, header_run, longer_run, nearest_chain
from corpus.page.element_id import BadElementId, full_id, parse
from corpus.page.elements import Cell, Element, Item, List, Page, Section, Sentence, Table
from corpus.page.grid import grid
from corpus.page.links import plain_text

COLONS = (":", "：")


def offered_contexts(page: Page) -> dict[str, list[str]]:
    """Map full ids to the ids of what may be added to their context, in reading order; without any they are absent."""
    found: dict[str, list[str]] = {}
    sections: list[Section] = []
    around: list[Section] = []
    omitted: list[Section] = []
    before: Element | None = None
    for element in page.elements:
        if isinstance(element, Section):
            sections.append(element)
            enter(around, element)
            omitted = left_out(around, sections)
        else:
            found.update(_offers(page.title, element, before, omitted))
        before = element
    return found


def offered_ids(page: Page, element_id: str) -> list[str]:
    """What `offered_contexts` has for one element."""
    try:
        holder = element_with(page, parse(element_id))
    except BadElementId:
        return []
    if holder is None or isinstance(holder, Section):
        return []
    at = page.elements.index(holder)
    sections = [element for element in page.elements[:at] if isinstance(element, Section)]
    before = page.elements[at - 1] if at else None
    around: list[Section] = []
    for section in sections:
        enter(around, section)
    return dict(_offers(page.title, holder, before, left_out(around, sections))).get(element_id, [])


def enter(around: list[Section], section: Section) -> None:
    """Change the headings around a place, outermost first, to those after the next heading."""
    while around and around[-1].level >= section.level:
        around.pop()
    around.append(section)


def left_out(around: Sequence[Section], sections: Sequence[Section]) -> list[Section]:
    """Those of the headings around a place that its automatic context lacks; `sections` are all before it."""
    taken = {section.id for section in nearest_chain(sections)}
    return [section for section in around if section.id not in taken]


def offered_headers(table: Table) -> dict[str, list[Cell]]:
    """Local id of a data cell -> the headers it may be given, row by row; cells without any are absent."""
    if not any(cell.row_span > 1 or cell.column_span > 1 for row in table.rows for cell in row):
        return {}  # nothing spans, so neither a header as wide as the table
    squares = grid(table)
    found: dict[str, dict[str, Cell]] = {}
    for cell, headers in _headers_of_squares(squares):
        found.setdefault(cell.id, {}).update((header.id, header) for header in headers)
    if not found:
        return {}
    automatic = cell_contexts(table)
    place = {cell.id: at for at, cell in enumerate(chain.from_iterable(squares))}
    offers: dict[str, list[Cell]] = {}
    for cell_id, by_id in found.items():
        given = {header.id for way in automatic[cell_id] for header in way}
        new = [header for header in by_id.values() if header.id not in given and plain_text(header.value)]
        if new:
            offers[cell_id] = sorted(new, key=lambda header: place[header.id])
    return offers


def _headers_of_squares(squares: Sequence[Sequence[Cell]]) -> Iterator[tuple[Cell, list[Cell]]]:
    """The headers of those squares of data cells for which the last square of the cell does not tell all."""
    columns = [list(column) for column in zip(*squares, strict=True)]
    heading = {cell.id for row in squares if _is_of_headers(row) for cell in row}
    up = [(0, 0)] * len(columns)  # per column: the last run of headers above, as [start, stop)
    own = [(0, 0)] * len(columns)  # of these the last in which a header is less wide than the table, up to that
    for r, row in enumerate(squares):
        left = (0, 0)
        is_wide = len(row) > 1 and row[0].is_header and all(cell.id == row[0].id for cell in row)
        for c, cell in enumerate(row):
            if cell.is_header:
                left, up[c] = longer_run(left, c), longer_run(up[c], r)
                if not is_wide:
                    own[c] = up[c]
            elif cell.row_span > 1 or cell.column_span > 1:
                above = (*header_run(columns[c], up[c]), *header_run(columns[c], own[c]))
                yield cell, [*header_run(row, left), *(header for header in above if header.id in heading)]
            elif own[c][0] != up[c][0]:
                yield cell, [header for header in header_run(columns[c], own[c]) if header.id in heading]


def _is_of_headers(row: Sequence[Cell]) -> bool:
    """Whether a row names columns: it has headers, and otherwise empty cells at most."""
    return all(cell.is_header or not cell.value for cell in row)


def _offers(
    title: str, element: Element, before: Element | None, omitted: Sequence[Section]
) -> Iterator[tuple[str, list[str]]]:
    """Full id and what is offered to it, of every citable part of an element to which anything is."""
    around = [full_id(title, section.id) for section in omitted]
    if isinstance(element, Sentence):
        parts: Iterator[tuple[str, list[str]]] = iter([(element.id, [])])
    elif isinstance(element, List):
        parts = _above_items(element.items, _lead_in(before))
    elif isinstance(element, Table):
        parts = _above_cells(element, every=bool(around))
    else:
        return
    for local, ids in parts:
        if around or ids:
            yield full_id(title, local), [*around, *(full_id(title, each) for each in ids)]


def _above_cells(table: Table, *, every: bool) -> Iterator[tuple[str, list[str]]]:
    offers = offered_headers(table)
    if every and table.caption is not None:
        yield caption_id(table), []
    for row in table.rows:
        for cell in row:
            if every or cell.id in offers:
                yield cell.id, [header.id for header in offers.get(cell.id, [])]


def _above_items(items: Sequence[Item], lead_in: list[str]) -> Iterator[tuple[str, list[str]]]:
    path: list[Item] = []
    for item in items:
        while path and path[-1].level >= item.level:
            path.pop()
        yield item.id, [*lead_in, *(each.id for each in path)]
        path.append(item)


def _lead_in(before: Element | None) -> list[str]:
    """The sentence that introduces a list, such as "The members were:"."""
    is_one = isinstance(before, Sentence) and plain_text(before.text).endswith(COLONS)
    return [before.id] if is_one and before is not None else []
