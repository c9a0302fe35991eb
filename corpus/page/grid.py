"""Expand a table's cells with spans into a grid of squares (contract (a), "How WikiTable normalises").

Official code fills each row left to right into the first free square: a cell takes `column_span`
squares of its own row, and only its first column in the rows below. Context is read off this grid,
so it has to be the same square for square.
"""

from __future__ import annotations

from itertools import groupby

from corpus.page.elements import Cell, Table


class BadGrid(ValueError):
    """The cells do not tile a rectangle; official code would silently drop the table."""


def grid(table: Table) -> list[list[Cell]]:
    """Rows of equal length; a spanned cell stands in every square it covers. Raises BadGrid."""
    width = sum(cell.column_span for cell in table.rows[0]) if table.rows else 0
    height = len(table.rows)
    squares: list[list[Cell | None]] = [[None] * width for _ in range(height)]
    for r, row in enumerate(table.rows):
        c = 0
        for cell in row:
            while c < width and squares[r][c] is not None:
                c += 1
            if c + cell.column_span > width:
                raise BadGrid(f"{table.id}: {cell.id} sticks out of the {width} columns")
            for k in range(c, c + cell.column_span):
                if squares[r][k] is not None:
                    raise BadGrid(f"{table.id}: {cell.id} overlaps a cell that spans down from above")
                squares[r][k] = cell
            for k in range(r + 1, min(r + cell.row_span, height)):
                squares[k][c] = cell
    return [_full(table, row) for row in squares]


def display_rows(table: Table) -> tuple[tuple[Cell, ...], ...]:
    """The rows as a reader draws them: side-by-side repeats of one cell become one wide cell again."""
    return tuple(tuple(_merge(list(run)) for _, run in groupby(row, key=lambda cell: cell.id)) for row in table.rows)


def _merge(run: list[Cell]) -> Cell:
    first = run[0]
    if len(run) == 1:
        return first
    width = sum(cell.column_span for cell in run)
    return Cell(first.id, first.value, first.is_header, first.row_span, width)


def _full(table: Table, row: list[Cell | None]) -> list[Cell]:
    cells = [cell for cell in row if cell is not None]
    if len(cells) != len(row) or not cells:
        raise BadGrid(f"{table.id}: a row is narrower than the first")
    return cells
