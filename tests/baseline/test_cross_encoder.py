"""The cross-encoder: what it reads of each kind of candidate, its head, and its folders. Tiny models made here."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from baseline.candidates import CellCandidate, PageCandidate, PassageCandidate
from baseline.config import Config, default_config
from baseline.models import NoModel
from baseline.pipeline import Pipeline
from baseline.rerank.cross_encoder.inputs import Inputs
from baseline.rerank.cross_encoder.stage import open_cross_encoder
from baseline.source import PagesInMemory
from corpus.page.elements import Page, Sentence
from tests.baseline.pages import small_wiki, table

CLAIM = "Anchor Town won the Harbour League in 2002."


def texts_of(*candidates, claim=CLAIM, source=None):
    inputs = Inputs(claim, source or small_wiki(), default_config().passages)
    return [inputs.text(one) for one in candidates]


def passage(element: str) -> PassageCandidate:
    kind = "sentence" if "_sentence_" in element else "list" if "_list_" in element else "table"
    return PassageCandidate(element, element.rpartition(f"_{kind}_")[0], kind, 1.0, "as found")


# --- What is read ----------------------------------------------------------------------------------------------------
def test_a_page_is_its_title_and_the_passage_that_fits_the_claim_best():
    (by_table,) = texts_of(PageCandidate("Harbour League", 1.0))
    assert by_table.startswith("Harbour League. Seasons. Champions. Season is 2002 ; Champion is Anchor Town")
    (by_sentence,) = texts_of(PageCandidate("Harbour League", 1.0), claim="Anna Berg founded the Harbour League.")
    assert by_sentence == "Harbour League. The Harbour League was founded by Anna Berg in 1901."
    assert texts_of(PageCandidate("Length", 1.0), claim="Quay Rovers") == [
        "Length. Length is a measure of distance, as the length of a ship."
    ]


def test_a_sentence_comes_with_title_and_headings_and_a_cell_with_its_headers():
    page = Page("Elm", (*small_wiki().page("Harbour League").elements, Sentence("sentence_9", "It is small.")))
    (sentence,) = texts_of(passage("Elm_sentence_9"), source=PagesInMemory([page]))
    assert sentence == "Elm. Grounds. It is small."
    (cell,) = texts_of(CellCandidate("Harbour League_cell_0_2_1", "Harbour League_table_0", 1.0, "Anchor Town"))
    assert cell == "Harbour League. Champion is Anchor Town ."


def test_a_table_has_the_rows_of_the_claim_first_and_a_list_its_items():
    found = texts_of(passage("Harbour League_table_0"), passage("Harbour League_list_0"))
    assert found == [
        "Harbour League. Seasons. Champions. Season is 2002 ; Champion is Anchor Town ; Goals is 28 . "
        "Season is 2001 ; Champion is Quay Rovers ; Goals is 31 . "
        "Season is 2003 ; Champion is Quay Rovers ; Goals is 44",
        "Harbour League. Grounds. Lighthouse Park, opened 1911 . Mole Stadium",
    ]


def test_a_long_table_is_cut_and_one_of_headers_alone_is_read():
    rows = [["Season", "Champion"], *([str(1000 + r), f"Club {r}"] for r in range(1_900))]
    long, heads = Page("Long", (table(rows),)), Page("Heads", (table([["Season", "Champion"]]),))
    source = PagesInMemory([long, heads])
    (text, of_heads) = texts_of(
        passage("Long_table_0"), passage("Heads_table_0"), claim="Club 1800 won in 2800.", source=source
    )
    assert text.startswith("Long. Season is 2800 ; Champion is Club 1800 . ")
    assert len(text) < 2_100
    assert of_heads == "Heads. Season ; Champion"


def test_what_the_source_does_not_have_is_read_as_it_was_found():
    assert texts_of(PageCandidate("Nowhere", 1.0), passage("Nowhere_sentence_0"), passage("Length_table_7")) == [
        "Nowhere", "as found", "as found",
    ]  # fmt: skip


# --- Models ----------------------------------------------------------------------------------------------------------
def listed(kind: str, **folders: str) -> Config:
    config = default_config()
    return replace(
        config,
        cross_encoder=replace(config.cross_encoder, **folders),
        stages=replace(config.stages, **{kind: ("cross-encoder",)}),
    )


def scorer(folder: Path, kind: str) -> str:
    """A folder as the training writes it, with random weights."""
    from baseline.models import open_model
    from baseline.rerank.cross_encoder.model import new_scorer, save_scorer
    from tests.baseline.test_models import tiny

    start = tiny(folder / "start", "SequenceClassification", num_labels=1)
    made = folder / kind
    made.mkdir()
    save_scorer(made, new_scorer(open_model(start, "SequenceClassification", outputs=1)), kind)
    return str(made)


@pytest.mark.extended
def test_the_score_is_that_of_the_formula(tmp_path):
    torch = pytest.importorskip("torch", reason="no torch: bin/setup web models")
    from baseline.models import encode_pairs
    from baseline.rerank.cross_encoder.model import open_scorer

    folder = scorer(tmp_path, "sentences")
    opened = open_scorer(Path(folder), "sentences")
    pairs = [(CLAIM, "Anchor Town"), (CLAIM, "Elmstad is a town by the sea.")]
    given = open_cross_encoder(listed("passages", sentences=folder), "sentences").score(pairs)
    with torch.no_grad():
        vectors = opened.model.encoder(**encode_pairs(opened.tokenizer, pairs, 128)).last_hidden_state[:, 0]
        hidden = (vectors @ opened.model.first.weight.T + opened.model.first.bias).clamp_min(0)
        wanted = torch.sigmoid(hidden @ opened.model.second.weight.T + opened.model.second.bias)[:, 0]
    assert given == pytest.approx(wanted.tolist(), abs=1e-6)
    assert len({*given}) == 2


@pytest.mark.extended
def test_each_kind_has_a_folder_of_its_own_and_weights_is_that_of_the_others(tmp_path):
    pytest.importorskip("torch", reason="no torch: bin/setup web models")
    from tests.baseline.test_models import tiny

    sentences = scorer(tmp_path, "sentences")
    plain = tiny(tmp_path / "plain", "SequenceClassification", num_labels=1)
    config = listed("passages", sentences=sentences, weights=plain)
    found = Pipeline(small_wiki(), config).find(CLAIM)
    (name,) = {one.stages[-1].stage for one in found.sentences}
    assert name.startswith("cross-encoder-")  # with a hash of its weights: those of another training are another stage
    assert {one.stages[-1].stage for one in found.tables} == {plain}
    assert all(0 < one.stages[-1].score < 1 for one in found.sentences)
    tables, cells = (open_cross_encoder(config, kind) for kind in ("tables", "cells"))
    assert tables is cells  # a model for all kinds is in memory once


def test_a_kind_without_a_folder_is_left_out_and_named():
    with pytest.raises(NoModel, match="cross_encoder.tables"):
        open_cross_encoder(default_config(), "tables")
    found = Pipeline(small_wiki(), listed("passages")).find(CLAIM)
    assert [note for note in found.notes if "cross-encoder" in note and "cross_encoder.sentences" in note]
    assert found.sentences == Pipeline(small_wiki()).find(CLAIM).sentences


@pytest.mark.extended
def test_weights_of_another_kind_are_refused_with_both_names(tmp_path):
    pytest.importorskip("torch", reason="no torch: bin/setup web models")
    folder = scorer(tmp_path, "pages")
    with pytest.raises(NoModel, match="pages, and is listed for tables"):
        open_cross_encoder(listed("passages", tables=folder), "tables")


@pytest.mark.extended
@pytest.mark.parametrize("harmed", ["model.safetensors", "encoder/config.json", "encoder/tokenizer.json"])
def test_a_damaged_folder_costs_its_stage_only(tmp_path, harmed):
    pytest.importorskip("torch", reason="no torch: bin/setup web models")
    folder = scorer(tmp_path, "sentences")
    (Path(folder) / harmed).write_bytes(b"cut off")
    found = Pipeline(small_wiki(), listed("passages", sentences=folder)).find(CLAIM)
    assert [note for note in found.notes if folder in note and "cannot be read" in note]
    assert found.sentences == Pipeline(small_wiki()).find(CLAIM).sentences


@pytest.mark.extended
def test_a_folder_says_what_it_is(tmp_path):
    pytest.importorskip("torch", reason="no torch: bin/setup web models")
    about = json.loads((Path(scorer(tmp_path, "cells")) / "config.json").read_text())
    assert about == {"model_type": "attest-cross-encoder", "stage": "cross-encoder", "kind": "cells"}
