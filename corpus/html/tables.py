"""Convert HTML tables to parsed tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from selectolax.lexbor import LexborNode

from corpus.building.colours import colours_of, has_own_headers
from corpus.building.emphasis import formatted_text
from corpus.building.flow import has_words
from corpus.building.table_layout import ParsedCell, ParsedTable, parsed_cell, rows_alone
from corpus.html.column_names import ReadCell, ReadRow, with_column_names
from corpus.html.document import attributes, children
from corpus.html.links import numbered_links
from corpus.html.parser_state import EventNode, HtmlParserState, TableNode
from corpus.html.pictures import icon_names
from corpus.html.table_roles import points_elsewhere
from corpus.html.text import is_left_out, render, with_style
from corpus.page.formatting import NO_COLOURS, Colours, Runs
from corpus.page.links import plain_text
from corpus.syntax.parser_state import BLOCK, Hatnote

_FIGURE = re.compile(r"\s*\d+")
_GROUPS = {"thead": 0, "tbody": 1, "tfoot": 2}  # as browsers order them

Nested = list[TableNode | EventNode]
_Around = dict[str, Colours]


def read_tables(block: TableNode | EventNode, rendering: HtmlParserState) -> Iterator[ParsedTable]:
    """The table as browsers show it, and behind it those that stand in its cells."""
    nested: Nested = []
    rendering.around.append(block.kind if isinstance(block, TableNode) else "general")
    found = _table(block, rendering, nested) if isinstance(block, TableNode) else _event(block, rendering, nested)
    rendering.around.pop()
    yield found
    if found.kind == "infobox":
        yield from _rows_alone(found, rendering)
    for inner in nested:
        yield from read_tables(inner, rendering)


def _rows_alone(infobox: ParsedTable, rendering: HtmlParserState) -> Iterator[ParsedTable]:
    """The infobox's rows of one plain cell, each below the heading it stands under, as a table of one column.

    Contract (a) leaves such rows out of infoboxes without a number: medallists, records, notes.
    """
    rows: list[tuple[ParsedCell]] = []
    heading: ParsedCell | None = None
    for row, is_alone in zip(infobox.rows, rows_alone(infobox), strict=True):
        if len(row) != 1 or not row[0].value:
            continue
        cell = replace(row[0], row_span=1, column_span=1)
        if cell.is_header:
            heading = cell
        if not is_alone:
            continue
        if all(map(points_elsewhere, plain_text(cell.value).split("; "))):
            rendering.dropped["link to the page before or after"] += 1
            continue
        rows += [(each,) for each in (heading, cell) if each is not None]
        heading = None
    if rows and rendering.by_content:
        yield ParsedTable("general", tuple(rows), None)
    elif rows:
        rendering.dropped["infobox row of one cell"] += sum(not cell.is_header for (cell,) in rows)


def _table(table: TableNode, rendering: HtmlParserState, nested: Nested) -> ParsedTable:
    captions: list[tuple[str, Runs]] = []
    groups: list[tuple[int, list[ReadRow]]] = []
    around = _around(table.node)
    for child, tag in children(table.node):
        if tag == "caption":
            captions.append(formatted_text(_cell_text(child, rendering, nested)))
        elif tag in _GROUPS:
            groups.append((_GROUPS[tag], list(_rows(child, around, rendering, nested))))
    rows = [row for _, group in sorted(groups, key=lambda each: each[0]) for row in _without_empty(group)]
    named = with_column_names(rows) if rendering.by_content and table.kind == "general" else rows
    written = tuple(tuple(read.cell for read in row) for row in named)
    caption, runs = next((each for each in captions if each[0]), (None, ()))
    return ParsedTable(table.kind, written, caption, caption_runs=runs)


def _rows(group: LexborNode, around: _Around, rendering: HtmlParserState, nested: Nested) -> Iterator[ReadRow]:
    for child, tag in children(group):
        if tag == "tr" and not is_left_out(child, tag, rendering):
            row = attributes(child)
            yield [
                _cell(cell, name, row, around[name], rendering, nested)
                for cell, name in children(child)
                if name in ("td", "th") and not is_left_out(cell, name, rendering)
            ]


def _without_empty(rows: list[ReadRow]) -> Iterator[ReadRow]:
    """Rows with cells. Spans end with their group of rows, and no longer count the rows that are gone."""
    for i, row in enumerate(rows):
        if row:
            yield [_spanning(read, sum(map(bool, rows[i : i + read.cell.row_span]))) for read in row]


def _spanning(read: ReadCell, rows: int) -> ReadCell:
    return read if read.cell.row_span == rows else replace(read, cell=replace(read.cell, row_span=rows))


def _cell(
    node: LexborNode,
    tag: str,
    row: dict[str, str],
    table: Colours,
    rendering: HtmlParserState,
    nested: Nested,
) -> ReadCell:
    """A cell; where it gives no colours or style of its own, those of its row, or the colours of its table."""
    given = attributes(node)
    text = with_style(with_style(_cell_text(node, rendering, nested), row), given)
    rows, columns = (_FIGURE.match(given.get(name, "")) for name in ("rowspan", "colspan"))
    colours = _colours(given, _colours(row, table))
    return ReadCell(parsed_cell(text, is_header=tag == "th", rows=rows, columns=columns, colours=colours), node)


def _around(table: LexborNode) -> _Around:
    """By their tags, the colours that cells of a table have where they and their rows give none."""
    given = attributes(table)
    colours = _colours(given)
    return {"td": colours, "th": NO_COLOURS if has_own_headers(given.get("class", "").split()) else colours}


def _colours(given: dict[str, str], around: Colours = NO_COLOURS) -> Colours:
    return colours_of(given.get("style", ""), given.get("bgcolor", ""), around)


def _cell_text(node: LexborNode, rendering: HtmlParserState, nested: Nested) -> str:
    """A cell's text, or the names of the icons or the numbers of the external links that are all it holds.

    Tables in it are added to `nested`; other blocks have no place in a cell and are counted.
    """

    def replaced(mark: re.Match[str]) -> str:
        block = rendering.block(mark)
        match block:
            case Hatnote(text):
                return text
            case TableNode() | EventNode():
                nested.append(block)
            case _:
                rendering.dropped[f"{type(block).__name__.lower()} inside a cell"] += 1
        return ""

    rendering.cells += 1
    text = BLOCK.sub(replaced, render(node, rendering))
    rendering.cells -= 1
    if has_words(text):
        return text
    icons = icon_names(node, of_unknown_size=rendering.around[-1:] != ["infobox"])  # there it may be the subject's
    return text + (icons or numbered_links(node))


def _event(box: EventNode, rendering: HtmlParserState, nested: Nested) -> ParsedTable:
    """What stands side by side in the box as columns of one table: a date, the teams over the scorers, a place."""
    parts = [part for child, tag in children(box.node) if (part := _part(child, tag, rendering, nested))]
    height = max(map(len, parts), default=0)
    rows: list[list[ParsedCell]] = [[] for _ in range(height)]
    for part in parts:
        for r, row in enumerate(part):
            is_last = r == len(part) - 1
            rows[r] += [replace(cell, row_span=height - r) if is_last else cell for cell in row]
    return ParsedTable("general", tuple(map(tuple, rows)), None)


def _part(node: LexborNode, tag: str, rendering: HtmlParserState, nested: Nested) -> list[list[ParsedCell]]:
    """The rows of a part that have text."""
    if tag == "-text" or is_left_out(node, tag, rendering):
        return []
    if tag == "table":
        written = _table(TableNode(node, "general"), rendering, nested).rows
        return [list(row) for row in written if any(cell.value for cell in row)]
    text = _cell_text(node, rendering, nested)
    return [[parsed_cell(text, is_header=False, rows=None, columns=None)]] if has_words(text) else []
