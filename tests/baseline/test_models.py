"""Trained weights: tiny models made here, for what can be right and wrong with a folder of them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from baseline.config import Config, default_config
from baseline.models import NoModel, open_model
from baseline.pipeline import Pipeline
from baseline.source import PagesInMemory
from corpus.page.elements import Page
from tests.baseline.pages import small_wiki, table

torch = pytest.importorskip("torch", reason="no torch: bin/setup web models")
transformers = pytest.importorskip("transformers", reason="no torch: bin/setup web models")

pytestmark = pytest.mark.extended

CLAIM = "Anchor Town won the Harbour League in 2002."


def tiny(folder: Path, head: str, vocabulary: int = 300, **settings) -> str:
    """A RoBERTa of two layers with random weights and a tokenizer of bytes."""
    from tokenizers import ByteLevelBPETokenizer

    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    trained = ByteLevelBPETokenizer()
    trained.train_from_iterator([CLAIM], vocab_size=261, special_tokens=special)
    tokenizer = transformers.RobertaTokenizerFast(
        tokenizer_object=trained._tokenizer, add_prefix_space=True, model_max_length=128
    )
    config = transformers.RobertaConfig(
        vocab_size=vocabulary, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=130, **settings,
    )  # fmt: skip
    torch.manual_seed(0)
    getattr(transformers, f"RobertaFor{head}")(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)


def with_weights(cells: str = "", cross_encoder: str = "", verdict: str = "") -> Config:
    config = default_config()
    return replace(
        config,
        cells=replace(config.cells, weights=cells, threshold=0.0),
        cross_encoder=replace(config.cross_encoder, weights=cross_encoder),
        stages=replace(config.stages, passages=("cross-encoder",) if cross_encoder else ()),
        verdict=replace(config.verdict, weights=verdict),
    )


def test_a_token_classifier_reads_every_cell_of_a_long_table(tmp_path):
    weights = tiny(tmp_path, "TokenClassification", num_labels=2)
    rows = [["Season", "Champion"], *([str(1900 + r), f"Club {r}"] for r in range(60))]
    source = PagesInMemory([Page("Harbour League", (table(rows),))])
    config = with_weights(cells=weights)
    found = Pipeline(source, replace(config, cells=replace(config.cells, keep=1_000))).find("Club 7, Harbour League")
    assert len({cell.element for cell in found.cells}) == 122
    assert all(0 <= cell.score <= 1 for cell in found.cells)
    assert {one.model for one in found.suggestions if one.stage == "cells"} == {weights}


def test_a_cross_encoder_orders_passages_and_a_classifier_judges(tmp_path):
    labels = {0: "SUPPORTS", 1: "REFUTES", 2: "NOT ENOUGH INFO"}
    ranking = tiny(tmp_path / "rank", "SequenceClassification", num_labels=1)
    judging = tiny(tmp_path / "judge", "SequenceClassification", id2label=labels)
    found = Pipeline(small_wiki(), with_weights(cross_encoder=ranking, verdict=judging)).find(CLAIM)
    scores = [one.stages[-1].score for one in found.sentences]
    assert scores == sorted(scores, reverse=True)
    assert {one.model for one in found.suggestions if one.stage == "sentences"} == {ranking}
    assert found.verdict is not None
    assert sum(found.verdict.probabilities.values()) == pytest.approx(1)
    assert found.verdict.label == max(found.verdict.probabilities, key=found.verdict.probabilities.__getitem__)
    assert found.notes == ()


@pytest.mark.parametrize(
    ("head", "settings", "words"),
    [
        ("MaskedLM", {}, "trained for another task"),
        ("TokenClassification", {"num_labels": 3}, "3 outputs, and 2 are needed"),
    ],
)
def test_weights_of_another_task_are_refused(head, settings, words, tmp_path):
    with pytest.raises(NoModel, match=words):
        open_model(tiny(tmp_path, head, **settings), "TokenClassification", outputs=2)


def test_a_tokenizer_that_does_not_fit_is_refused(tmp_path):
    with pytest.raises(NoModel, match="do not belong together"):
        open_model(tiny(tmp_path, "TokenClassification", vocabulary=200, num_labels=2), "TokenClassification", 2)


def test_damaged_weights_are_refused_and_cost_their_stage_only(tmp_path):
    weights = tiny(tmp_path, "TokenClassification", num_labels=2)
    (tmp_path / "model.safetensors").write_bytes(b"cut off")
    found = Pipeline(small_wiki(), with_weights(cells=weights)).find(CLAIM)
    assert any("cannot be read" in note for note in found.notes)
    assert found.cells
    (tmp_path / "config.json").write_text(json.dumps({}))
    with pytest.raises(NoModel, match="cannot be read"):
        open_model(weights, "TokenClassification")


def test_running_out_of_gpu_memory_falls_back_to_the_lexical_scorer(tmp_path, monkeypatch):
    weights = tiny(tmp_path, "TokenClassification", num_labels=2)
    pipeline = Pipeline(small_wiki(), with_weights(cells=weights))

    def out_of_memory(*_args, **_more):
        raise torch.OutOfMemoryError("CUDA out of memory")

    monkeypatch.setattr(transformers.RobertaForTokenClassification, "forward", out_of_memory)
    found = pipeline.find(CLAIM)
    assert any("does not fit into the memory" in note for note in found.notes)
    assert "Harbour League_cell_0_2_1" in {cell.element for cell in found.cells}
