"""Rows made to tile, whatever was written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.building.table_normalization import MAX_SQUARES, ParsedRow, TooLarge, normalize_rows, normalize_table
from corpus.page.elements import Cell, Table
from corpus.page.grid import grid

spans = st.integers(1, 4)
written = st.lists(st.lists(st.tuples(st.booleans(), spans, spans), min_size=1, max_size=5), min_size=1, max_size=6)


def rows_of(shape: list[list[tuple[bool, int, int]]]) -> list[ParsedRow]:
    rows = []
    for r, cells in enumerate(shape):
        column, made = 0, []
        for is_header, row_span, column_span in cells:
            kind = "header_cell" if is_header else "cell"
            made.append(Cell(f"{kind}_0_{r}_{column}", "x", is_header, row_span, column_span))
            column += column_span
        rows.append(ParsedRow(r, r, tuple(made)))
    return rows


@settings(max_examples=300)
@given(written)
def test_whatever_is_written_tiles_and_keeps_every_cell(shape):
    rows = rows_of(shape)
    table = Table("table_0", "general", normalize_rows(rows, 0), None)
    squares = grid(table)
    assert len({len(row) for row in squares}) == 1
    kept = {cell.id for row in squares for cell in row}
    assert {cell.id for row in rows for cell in row.cells} <= kept
    assert not any(cell.row_span > 1 and cell.column_span > 1 for row in table.rows for cell in row)


@settings(max_examples=100)
@given(written)
def test_ids_are_unique_but_for_repeats_side_by_side(shape):
    for row in normalize_rows(rows_of(shape), 0):
        ids = [cell.id for cell in row]
        once = [element for n, element in enumerate(ids) if n == 0 or ids[n - 1] != element]
        assert len(once) == len(set(once))


@settings(max_examples=100)
@given(written)
def test_tiling_twice_changes_nothing(shape):
    table = Table("table_0", "general", normalize_rows(rows_of(shape), 0), None)
    assert normalize_table(table) == table


def test_a_table_from_elsewhere_is_repaired_with_its_ids_kept():
    both_ways = Cell("cell_0_0_0", "x", False, 2, 2)
    table = Table("table_0", "general", ((both_ways,), (), (Cell("cell_0_2_0", "y", False, 1, 1),)), "Caption")
    repaired = normalize_table(table)
    grid(repaired)
    assert {cell.id for row in repaired.rows for cell in row} >= {"cell_0_0_0", "cell_0_2_0"}
    assert repaired.caption == "Caption"


def test_a_table_of_forged_spans_is_refused_and_not_built():
    row = tuple(Cell(f"cell_0_0_{n}", "x", False, 1, 1000) for n in range(MAX_SQUARES // 1000 + 2))
    with pytest.raises(TooLarge):
        normalize_rows([ParsedRow(0, 0, row)], 0)
