"""The pages that are read: every real one at hand, longer ones joined of them, and a table of 10,000 cells.

A joined page is made of whole real pages, the longest first, one after the other under one title: what a reader has to
cope with on it (tables, spans, links, lists) is as often as it is in articles.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace

from corpus.page.element_id import ElementKind, local_id
from corpus.page.elements import Cell, Element, List, Page, Section, Sentence, Table
from corpus.page.page_json import page_from_json
from corpus.page.page_text import page_text

GRID = "Table of 10,000 cells"
ROWS, COLUMNS = 200, 50
JOINED = {"Page of 500 KB": 500_000, "Page of 2 MB": 2_000_000}  # by title: bytes of page JSON
PARAGRAPHS_ABOVE = 20


def made_pages(real: Mapping[str, str]) -> Iterator[Page]:
    """The pages that no wiki has. `real`: page JSON text by title."""
    yield grid_page()
    longest = sorted(real, key=lambda title: (-len(real[title].encode()), title))
    for title, size in JOINED.items():
        yield joined(title, size, real, longest)


def grid_page() -> Page:
    """Sentences and a table of 200 rows and 50 columns, the first of each being headers."""
    text = tuple(
        Sentence(local_id(ElementKind.SENTENCE, n), f"Sentence number {n} stands above the table.")
        for n in range(PARAGRAPHS_ABOVE)
    )
    rows = tuple(tuple(_square(r, c) for c in range(COLUMNS)) for r in range(ROWS))
    table = Table(local_id(ElementKind.TABLE, 0), "general", rows, "Measured values by station and year")
    return Page(GRID, (*text, Section(local_id(ElementKind.SECTION, 0), "Values", 2), table))


def _square(row: int, column: int) -> Cell:
    is_header = row == 0 or column == 0
    kind = ElementKind.HEADER_CELL if is_header else ElementKind.CELL
    words = f"Year {1950 + column}" if row == 0 else f"Station {row}" if column == 0 else f"{row * 37 % 211}.{column}"
    return Cell(local_id(kind, 0, row, column), words, is_header=is_header, row_span=1, column_span=1)


def joined(title: str, size: int, real: Mapping[str, str], longest: list[str]) -> Page:
    """Pages one after the other, around again if they do not suffice, until the page JSON has `size` bytes."""
    elements: list[Element] = []
    counts = dict.fromkeys(("sentence", "section", "table", "list", "item"), 0)
    number = 0
    while len(page_text(Page(title, tuple(elements))).encode()) < size:
        source = page_from_json(json.loads(real[longest[number % len(longest)]]))
        elements += [renumbered(element, counts) for element in source.elements]
        number += 1
    while len(page_text(Page(title, tuple(elements))).encode()) > size * 1.02:  # the last page goes in only in part
        elements.pop()
    return Page(title, tuple(elements))


def renumbered(element: Element, counts: dict[str, int]) -> Element:
    """The element with the next free numbers of its kind."""
    if isinstance(element, Sentence):
        return replace(element, id=local_id(ElementKind.SENTENCE, _next(counts, "sentence")))
    if isinstance(element, Section):
        return replace(element, id=local_id(ElementKind.SECTION, _next(counts, "section")))
    if isinstance(element, List):
        number = _next(counts, "list")
        items = tuple(
            replace(item, id=local_id(ElementKind.ITEM, number, _next(counts, "item"))) for item in element.items
        )
        return replace(element, id=local_id(ElementKind.LIST, number), items=items)
    number = _next(counts, "table")
    rows = tuple(tuple(replace(cell, id=_moved(cell, number)) for cell in row) for row in element.rows)
    return replace(element, id=local_id(ElementKind.TABLE, number), rows=rows)


def _moved(cell: Cell, table: int) -> str:
    kind = ElementKind.HEADER_CELL if cell.is_header else ElementKind.CELL
    row, column = cell.id.split("_")[-2:]
    return local_id(kind, table, int(row), int(column))


def _next(counts: dict[str, int], kind: str) -> int:
    counts[kind] += 1
    return counts[kind] - 1
