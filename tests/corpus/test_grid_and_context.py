"""The normalised grid and the automatic context: contract (a) and (c)."""

from __future__ import annotations

import time

import pytest

from corpus.page.context import UnknownElement, all_contexts, context_ids
from corpus.page.elements import Cell, Page, Section, Sentence, Table, tables
from corpus.page.grid import BadGrid, display_rows, grid
from tests.corpus.harbour import harbour_league


def cell(r: int, c: int, *, header: bool = False, rows: int = 1, columns: int = 1) -> Cell:
    return Cell(f"{'header_' if header else ''}cell_0_{r}_{c}", f"{r},{c}", header, rows, columns)


def table(*rows: tuple[Cell, ...], caption: str | None = None) -> Table:
    return Table("table_0", "general", rows, caption)


def test_the_worked_example_has_the_grid_of_the_contract():
    seasons = list(tables(harbour_league()))[1]
    squares = [" | ".join(each.id.partition("cell_1_")[2] for each in row) for row in grid(seasons)]
    assert squares == [
        "0_0 | 0_1 | 0_1 | 0_3 | 0_3",
        "0_0 | 1_0 | 1_1 | 1_2 | 1_3",
        "2_0 | 2_1 | 2_2 | 2_3 | 2_4",
        "2_0 | 3_0 | 3_1 | 3_2 | 3_2",
        "4_0 | 4_1 | 4_2 | 4_3 | 4_4",
    ]


@pytest.mark.parametrize(
    ("element", "context"),
    [
        ("cell_1_2_3", "section_3 section_2 header_cell_1_2_0 header_cell_1_1_2 header_cell_1_0_3"),
        ("cell_1_3_2", "section_3 section_2 header_cell_1_2_0 header_cell_1_1_3 header_cell_1_0_3"),
        ("cell_1_4_1", "section_3 section_2 header_cell_1_4_0 header_cell_1_1_0 header_cell_1_0_1"),
        ("header_cell_1_2_0", "section_3 section_2"),
        ("table_caption_1", "section_3 section_2"),
        ("cell_0_3_1", "header_cell_0_3_0 header_cell_0_2_0"),
        ("item_0_2", "section_1 section_0"),
        ("sentence_0", ""),
    ],
)
def test_the_worked_example_has_the_contexts_of_the_contract(element, context):
    expected = [f"Harbour League_{local}" for local in ("title", *context.split())]
    assert context_ids(harbour_league(), f"Harbour League_{element}") == expected
    assert all_contexts(harbour_league())[f"Harbour League_{element}"] == expected


def test_every_citable_element_has_a_context_and_nothing_else_has():
    contexts = all_contexts(harbour_league())
    assert all(ids[0] == "Harbour League_title" for ids in contexts.values())
    assert not any("_section_" in element or element.endswith("_title") for element in contexts)
    assert len(contexts) == 1 + 3 + 6 + 1 + 20


@pytest.mark.parametrize(
    "element",
    [
        "Harbour League_sentence_9",
        "Other_sentence_0",
        "Harbour League_section_0",
        "Harbour League_table_caption_0",
        "x",
    ],
)
def test_the_context_of_what_is_not_there_is_an_error(element):
    with pytest.raises(UnknownElement, match="no citable element"):
        context_ids(harbour_league(), element)


def test_the_walk_over_headings_stops_at_a_deeper_one():
    """Order section_0 (2), section_1 (3), section_2 (4), section_3 (3): official code never reaches section_0."""
    levels = enumerate((2, 3, 4, 3))
    sections = tuple(Section(f"section_{n}", "x", level) for n, level in levels)
    page = Page("A", (*sections, Sentence("sentence_0", "x")))
    assert context_ids(page, "A_sentence_0") == ["A_title", "A_section_3"]


def test_headings_of_the_same_level_are_passed_over():
    sections = tuple(Section(f"section_{n}", "x", level) for n, level in enumerate((2, 3, 3)))
    page = Page("A", (*sections, Sentence("sentence_0", "x")))
    assert context_ids(page, "A_sentence_0") == ["A_title", "A_section_2", "A_section_0"]


def test_only_the_nearest_run_of_headers_counts():
    page = Page(
        "A",
        (
            table(
                (cell(0, 0, header=True), cell(0, 1, header=True)),
                (cell(1, 0, header=True), cell(1, 1)),
                (cell(2, 0, header=True), cell(2, 1, header=True)),
                (cell(3, 0), cell(3, 1)),
            ),
        ),
    )
    assert context_ids(page, "A_cell_0_3_1") == ["A_title", "A_header_cell_0_2_1"]
    assert context_ids(page, "A_cell_0_1_1") == ["A_title", "A_header_cell_0_1_0", "A_header_cell_0_0_1"]
    assert context_ids(page, "A_cell_0_3_0") == [
        f"A_{i}" for i in ("title", *(f"header_cell_0_{r}_0" for r in (2, 1, 0)))
    ]


def test_a_spanned_cell_stands_at_its_bottom_right_square():
    wide = table(
        (cell(0, 0, columns=2), cell(0, 2)), (cell(1, 0, rows=2), cell(1, 1), cell(1, 2)), (cell(2, 0), cell(2, 1))
    )
    places = {each.id: (r, c) for r, row in enumerate(grid(wide)) for c, each in enumerate(row)}
    assert places["cell_0_0_0"] == (0, 1)
    assert places["cell_0_1_0"] == (2, 0)


def test_repeats_of_one_cell_side_by_side_are_drawn_as_one():
    corner = cell(0, 0, rows=2)
    rows = display_rows(table((corner, corner, cell(0, 2)), (cell(1, 0),)))
    assert [(each.row_span, each.column_span) for each in rows[0]] == [(2, 2), (1, 1)]


@pytest.mark.parametrize(
    "rows",
    [
        ((cell(0, 0), cell(0, 1)), (cell(1, 0),)),
        ((cell(0, 0),), (cell(1, 0), cell(1, 1))),
        ((cell(0, 0, rows=2, columns=2), cell(0, 2)), (cell(1, 0),)),
        (),
        ((),),
    ],
)
def test_cells_that_do_not_tile_are_no_grid(rows):
    if rows == ():
        assert grid(table()) == []
    else:
        with pytest.raises(BadGrid, match="table_0"):
            grid(table(*rows))


def test_the_contexts_of_ten_thousand_cells_take_no_time():
    header = tuple(cell(0, c, header=True) for c in range(50))
    body = tuple((cell(r, 0, header=True), *(cell(r, c) for c in range(1, 50))) for r in range(1, 200))
    page = Page("A", (table(header, *body),))
    started = time.process_time()
    contexts = all_contexts(page)
    assert time.process_time() - started < 1.0
    assert contexts["A_cell_0_199_49"] == ["A_title", "A_header_cell_0_199_0", "A_header_cell_0_0_49"]
    assert len(contexts) == 10_000
