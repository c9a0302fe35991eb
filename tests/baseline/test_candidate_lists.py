"""Lists of candidates that stages learn from: what is gold of each kind, signals, files, and the stages of one kind."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from annotation.release.record import EvidenceSetRecord, Record, lines, read_numbered
from baseline.candidates import KINDS, CellCandidate, PageCandidate, PassageCandidate, identity, kind_of
from baseline.cells.selection import SIGNALS as CELL_SIGNALS
from baseline.config import PageWeights, default_config, load_config
from baseline.passages.rank import SIGNALS as PASSAGE_SIGNALS
from baseline.pipeline import Pipeline
from baseline.rerank.lists import (
    BadLists,
    candidate_lists,
    gold_of,
    learnable,
    read_lists,
    write_lists,
)
from baseline.rerank.protocol import reordered
from tests.baseline.pages import small_wiki

CLAIM = "Anna Berg founded the Harbour League, which Anchor Town won in 2002."
GOLD = (
    "Harbour League_sentence_0",
    "Harbour League_cell_0_2_1",
    "Harbour League_header_cell_0_0_1",
    "Harbour League_table_caption_0",
    "Harbour League_item_0_1",
)


def record(*content: str, claim: str = CLAIM) -> Record:
    return Record(1, claim, "SUPPORTS", (EvidenceSetRecord(content, dict.fromkeys(content, ())),))


def test_the_kind_of_a_candidate():
    assert kind_of(PageCandidate("A", 1.0)) == "pages"
    assert kind_of(PassageCandidate("A_sentence_0", "A", "sentence", 1.0, "")) == "sentences"
    assert kind_of(PassageCandidate("A_list_0", "A", "list", 1.0, "")) == "tables"
    assert kind_of(CellCandidate("A_cell_0_0_0", "A_table_0", 1.0, "")) == "cells"


def test_what_is_gold_of_each_kind():
    row = record(*GOLD, "no id")
    assert gold_of(row, "pages") == {"Harbour League"}
    assert gold_of(row, "sentences") == {GOLD[0]}
    assert gold_of(row, "tables") == {"Harbour League_table_0", "Harbour League_list_0"}
    assert gold_of(row, "cells") == {*GOLD[1:]}


@pytest.mark.parametrize(
    ("kind", "signals"),
    [
        ("pages", len(fields(PageWeights))),
        ("sentences", len(PASSAGE_SIGNALS)),
        ("tables", len(PASSAGE_SIGNALS)),
        ("cells", len(CELL_SIGNALS)),
    ],
)
def test_a_list_has_all_candidates_of_the_pipeline_with_their_signals(kind, signals):
    (found,) = candidate_lists([(7, record(*GOLD))], small_wiki(), default_config(), kind, 0)
    assert (found.row, found.kind, found.claim) == (7, kind, CLAIM)
    assert {len(one.signals) for one in found.candidates} == {signals}
    assert len(found.texts) == len(found.candidates)
    gold = gold_of(record(*GOLD), kind)
    assert {identity(found.candidates[place]) for place in found.positives} <= gold
    assert found.positives
    kept = getattr(Pipeline(small_wiki()).find(CLAIM), kind)
    assert [identity(one) for one in found.candidates[: len(kept)]] == [identity(one) for one in kept]


def test_signals_are_what_scores_are_made_of():
    found = Pipeline(small_wiki()).find(CLAIM)
    weights = default_config().pages.weights
    for page in found.pages:
        of_weights = [getattr(weights, field.name) for field in fields(weights)]
        assert page.score == pytest.approx(sum(a * b for a, b in zip(page.signals, of_weights, strict=True)))
    (sentence,) = [one for one in found.sentences if one.element == GOLD[0]]
    named = dict(zip(PASSAGE_SIGNALS, sentence.signals, strict=True))
    assert (named["numbers"], named["named"]) == (0, 1)
    assert 0 < named["own"] <= named["covered"] <= 1
    (table,) = [one for one in found.tables if one.kind == "table"]
    assert dict(zip(PASSAGE_SIGNALS, table.signals, strict=True))["numbers"] == 1


def test_a_list_is_cut_at_the_depth_and_texts_may_be_left_out():
    (found,) = candidate_lists([(1, record(*GOLD))], small_wiki(), default_config(), "cells", 2, with_texts=False)
    assert (len(found.candidates), found.texts) == (2, ())


def test_lists_to_learn_from_have_a_positive_and_a_negative():
    rows = [(1, record(*GOLD)), (2, record("Nowhere_sentence_0")), (3, record(*GOLD, claim="?!"))]
    kept, skipped = learnable(candidate_lists(rows, small_wiki(), default_config(), "pages", 0))
    assert [one.row for one in kept] == [1]
    assert skipped == 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_gives_back_the_lists_that_were_written(tmp_path, kind):
    config = default_config()
    own = replace(config, stages=replace(config.stages, **{kind: (f"{__name__}.open_falling",)}))
    lists = [*candidate_lists([(1, record(*GOLD)), (2, record(claim="?!"))], small_wiki(), own, kind, 3)]
    assert {stage.stage for one in lists[0].candidates for stage in one.stages} == {"falling"}
    write_lists(tmp_path / "lists.jsonl", lists)
    assert [*read_lists(tmp_path / "lists.jsonl")] == lists


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"row": 1, "claim": "a", "kind": "tries", "candidates": []}'])
def test_a_file_of_something_else_is_named_with_its_line(tmp_path, line):
    path = tmp_path / "lists.jsonl"
    write_lists(path, candidate_lists([(1, record(*GOLD))], small_wiki(), default_config(), "pages", 0))
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(BadLists, match="line 2"):
        [*read_lists(path)]


def test_records_are_read_with_their_lines():
    text = [*lines([record(*GOLD), record(*GOLD)])]
    assert [number for number, _ in read_numbered(text)] == [2, 3]
    assert [number for number, _ in read_numbered(text[1:])] == [1, 2]


class Falling:
    name = "falling"

    def rerank(self, claim, candidates, source):
        return reordered(self.name, candidates, [*map(float, range(len(candidates)))])


def open_falling(config) -> Falling:
    return Falling()


def test_sentences_and_tables_have_stages_of_their_own_after_those_of_passages(tmp_path):
    file = tmp_path / "own.toml"
    name = f"{__name__}.open_falling"
    file.write_text(f'[stages]\npassages = ["{name}"]\nsentences = ["{name}"]\ntables = []\n')
    config = load_config(file)
    assert config.stages.of("sentences") == (name, name)
    assert config.stages.of("tables") == (name,)
    found = Pipeline(small_wiki(), config).find(CLAIM)
    assert {len(one.stages) for one in found.sentences} == {2}
    assert {len(one.stages) for one in found.tables} == {1}
    assert {len(one.stages) for one in (*found.pages, *found.cells)} == {0}


def test_a_stage_over_cells_is_given_all_of_them_and_may_bring_one_into_the_budget():
    config = default_config()
    small = replace(config, cells=replace(config.cells, keep=3))
    own = replace(small, stages=replace(small.stages, cells=(f"{__name__}.open_falling",)))
    plain, turned = Pipeline(small_wiki(), small).find(CLAIM), Pipeline(small_wiki(), own).find(CLAIM)
    assert len(turned.cells) == len(plain.cells) == 3
    assert not {one.element for one in turned.cells} & {one.element for one in plain.cells}
