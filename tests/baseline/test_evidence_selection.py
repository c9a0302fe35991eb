"""Cells of several tables ranked together: the budget, what is shown of it, and the kinds of candidates."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from baseline.cells.cues import Cues, cues_of, rows_named
from baseline.cells.holders import Holders
from baseline.cells.second_look import NAMES, Surroundings, second_signals
from baseline.cells.selection import SECOND, selection_weights
from baseline.cells.signals import ALL
from baseline.config import default_config, load_config
from baseline.pipeline import Pipeline
from baseline.source import PagesInMemory
from corpus.page.element_id import ElementKind, local_id, parse
from corpus.page.elements import Cell, Item, List, Page, Section, Sentence, Table
from search.stemming import stem

MEDALS = [["Nation", "Gold", "Silver"]] + [
    [f"Nation {letter}", str(n), str(n + 40)] for n, letter in enumerate("ABCDEFGHIJ")
]


def cell(number: int, r: int, c: int, text: str, *, header: bool) -> Cell:
    kind = ElementKind.HEADER_CELL if header else ElementKind.CELL
    return Cell(local_id(kind, number, r, c), text, header, 1, 1)


def table(rows: list[list[str]], number: int = 0, caption: str | None = None, *, row_headers: bool = False) -> Table:
    squares = tuple(
        tuple(cell(number, r, c, text, header=r == 0 or (row_headers and c == 0)) for c, text in enumerate(row))
        for r, row in enumerate(rows)
    )
    return Table(f"table_{number}", "general", squares, caption)


GAMES = Page(
    "Harbour Games",
    (
        Sentence("sentence_0", "The Harbour Games were held in 1896."),
        Section("section_0", "Medals", 2),
        table(MEDALS, caption="Medals of the Harbour Games"),
        Section("section_1", "Visitors", 2),
        table([["Day", "Visitors"], ["Monday", "300"]], 1),
        List("list_0", "unordered_list", (Item("item_0_0", "Nation B won the rowing", 0, None),)),
    ),
)


def find(claim, *pages, config=None):
    return Pipeline(PagesInMemory(pages or (GAMES,)), config or default_config()).find(claim)


def test_headers_captions_and_items_are_candidates():
    found = find("Nation B won the rowing and a medal at the Harbour Games.", replace(GAMES, title="Harbour Games"))
    kinds = {parse(one.element).kind for one in found.cells}
    assert kinds == {ElementKind.CELL, ElementKind.HEADER_CELL, ElementKind.TABLE_CAPTION, ElementKind.ITEM}


def test_the_budget_is_filled_and_the_threshold_cuts_what_is_shown_alone():
    claim = "Nation C won 2 gold medals at the Harbour Games."
    found = find(claim)
    cells = [one for one in found.suggestions if one.stage == "cells"]
    threshold = default_config().cells.thresholds.evidence
    assert len(cells) == len(found.cells) == 25
    assert [one.is_shown for one in cells] == [one.score >= threshold for one in cells]
    assert 0 < sum(one.is_shown for one in cells) < 25
    assert "Harbour Games_cell_0_3_1" in {one.element for one in cells if one.is_shown}


def test_each_number_is_overridden_by_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("[cells]\nkeep = 4\n[cells.thresholds]\nevidence = 0.0\n[shown]\ncells = 3\nsentence_share = 1.1\n")
    found = find("Nation C won 2 gold medals at the Harbour Games.", config=load_config(path))
    cells = [one.is_shown for one in found.suggestions if one.stage == "cells"]
    assert cells == [True, True, True, False]
    assert [one.is_shown for one in found.suggestions if one.stage == "sentences"] == [False]


def test_sentences_far_below_the_best_are_not_shown():
    page = Page("Harbour Games", (*GAMES.elements, Sentence("sentence_1", "Games.")))
    found = find("The Harbour Games were held in 1896.", page)
    shown = {one.element: one.is_shown for one in found.suggestions if one.stage == "sentences"}
    assert shown == {"Harbour Games_sentence_0": True, "Harbour Games_sentence_1": False}


def test_a_superlative_asks_for_the_whole_column():
    ranked = [one.element for one in find("Nation J won the most gold medals of all at the Harbour Games.").cells]
    gold, silver = (
        [ranked.index(one) if (one := f"Harbour Games_cell_0_{r}_{c}") in ranked else 25 for r in range(1, 11)]
        for c in (1, 2)
    )
    assert sum(gold) < sum(silver)
    assert max(gold) < 25


def test_cells_of_two_pages_stand_in_one_budget():
    other = replace(GAMES, title="River Games", elements=(table([["Nation", "Gold"], ["Nation B", "7"]]),))
    found = find("Nation B won 7 gold medals at the River Games and 1 at the Harbour Games.", GAMES, other)
    assert {parse(one.element).page for one in found.cells} == {"Harbour Games", "River Games"}


@pytest.mark.parametrize(
    ("claim", "cues"),
    [
        ("It was the oldest of the bridges.", Cues(1, 0, 0)),
        ("Three of the albums sold more than Hits.", Cues(0, 1, 1)),
        ("He lived in the west.", Cues(0, 0, 0)),
    ],
)
def test_the_cues_of_a_claim(claim, cues):
    assert cues_of(claim) == cues


def test_a_holder_knows_its_headings_caption_headers_and_links():
    linking = table([["Nation", "City"], ["B", "[[Anchor_Town|the town]]"]], caption="Towns")
    page = Page("Harbour Games", (Section("section_0", "Places", 2), linking))
    holder = Holders(page)["Harbour Games_table_0"]
    assert holder.around == {"place", "town"}
    assert holder.heads[1] == {stem("city")}
    assert holder.caption == "table_caption_0"
    assert holder.links == {"cell_0_1_1": frozenset({"Anchor Town"})}
    assert holder.header_rows == {0}


def test_a_table_is_read_when_it_is_asked_for():
    holders = Holders(GAMES)
    assert [*holders] == ["Harbour Games_table_0", "Harbour Games_table_1", "Harbour Games_list_0"]
    assert holders["Harbour Games_table_1"] is holders["Harbour Games_table_1"]
    assert holders.get("Harbour Games_table_7") is None


def test_the_shipped_weights_are_one_a_signal():
    first, second = selection_weights()
    assert len(first.weights) == len(ALL) == len(set(ALL))
    assert len(second.weights) == len(SECOND) == len(set(SECOND))


def around(rows, columns, *, headers=(), many=False, named=()):
    """Surroundings of one table; the last place is its caption."""
    size = len(rows)
    return Surroundings(
        table=np.zeros(size, dtype=np.int64),
        row=np.array(rows),
        column=np.array(columns),
        in_header_row=np.array([int(place in headers) for place in range(size)]),
        is_header=np.array([int(place in headers) for place in range(size)]),
        many=many,
        named=np.array([int(place in named) for place in range(size)]),
    )


def test_the_second_look_knows_the_other_cells_of_the_row_and_of_the_column():
    # A header row (1 cell), two rows of two cells, a caption.
    places = around([0, 1, 1, 2, 2, -1], [0, 0, 1, 0, 1, -1], headers=(0,))
    logits = [-4.0, 2.0, -2.0, 0.0, -1.0, 1.0]
    values = dict(zip(NAMES, second_signals(places, logits).T.tolist(), strict=True))
    assert values["first"] == [one / 4 for one in logits]
    assert [4 * one for one in values["row_best"]] == [-9, -2, 2, -1, 0, -9]
    assert [4 * one for one in values["column_best"]] == [-9, 0, -1, 2, -2, -9]
    assert values["table_best"] == [0.5] * 6
    assert [4 * one for one in values["heads"]] == [2, 0, 0, 0, 0, 0]
    assert values["many_column_sum"] == values["named_column_sum"] == [0] * 6
    chances = [1 / (1 + math.exp(-one)) for one in logits]
    assert values["column_sum"][1] == pytest.approx(math.log1p(chances[1] + chances[3]))
    assert values["row_sum"][1] == pytest.approx(math.log1p(chances[2]))
    assert values["caption_sum"][:5] == [0] * 5
    assert values["caption_sum"][5] == pytest.approx(math.log1p(sum(chances)))
    assert values["rank"] == pytest.approx([math.log1p(rank) / 3 for rank in (5, 0, 4, 2, 3, 1)])


def test_columns_count_for_claims_that_count():
    places = around([1, 2], [0, 0], many=True, named=(0, 1))
    values = dict(zip(NAMES, second_signals(places, [0.0, 0.0]).T.tolist(), strict=True))
    assert values["many_column_sum"] == values["named_column_sum"] == pytest.approx([math.log(2)] * 2)


def test_the_second_look_at_nothing_is_empty():
    assert second_signals(around([], []), []).shape == (0, len(NAMES))


def test_numbers_of_rows_that_a_claim_names():
    assert rows_named("Three of the nine laureates of 1908 won 12 prizes, 1 of them twice.") == {3, 9, 12}


@pytest.mark.parametrize("rows", [[[""]], [["Only a header"]], [["", ""], ["", ""]]])
def test_tables_with_next_to_nothing_in_them_cost_nothing(rows):
    assert find("The Harbour Games.", Page("Harbour Games", (table(rows), Sentence("sentence_0", "The games.")))).notes


def test_a_table_of_10_000_cells_keeps_to_the_budget():
    rows = [["Nation", "Gold"], *([f"Nation {r}", str(r)] for r in range(4_999))]
    found = find("Nation 77 won 77 gold.", Page("Games", (table(rows),)))
    assert len(found.cells) == 25
    assert "Games_cell_0_78_1" in {one.element for one in found.cells[:5]}
