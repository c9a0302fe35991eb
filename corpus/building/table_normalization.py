"""Normalise table rows so that their cells tile a rectangle (contract (a), "How WikiTable normalises").

Official code silently drops a table whose rows differ in width or that has a cell spanning rows and
columns at once. Nothing is lost here: ragged rows are padded with empty cells, a cell that spans both
ways is written side by side under one id, and spans that run out of the table or make columns of nothing are clipped.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from corpus.page.element_id import ElementKind, local_id
from corpus.page.elements import Cell, Table
from corpus.page.grid import BadGrid, grid

MAX_SQUARES = 300_000  # a few forged colspan="1000" must not fill the memory


class TooLarge(ValueError):
    """The table covers more than MAX_SQUARES squares."""


@dataclass(frozen=True, slots=True)
class ParsedRow:
    """The cells written in one row. `place` is its row as written, which may skip some;
    `number` is the R of its cells' ids."""

    place: int
    number: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class _Placed:
    cell: Cell
    column: int
    width: int
    height: int


def normalize_rows(rows: Sequence[ParsedRow], table_number: int) -> tuple[tuple[Cell, ...], ...]:
    """The rows with spans clipped, both-way spans split and gaps padded. Raises TooLarge.

    Cells keep their ids; padding takes the C after the last cell of its row.
    """
    placed = _without_empty_columns(_place(rows))
    width = 1 + max((square.column for row in placed for square in row), default=-1)
    if width * len(rows) > MAX_SQUARES:
        raise TooLarge(f"{width} columns, {len(rows)} rows")
    covered = [0] * width  # per column: up to which row (exclusive) a cell from above reaches
    tiled = []
    for r, row in enumerate(rows):
        tiled.append(tuple(_emit(row, r, placed[r], covered, table_number)))
    return tuple(tiled)


def normalize_table(table: Table) -> Table:
    """A table read from elsewhere, unchanged if it tiles already, else repaired with its ids kept."""
    try:
        grid(table)
    except BadGrid:
        number = int(table.id.rpartition("_")[2])
        rows = [ParsedRow(r, _row_number(row, r), _without_repeats(row)) for r, row in enumerate(table.rows) if row]
        return replace(table, rows=normalize_rows(rows, number))
    return table


def _place(rows: Sequence[ParsedRow]) -> list[list[_Placed]]:
    """Each cell's first column, its width up to the next cell in the way, and its height in kept rows."""
    covered: dict[int, int] = {}
    placed: list[list[_Placed]] = []
    places = [row.place for row in rows]
    for r, row in enumerate(rows):
        line: list[_Placed] = []
        column = 0
        for cell in row.cells:
            while covered.get(column, 0) > r:
                column += 1
            # how many of the kept rows the span of written rows covers
            height = max(1, bisect_left(places, places[r] + cell.row_span, r) - r)
            width = 0
            while width < max(1, cell.column_span) and covered.get(column + width, 0) <= r:
                covered[column + width] = r + height
                width += 1
            line.append(_Placed(cell, column, width, height))
            column += width
            if column > MAX_SQUARES:
                raise TooLarge(f"more than {column} columns")
        placed.append(line)
        if len(covered) * (r + 1) > MAX_SQUARES * 4:
            raise TooLarge(f"more than {len(covered)} columns")
    return placed


def _without_empty_columns(placed: list[list[_Placed]]) -> list[list[_Placed]]:
    """The rows without columns where no cell begins and some row has none: a span wider than the table makes them.

    Browsers give such columns no width. A table that tiles with them keeps them: its spans are as written.
    """
    begun = {square.column for row in placed for square in row}
    width = 1 + max(begun, default=-1)
    if len(begun) == width:
        return placed
    heights = [0] * (width + 1)  # per column: how many more rows have a cell there than in the column before it
    for square in (each for row in placed for each in row):
        heights[square.column] += square.height
        heights[min(square.column + square.width, width)] -= square.height
    kept = [c in begun or rows == len(placed) for c, rows in enumerate(accumulate(heights[:-1]))]
    places = list(accumulate(kept, initial=0))

    def moved(square: _Placed) -> _Placed:
        place, end = places[square.column], places[min(square.column + square.width, width)]
        return replace(square, column=place, width=end - place)

    return [list(map(moved, row)) for row in placed]


def _emit(row: ParsedRow, r: int, line: list[_Placed], covered: list[int], table_number: int) -> Iterator[Cell]:
    """The row's cells from left to right, with an empty one for every square that is left over."""
    starts = {square.column: square for square in line}
    next_c = sum(cell.column_span for cell in row.cells)
    column = 0
    while column < len(covered):
        square = starts.get(column)
        if square is not None:
            width = min(square.width, len(covered) - column)
            yield from _written(square.cell, width, square.height)
            covered[column : column + width] = [r + square.height] * width
            column += width
        elif covered[column] > r:
            column += 1
        else:
            yield Cell(local_id(ElementKind.CELL, table_number, row.number, next_c), "", False, 1, 1)
            next_c, column = next_c + 1, column + 1


def _written(cell: Cell, width: int, height: int) -> list[Cell]:
    if (height, width) == (cell.row_span, cell.column_span) and 1 in (height, width):
        return [cell]
    if width > 1 and height > 1:
        return [replace(cell, row_span=height, column_span=1)] * width
    return [replace(cell, row_span=height, column_span=width)]


def _row_number(row: Sequence[Cell], fallback: int) -> int:
    return int(row[0].id.split("_")[-2]) if row else fallback


def _without_repeats(row: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Side-by-side repeats of one cell as the wide cell they stand for."""
    kept: list[Cell] = []
    for cell in row:
        if kept and kept[-1].id == cell.id:
            kept[-1] = replace(cell, column_span=kept[-1].column_span + cell.column_span)
        else:
            kept.append(cell)
    return tuple(kept)
