"""Number the cells of a parsed table (contract (a), "Cell numbering")."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpus.building.cleanup import clean_text, marked_text, with_flags
from corpus.building.colours import chosen
from corpus.building.emphasis import formatted_cell, plain_runs, runs_of, without_bold
from corpus.building.holes import without_holes
from corpus.building.table_normalization import ParsedRow, TooLarge, normalize_rows
from corpus.page.element_id import ElementKind, local_id
from corpus.page.elements import Cell, Marks, Table, TableKind, Untrusted
from corpus.page.formatting import NO_COLOURS, Colours, Formatting, Runs
from corpus.syntax.emphasis import without_quotes
from corpus.syntax.parser_state import BREAK, HOLE

MAX_COLUMN_SPAN, MAX_ROW_SPAN = 1000, 65534  # the limits of HTML


@dataclass(frozen=True, slots=True)
class ParsedCell:
    """A cell as written: its clean text, holes included, and its spans before anything is clipped.

    `runs` are the emphasised ranges of its text; what is bold in a header cell is none.
    """

    value: str
    is_header: bool
    row_span: int = 1
    column_span: int = 1
    runs: Runs = ()
    colours: Colours = NO_COLOURS


@dataclass(frozen=True, slots=True)
class ParsedTable:
    """A table as written, before its cells are numbered. `untrusted`: why none of its cells can be trusted."""

    kind: TableKind
    rows: tuple[tuple[ParsedCell, ...], ...]
    caption: str | None
    untrusted: Untrusted | None = None
    caption_runs: Runs = ()


def parsed_cell(
    text: str,
    *,
    is_header: bool,
    rows: re.Match[str] | None,
    columns: re.Match[str] | None,
    colours: Colours = NO_COLOURS,
) -> ParsedCell:
    """A cell of rendered text, with the figures of its spans. Of rows, 0 means down to the last."""
    value, runs = _header_text(text) if is_header else formatted_cell(text)
    spans = _span(rows, MAX_ROW_SPAN) or MAX_ROW_SPAN, _span(columns, MAX_COLUMN_SPAN) or 1
    return ParsedCell(value, is_header, *spans, runs, colours)


def _header_text(text: str) -> tuple[str, Runs]:
    def on_one_line(text: str) -> str:
        return with_flags(text).replace(BREAK, " ").replace("\n", " ")

    value = clean_text(on_one_line(without_quotes(text)))
    return value, without_bold(runs_of(text, value, lambda marked: marked_text(on_one_line(marked))))


def _span(figure: re.Match[str] | None, most: int) -> int:
    return min(int(figure[0]), most) if figure else 1


def joined(written: ParsedTable | None) -> str:
    """The text of a table that stands inside a cell: "header: cell, cell; header: cell"; its mark as a hole."""
    if written is None:
        return ""
    return "; ".join(filter(None, map(_joined_row, written.rows))) + (HOLE if written.untrusted else "")


def _joined_row(cells: Sequence[ParsedCell]) -> str:
    filled = [cell for cell in cells if cell.value]
    if len(filled) > 1 and filled[0].is_header and not filled[1].is_header:
        return f"{filled[0].value}: {', '.join(cell.value for cell in filled[1:])}"
    return ", ".join(cell.value for cell in filled)


def build_table(
    written: ParsedTable, number: int, dropped: Counter[str], untrusted: Marks, formatting: Formatting
) -> Table | None:
    """The table as `table_<number>`; None, counted by reason, when there is nothing to keep.

    It is added to `untrusted` by its own mark, its cells and caption by their holes; to `formatting` by how they look.
    """
    if not any(without_holes(cell.value) for row in written.rows for cell in row):
        dropped["table without text"] += 1
        return None
    marks: Marks = {}
    looks = Formatting()
    try:
        rows = normalize_rows(list(_numbered(written, number, marks, looks)), number)
    except TooLarge:
        dropped["table too large"] += 1
        return None
    if not rows:
        dropped["table without text"] += 1
        return None
    table = local_id(ElementKind.TABLE, number)
    caption = local_id(ElementKind.TABLE_CAPTION, number)
    if written.caption and HOLE in written.caption:
        marks[caption] = Untrusted.MISSING_TEXT
    if written.caption and (runs := plain_runs(written.caption, written.caption_runs)):
        looks.runs[caption] = runs
    formatting.update(looks)
    if written.untrusted is not None:
        marks = {table: written.untrusted}
    untrusted.update(marks)
    return Table(table, written.kind, rows, without_holes(written.caption or "") or None)


def rows_alone(written: ParsedTable) -> Iterator[bool]:
    """For each row, whether the contract leaves it out: one data cell of an infobox, beside which none from above ends.

    The second and third ionisation energy stand alone in their rows as written, and beside the header that spans them.
    """
    below = 0  # the first row that no kept cell from above reaches
    for r, cells in enumerate(written.rows):
        alone = written.kind == "infobox" and len(cells) == 1 and not cells[0].is_header and r >= below
        if not alone:
            below = max(below, r + max((cell.row_span for cell in cells), default=0))
        yield alone


def _numbered(written: ParsedTable, table_number: int, marks: Marks, looks: Formatting) -> Iterator[ParsedRow]:
    """R counts written rows by their least row span; C counts the columns written in the same row.

    A row's place is another count. Only cells that leave the rows below no column take places up with their spans: a
    year that stands alone in its row and spans six goes down beside the five that follow.
    """
    width = max((_width(cells) for cells in written.rows), default=0)
    place = number = 0
    for cells, alone in zip(written.rows, rows_alone(written), strict=True):
        if alone:
            continue  # takes no number
        if len(cells) > 1 or without_holes(cells[0].value):
            yield ParsedRow(place, number, tuple(_cells(cells, table_number, number, marks, looks)))
        least = max(1, min(cell.row_span for cell in cells))
        number += least
        place += least if _width(cells) >= width else 1


def _width(cells: Sequence[ParsedCell]) -> int:
    return sum(cell.column_span for cell in cells)


def _cells(cells: Sequence[ParsedCell], table_number: int, row: int, marks: Marks, looks: Formatting) -> Iterator[Cell]:
    column = 0
    for cell in cells:
        kind = ElementKind.HEADER_CELL if cell.is_header else ElementKind.CELL
        cell_id = local_id(kind, table_number, row, column)
        if HOLE in cell.value:
            marks[cell_id] = Untrusted.MISSING_TEXT
        if runs := plain_runs(cell.value, cell.runs):
            looks.runs[cell_id] = runs
        if any(colours := chosen(cell.colours)):
            looks.colours[cell_id] = colours
        yield Cell(cell_id, without_holes(cell.value), cell.is_header, cell.row_span, cell.column_span)
        column += cell.column_span
