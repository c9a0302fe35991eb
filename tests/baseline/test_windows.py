"""The linearised table: windows of whole rows in which every cell is read once."""

from __future__ import annotations

import pytest

from baseline.cells.linearise import rows_of, windows
from tests.baseline.pages import LEAGUE, SEASONS, table


def words(text: str) -> int:
    return max(len(text.split()), 1)


def cut(rows: list[list[str]], room: int, claim: str = "Quay Rovers won."):
    return [*windows(claim, rows_of(table(rows)), room, words)]


def test_a_small_table_is_one_window_as_in_the_paper():
    (window,) = cut(SEASONS[:2], 100)
    assert " ".join(window.words) == (
        "Quay Rovers won. </s> Season | Champion | Goals </s> 2001 | Quay Rovers | 31 </s>"
    )
    assert [cell for cell in window.cells if cell] == [
        *(f"header_cell_0_0_{c}" for c in range(3)),
        *(f"cell_0_1_{c}" for c in range(3)),
    ]


@pytest.mark.parametrize("room", [12, 20, 30, 64, 512])
def test_every_cell_is_read_once_and_no_window_is_too_long(room):
    rows = [["Season", "Champion"], *([str(1900 + r), f"Club {r} Rovers"] for r in range(60))]
    found = cut(rows, room)
    body = [cell for window in found for cell in window.cells if cell and cell.startswith("cell")]
    assert body == [f"cell_0_{r}_{c}" for r in range(1, 61) for c in range(2)]
    for window in found:
        assert sum(map(words, window.words)) <= room


def test_header_rows_stand_in_every_window():
    rows = [["Season", "Champion"], *([str(1900 + r), f"Club {r}"] for r in range(40))]
    found = cut(rows, 40)
    assert len(found) > 1
    assert all("header_cell_0_0_1" in window.cells for window in found)


def test_a_cell_longer_than_the_window_is_cut_and_kept():
    found = cut([["Season", "Champion"], ["2001", "Quay " * 500]], 40)
    assert {cell for window in found for cell in window.cells if cell} >= {"cell_0_1_0", "cell_0_1_1"}
    assert all(sum(map(words, window.words)) <= 40 for window in found)


def test_a_list_is_a_table_of_one_column():
    items = next(element for element in LEAGUE.elements if element.id == "list_0")
    (window,) = windows("Mole Stadium stands.", rows_of(items), 100, words)
    assert [cell for cell in window.cells if cell] == ["item_0_0", "item_0_1"]
