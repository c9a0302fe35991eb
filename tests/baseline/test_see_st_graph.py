"""The evidence graph of cells and sentences: its nodes, its lines, and who shares a name with whom."""

from __future__ import annotations

import numpy as np
import pytest

from baseline.candidates import CellCandidate, PassageCandidate
from baseline.config import default_config, load_config
from baseline.dense.encoder import Encoder
from baseline.models import NoModel
from baseline.pipeline import Pipeline
from baseline.rerank.see_st.graph import INPUTS, Graph, cells_graph, tables_graph
from baseline.rerank.see_st.stage import open_see_st
from baseline.source import PagesInMemory
from corpus.page.elements import List, Page, Sentence
from tests.baseline.pages import LEAGUE, WIKI, small_wiki, table

CLAIM = "Anna Berg founded the Harbour League, which Anchor Town won in 2002."
PLACE = {name: place for place, name in enumerate(INPUTS)}
TOWN = Page("Anchor Town", (Sentence("sentence_0", "Anchor Town won it in 2002 with 28 goals."),))
SOURCE = PagesInMemory([*WIKI, TOWN])


def cell(element: str, holder: str = "Harbour League_table_0", score: float = 0.5) -> CellCandidate:
    return CellCandidate(element, holder, score, "")


def graph(*candidates: CellCandidate) -> Graph:
    return cells_graph(CLAIM, candidates, SOURCE, default_config().passages)


def at(found: Graph, element: str) -> int:
    return found.ids.index(element)


def test_all_cells_of_the_tables_are_nodes_and_the_best_sentences_of_their_pages():
    found = graph(cell("Harbour League_cell_0_2_1"), cell("Harbour League_table_caption_0"))
    assert len([one for one in found.ids if "cell_0" in one]) == 12
    sentence, caption = at(found, "Harbour League_sentence_0"), at(found, "Harbour League_table_caption_0")
    assert found.candidates[[at(found, "Harbour League_cell_0_2_1"), caption, sentence]].tolist() == [0, 1, -1]
    assert found.values[:, PLACE["is_sentence"]].sum() == 1
    assert found.values[sentence, PLACE["is_sentence"]] == 1
    assert found.values[at(found, "Harbour League_cell_0_2_1"), PLACE["place"]] == 1
    assert found.values.dtype == np.float32


def test_rows_columns_tables_and_pages_join_nodes():
    found = graph(cell("Harbour League_cell_0_2_1"), cell("Harbour League_item_0_1", "Harbour League_list_0"))
    one, same_row, same_column, other, item = (
        at(found, f"Harbour League_{name}")
        for name in ("cell_0_2_1", "cell_0_2_0", "header_cell_0_0_1", "cell_0_3_2", "item_0_1")
    )
    assert found.rows[one] == found.rows[same_row] != found.rows[other]
    assert found.columns[one] == found.columns[same_column] != found.columns[other]
    assert found.tables[one] == found.tables[other] != found.tables[item]
    assert len(set(found.pages)) == 1


def test_nodes_share_a_name_that_is_a_whole_cell_a_link_or_stands_in_a_sentence():
    winners = table([["Winner"], ["[[Anchor_Town|Town]]"], ["Quay Rovers"], ["yes"]], "table_1")
    page = Page("Cup", (Sentence("sentence_0", "The cup went to Quay Rovers and Anchor Town."), winners))
    source = PagesInMemory([*WIKI, page])
    candidates = [cell("Cup_cell_1_1_0", "Cup_table_1"), cell("Harbour League_cell_0_2_1")]
    found = cells_graph(CLAIM, candidates, source, default_config().passages)
    sources, targets, shares = found.names
    neighbours = {
        found.ids[one]: {found.ids[other] for other in targets[sources == one]} for one in set(sources.tolist())
    }
    assert neighbours["Cup_cell_1_1_0"] == {"Harbour League_cell_0_2_1", "Cup_sentence_0"}
    rovers = {"Cup_cell_1_2_0", "Harbour League_cell_0_1_1", "Harbour League_cell_0_3_1", "Cup_sentence_0"}
    assert neighbours["Cup_cell_1_2_0"] == rovers - {"Cup_cell_1_2_0"}
    assert neighbours["Cup_sentence_0"] == {*rovers, "Cup_cell_1_1_0", "Harbour League_cell_0_2_1"} - {"Cup_sentence_0"}
    assert "Cup_cell_1_3_0" not in neighbours
    assert np.bincount(sources, shares)[sources] == pytest.approx(1.0)


def test_tables_that_are_empty_or_gone_have_no_node_and_a_list_is_a_table_of_one_column():
    empty = Page("Empty", (List("list_0", "unordered_list", ()),))
    source = PagesInMemory([LEAGUE, empty])
    candidates = [
        PassageCandidate("Empty_list_0", "Empty", "list", 2.0, ""),
        PassageCandidate("Gone_table_0", "Gone", "table", 1.5, ""),
        PassageCandidate("Harbour League_list_0", "Harbour League", "list", 1.0, ""),
    ]
    found = tables_graph(CLAIM, candidates, source)
    assert found.candidates.tolist() == [2, 2]
    assert found.columns.tolist() == [0, 0]
    assert found.values[:, PLACE["given"]].tolist() == [0.5, 0.5]
    assert tables_graph(CLAIM, candidates[:2], source).ids == ()


def test_an_encoder_adds_the_cosines_of_the_claim_with_cell_row_and_column():
    def encode(texts):
        return np.array([[1.0, 0.0] if "Anchor Town" in text else [0.0, 1.0] for text in texts], np.float32)

    found = cells_graph(
        CLAIM, [cell("Harbour League_cell_0_2_1")], SOURCE, default_config().passages, Encoder("e", 2, "f", encode)
    )
    near = found.values[:, [PLACE["near"], PLACE["near_row"], PLACE["near_column"]]]
    assert near[at(found, "Harbour League_cell_0_2_1")].tolist() == [1, 1, 1]
    assert near[at(found, "Harbour League_cell_0_2_0")].tolist() == [0, 1, 0]
    assert near[at(found, "Harbour League_cell_0_1_1")].tolist() == [0, 0, 1]


def test_without_weights_the_stage_is_left_out_and_a_setting_that_there_is_not_is_refused(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('[stages]\ntables = ["see-st"]\npages = ["see-st"]\n', encoding="utf-8")
    notes = Pipeline(small_wiki(), load_config(own)).notes
    assert [note for note in notes if "see_st.tables" in note]
    assert [note for note in notes if "no pages" in note]
    own.write_text('[see_st]\nscore = "mean"\n', encoding="utf-8")
    with pytest.raises(ValueError, match="line 2: score"):
        load_config(own)
    with pytest.raises(NoModel, match="see_st.cells"):
        open_see_st(default_config(), "cells")
