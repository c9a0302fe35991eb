"""Wikitext and HTML tables to tables of cells, numbered as contract (a), "Cell numbering", says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mwparserfromhell.nodes import Tag
from mwparserfromhell.wikicode import Wikicode

from corpus.element_id import ElementKind, local_id
from corpus.elements import Cell, Table, TableKind
from corpus.inline import attribute, render, table_classes
from corpus.reading import BLOCK, BREAK, Hatnote, Reading
from corpus.tidy import tidy, tidy_cell
from corpus.tiling import TooLarge, WrittenRow, tile

_FIGURE = re.compile(r"\d+")
MAX_COLUMN_SPAN, MAX_ROW_SPAN = 1000, 65534  # the limits of HTML
_ROW_GROUPS = ("thead", "tbody", "tfoot")


@dataclass(frozen=True, slots=True)
class WrittenCell:
    """A cell as written: its clean text, and its spans before anything is clipped."""

    value: str
    is_header: bool
    row_span: int = 1
    column_span: int = 1


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """A table as written, before its cells are numbered."""

    kind: TableKind
    rows: tuple[tuple[WrittenCell, ...], ...]
    caption: str | None


def read_table(tag: Tag, reading: Reading) -> WrittenTable:
    """The rows of a table tag, in wikitext or HTML; rows without cells are left out as MediaWiki does."""
    kind: TableKind = "infobox" if "infobox" in table_classes(tag) else "general"
    caption: list[str] = []
    rows = tuple(row for row in _rows(tag.contents, reading, caption) if row)
    return WrittenTable(kind, rows, next(filter(None, caption), None))


def build_table(written: WrittenTable, number: int, reading: Reading) -> Table | None:
    """The table as `table_<number>`; None, counted by reason, when there is nothing to keep."""
    if not any(cell.value for row in written.rows for cell in row):
        reading.dropped["table without text"] += 1
        return None
    try:
        rows = tile(list(_numbered(written, number)), number)
    except TooLarge:
        reading.dropped["table too large"] += 1
        return None
    if not rows:
        reading.dropped["table without text"] += 1
        return None
    return Table(local_id(ElementKind.TABLE, number), written.kind, rows, written.caption)


def _numbered(written: WrittenTable, table_number: int) -> Iterator[WrittenRow]:
    """R counts source rows by their least row span; C counts the columns written in the same row."""
    place = 0
    for cells in written.rows:
        if written.kind == "infobox" and len(cells) == 1 and not cells[0].is_header:
            continue  # takes no number
        if len(cells) > 1 or cells[0].value:
            yield WrittenRow(place, place, tuple(_cells(cells, table_number, place)))
        place += max(1, min(cell.row_span for cell in cells))


def _cells(cells: Sequence[WrittenCell], table_number: int, row: int) -> Iterator[Cell]:
    column = 0
    for cell in cells:
        kind = ElementKind.HEADER_CELL if cell.is_header else ElementKind.CELL
        cell_id = local_id(kind, table_number, row, column)
        yield Cell(cell_id, cell.value, cell.is_header, cell.row_span, cell.column_span)
        column += cell.column_span


def _rows(contents: Wikicode, reading: Reading, caption: list[str]) -> Iterator[tuple[WrittenCell, ...]]:
    """Rows in order. Cells written before the first `|-` make a row of their own."""
    loose: list[WrittenCell] = []
    for node in contents.nodes:
        if not isinstance(node, Tag):
            continue
        name = str(node.tag).strip().lower()
        if name == "caption" or str(node).startswith("|+"):
            caption.append(_caption(node, reading))
        elif name in ("td", "th"):
            loose.append(_cell(node, name, reading))
        elif name == "tr" or name in _ROW_GROUPS:
            yield tuple(loose)
            loose = []
            yield from _rows(node.contents, reading, caption)
    yield tuple(loose)


def _caption(tag: Tag, reading: Reading) -> str:
    return tidy(render(tag.contents, reading)).removeprefix("+").strip()


def _cell(tag: Tag, name: str, reading: Reading) -> WrittenCell:
    is_header = name == "th"
    text = _without_blocks(render(tag.contents, reading), reading)
    value = tidy(text.replace(BREAK, " ").replace("\n", " ")) if is_header else tidy_cell(text)
    rows = _span(attribute(tag, "rowspan"), MAX_ROW_SPAN) or MAX_ROW_SPAN  # 0: down to the last row
    return WrittenCell(value, is_header, rows, _span(attribute(tag, "colspan"), MAX_COLUMN_SPAN) or 1)


def _span(text: str, most: int) -> int:
    figure = _FIGURE.search(text)
    return min(int(figure[0]), most) if figure else 1


def _without_blocks(text: str, reading: Reading) -> str:
    """A cell's text; what cannot stand inside a cell is counted as dropped."""

    def replace(mark: re.Match[str]) -> str:
        block = reading.block(mark)
        if isinstance(block, Hatnote):
            return block.text
        reading.dropped[f"{type(block).__name__.removesuffix('Source').lower()} inside a cell"] += 1
        return ""

    return BLOCK.sub(replace, text)
