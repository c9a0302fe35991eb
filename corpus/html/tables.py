"""Convert HTML tables to source tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from selectolax.lexbor import LexborNode

from corpus.building.cleanup import clean_text
from corpus.building.table_layout import SourceCell, SourceTable, source_cell
from corpus.html.document import attributes, children
from corpus.html.parser_state import HtmlParserState, TableNode
from corpus.html.text import is_left_out, render
from corpus.syntax.parser_state import BLOCK, Hatnote

_FIGURE = re.compile(r"\s*\d+")
_GROUPS = {"thead": 0, "tbody": 1, "tfoot": 2}  # as browsers order them

Row = list[SourceCell]


def read_table(table: TableNode, rendering: HtmlParserState) -> SourceTable:
    """Its rows as browsers show them. Infoboxes inside an infobox's cells follow as rows of it."""
    captions: list[str] = []
    groups: list[tuple[int, list[Row]]] = []
    for child, tag in children(table.node):
        if tag == "caption":
            captions.append(clean_text(_cell_text(child, rendering, [])))
        elif tag in _GROUPS:
            groups.append((_GROUPS[tag], list(_rows(child, table, rendering))))
    rows = (row for _, group in sorted(groups, key=lambda each: each[0]) for row in _without_empty(group))
    return SourceTable(table.kind, tuple(map(tuple, rows)), next(filter(None, captions), None))


def _rows(group: LexborNode, table: TableNode, rendering: HtmlParserState) -> Iterator[Row]:
    for child, tag in children(group):
        if tag != "tr" or is_left_out(child, tag, rendering):
            continue
        nested: list[TableNode] = []
        yield [
            _cell(cell, name, rendering, nested)
            for cell, name in children(child)
            if name in ("td", "th") and not is_left_out(cell, name, rendering)
        ]
        for inner in nested:
            if table.kind == "infobox":
                yield from map(list, read_table(replace(inner, kind="infobox"), rendering).rows)
            else:
                rendering.dropped["table inside a cell"] += 1


def _without_empty(rows: list[Row]) -> Iterator[Row]:
    """Rows with cells. Spans end with their group of rows, and no longer count the rows that are gone."""
    for i, row in enumerate(rows):
        if row:
            yield [_spanning(cell, sum(map(bool, rows[i : i + cell.row_span]))) for cell in row]


def _spanning(cell: SourceCell, rows: int) -> SourceCell:
    return cell if cell.row_span == rows else replace(cell, row_span=rows)


def _cell(node: LexborNode, tag: str, rendering: HtmlParserState, nested: list[TableNode]) -> SourceCell:
    given = attributes(node)
    text = _cell_text(node, rendering, nested)
    rows, columns = (_FIGURE.match(given.get(name, "")) for name in ("rowspan", "colspan"))
    return source_cell(text, is_header=tag == "th", rows=rows, columns=columns)


def _cell_text(node: LexborNode, rendering: HtmlParserState, nested: list[TableNode]) -> str:
    """A cell's text; tables in it are added to `nested`, other blocks have no place in a cell and are counted."""

    def replaced(mark: re.Match[str]) -> str:
        block = rendering.block(mark)
        match block:
            case Hatnote(text):
                return text
            case TableNode():
                nested.append(block)
            case _:
                rendering.dropped[f"{type(block).__name__.lower()} inside a cell"] += 1
        return ""

    rendering.cells += 1
    text = render(node, rendering)
    rendering.cells -= 1
    return BLOCK.sub(replaced, text)
