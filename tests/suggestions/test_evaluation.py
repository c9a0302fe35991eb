"""Recall of suggestions by kind of element, and what of a run is stored as shown."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from annotation.suggestions.evaluation import page_recall, recall
from annotation.suggestions.runner import answer_for
from corpus.page.element_id import ElementKind

GOLD = {
    1: [["A_sentence_0", "A_cell_0_1_1", "A_header_cell_0_1_0"], ["B_table_caption_0"]],
    2: [["C_item_0_0", "D_sentence_1"]],
    3: [[]],
}


def test_recall_counts_the_best_set_by_kind():
    found = recall(GOLD, {1: ["A_cell_0_1_1", "A_sentence_0", "A_sentence_7"], 2: ["C_item_0_0", "D_sentence_1"]})
    assert found.claims == 2
    assert found.whole == 0.5
    assert found.elements == pytest.approx((2 / 3 + 1) / 2)
    assert found.kinds == {
        ElementKind.SENTENCE: (2, 2),
        ElementKind.CELL: (1, 1),
        ElementKind.HEADER_CELL: (0, 1),
        ElementKind.ITEM: (1, 1),
    }
    assert found.cells == (2, 3)
    assert (found.precision, found.cell_precision) == (4 / 5, 1.0)


def test_pages_retrieved_are_counted_apart_from_pages_with_a_suggestion():
    assert recall(GOLD, {2: ["C_item_0_0"]}).pages == 0
    assert page_recall(GOLD, {2: ["D", "C"]}) == 0.5


@dataclass
class Row:
    element: str
    is_shown: bool
    stage: str = "cells"
    model: str = "m"
    version: str = "v"
    rank: int = 1
    score: float = 0.1


@dataclass
class Found:
    suggestions: list[Row]
    pages: list = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass
class Title:
    title: str


@pytest.mark.parametrize(("is_shown", "state"), [(True, "ready"), (False, "nothing")])
def test_what_is_below_the_threshold_is_stored_and_nobody_is_shown_it(is_shown, state):
    class Plug:
        version = "v"

        def find(self, text):
            return Found([Row("A_cell_0_1_1", is_shown)], [Title("A")])

    answer = answer_for(Plug(), "A claim.")
    assert [row.is_shown for row in answer.suggestions] == [is_shown]
    assert (answer.state, answer.pages) == (state, ("A",))
