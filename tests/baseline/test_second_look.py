"""The lexical scorer's second look: what the first scores of a row, a column and the table say of a cell."""

from __future__ import annotations

import time

import pytest

from baseline.cells.blend import EXCLUDED, word_logits
from baseline.cells.lexical import chance_of, lexical_cells, profiles
from baseline.cells.surroundings import NAMES, around
from baseline.cells.table_words import table_words
from baseline.words import claim_words
from benchmarks.baseline.paired import f1_difference
from benchmarks.baseline.tables import TableCase
from tests.baseline.pages import SEASONS, table

TWO_ROWS = [["Club", "Ground"], ["Quay Rovers", "Mole Park"], ["Quay Town", "Pier Park"]]


def seen(chances: list[float], words: set[str]) -> list[dict[str, float]]:
    squares = table_words(table(TWO_ROWS)).squares
    values = around(squares, [0.0] * len(squares), chances, words)
    return [dict(zip(NAMES, one, strict=True)) for one in values]


def test_a_cell_is_seen_in_its_row_its_column_and_its_table():
    cells = seen([0.0, 0.0, 0.8, 0.5, 0.3, 0.1], set())
    ground = cells[3]
    assert (ground["chance"], ground["row_best"], ground["column_best"]) == (0.5, 0.8, 0.1)
    assert (ground["row_mean"], ground["column_mean"]) == pytest.approx((0.8, 0.05))
    assert (ground["row_rank"], ground["rank_in_row"]) == (1, 1 / 2)
    assert (ground["column_rank"], ground["rank_in_column"]) == (1 / 2, 1)
    assert (ground["cross"], ground["table_best"], ground["table_sum"]) == pytest.approx((0.08, 0.8, 1.7))
    assert cells[4]["row_rank"] == 1 / 2
    assert cells[0]["row_rank"] == 1 / 3


def test_the_best_cell_of_a_line_is_compared_with_the_next():
    cells = seen([0.0, 0.0, 0.8, 0.8, 0.3, 0.1], set())
    assert (cells[2]["row_best"], cells[3]["row_best"], cells[4]["row_best"]) == (0.8, 0.8, 0.1)
    assert cells[2]["rank_in_row"] == cells[3]["rank_in_row"] == 1


def test_a_word_that_a_better_cell_has_is_said_already():
    cells = seen([0.0, 0.0, 0.8, 0.5, 0.3, 0.1], {"quay", "rover", "park"})
    assert [cell["said_in_table"] for cell in cells[2:]] == [0, 0, 1, 1]
    assert [cell["said_in_row"] for cell in cells[2:]] == [0, 0, 0, 0]


def test_the_scientific_profile_looks_twice_and_finds_the_row():
    assert profiles()["wikipedia"].second is None
    assert profiles()["scientific"].second is not None
    claim = claim_words("Anchor Town scored 28 goals in 2002.")
    found = lexical_cells(claim, table(SEASONS), profiles()["scientific"])
    best_of_body = [cell.id for cell in found if not cell.id.startswith("header")][:3]
    assert set(best_of_body) == {"cell_0_2_0", "cell_0_2_1", "cell_0_2_2"}
    logits = word_logits(claim, table(SEASONS), "scientific")
    assert {cell.id: pytest.approx(chance_of(logits[cell.id])) for cell in found} == {
        cell.id: cell.score for cell in found
    }
    assert word_logits(claim, table(SEASONS), "wikipedia")["header_cell_0_0_0"] == EXCLUDED


def test_a_second_look_at_10_000_cells_takes_less_than_seconds():
    rows = [[f"Column {c}" for c in range(20)], *([f"value {r} {c}" for c in range(20)] for r in range(500))]
    holder, claim = table(rows), claim_words("Value 77 of column 3 is higher than value 12.")
    started = time.process_time()
    assert lexical_cells(claim, holder, profiles()["scientific"]) is not None
    assert time.process_time() - started < 5


def cases(count: int) -> list[TableCase]:
    holders = [table(SEASONS) for _ in range(count)]
    squares = {cell.id: cell.id for row in holders[0].rows for cell in row}
    gold = (frozenset({"cell_0_1_0", "cell_0_1_1"}),)
    return [
        TableCase("mine", f"Claim {n}", holder, squares, gold, is_for_tuning=False) for n, holder in enumerate(holders)
    ]


def test_the_difference_of_two_choosers_has_an_interval():
    some = cases(40)
    whole, half = [{"cell_0_1_0", "cell_0_1_1"}] * 40, [{"cell_0_1_0"}] * 20 + [{"cell_0_1_0", "cell_0_1_1"}] * 20
    assert f1_difference(some, half, half, by_table=False) == (0, 0, 0)
    found, low, high = f1_difference(some, half, whole, by_table=False)
    assert found == pytest.approx(1 - 2 * 60 / 140)
    assert 0 < low < found < high < 0.3
    assert f1_difference(some, half, whole, by_table=True) == pytest.approx((found, low, high))
