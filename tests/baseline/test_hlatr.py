"""HLATR in numpy: equal to torch, for lists of any length, and for whom its weights are none."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from baseline.candidates import CellCandidate, Kind, PageCandidate, StageScore
from baseline.config import Config, PageWeights, default_config
from baseline.models import NoModel
from baseline.pipeline import Pipeline
from baseline.rerank.hlatr.features import features, stage_names, width
from baseline.rerank.hlatr.model import FILE, About, load_hlatr, open_hlatr
from tests.baseline.pages import small_wiki

torch = pytest.importorskip("torch", reason="no torch: bin/setup web models")
pytest.importorskip("safetensors.torch", reason="no torch: bin/setup web models")

from baseline.training.rerank.hlatr import model_scores, new_model, save_model, side_by_side  # noqa: E402

ABOUT = About("pages", length=60, stages=1, signals=2, hidden=32, heads=2, layers=2)
CLAIM = "Anna Berg founded the Harbour League, which Anchor Town won in 2002."


def pages(count: int, *stages: str) -> list[PageCandidate]:
    rng = np.random.default_rng(count)
    return [
        PageCandidate(
            f"Page {place}", float(rng.normal()), signals=tuple(rng.normal(size=2).tolist()),
            stages=tuple(StageScore(name, place + 1, float(rng.normal())) for name in stages),
        )
        for place in range(count)
    ]  # fmt: skip


def saved(folder: Path, about: About = ABOUT) -> str:
    """A model of random weights."""
    folder.mkdir(exist_ok=True)
    torch.manual_seed(1)
    module = new_model(about).eval()
    for value in module.parameters():
        torch.nn.init.normal_(value, std=0.3)
    module.mean.copy_(torch.rand(len(module.mean)))
    module.deviation.copy_(torch.rand(len(module.mean)) + 0.1)
    save_model(folder, module, about)
    return str(folder)


def with_hlatr(kind: Kind, folder: str) -> Config:
    config = default_config()
    return replace(
        config,
        stages=replace(config.stages, **{kind: ("hlatr",)}),
        hlatr=replace(config.hlatr, **{kind: folder}),
    )


# --- Features --------------------------------------------------------------------------------------------------------


def test_features_are_scores_and_signals_as_they_are_and_less_the_best():
    first = PageCandidate("A", 3.0, signals=(0.5,), stages=(StageScore("a", 2, 7.0),))
    second = PageCandidate("B", 1.0, signals=(1.0,))
    assert features([first, second]).tolist() == [
        [3, 0.5, 7, 0, -0.5, 0, 0.5],
        [1, 1, 7, -2, 0, 0, 0],
    ]
    assert features([first, second]).shape[1] == width(stages=1, signals=1)
    assert features([second]).tolist() == [[1, 1, 0, 0]]


def test_a_candidate_that_an_early_stage_did_not_order_has_its_later_scores_where_they_belong():
    both = (StageScore("a", 1, 9.0), StageScore("b", 2, 5.0))
    candidates = [PageCandidate("A", 1.0, stages=both[1:]), PageCandidate("B", 1.0, stages=both)]
    assert stage_names(candidates) == ["a", "b"]
    assert features(candidates)[0].tolist() == [1, 9, 5, 0, 0, 0, 0, 0.5]


# --- Inference -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 7, 60])
def test_inference_in_numpy_is_that_of_torch(count, tmp_path):
    model = load_hlatr(Path(saved(tmp_path)))
    module = new_model(ABOUT).eval()
    module.load_state_dict({name: torch.from_numpy(value.copy()) for name, value in model.weights.items()})
    values = features(pages(count, "a"))
    others = features(pages(33, "a"))  # lists side by side do not mix
    with torch.inference_mode():
        theirs = model_scores(module, *side_by_side([values, others]))[0, :count]
    assert model.scores(values).tolist() == pytest.approx(theirs.tolist(), abs=1e-5)


def test_what_comes_beyond_the_length_keeps_its_place_and_order(tmp_path):
    model = load_hlatr(Path(saved(tmp_path)))
    given = pages(500, "a")
    found = model.rerank(CLAIM, given, small_wiki())
    assert [one.title for one in found[60:]] == [one.title for one in given[60:]]
    assert sorted(one.title for one in found[:60]) == sorted(one.title for one in given[:60])
    assert [one.stages[-1].stage for one in found[:60]] == [model.name] * 60
    assert {len(one.stages) for one in found[60:]} == {1}


def test_one_candidate_and_none(tmp_path):
    model = load_hlatr(Path(saved(tmp_path)))
    assert model.rerank(CLAIM, [], small_wiki()) == []
    (only,) = model.rerank(CLAIM, pages(1, "a"), small_wiki())
    assert only.stages[-1].rank == 1


def test_equal_candidates_of_equal_titles_all_come_back(tmp_path):
    model = load_hlatr(Path(saved(tmp_path)))
    same = [replace(pages(1, "a")[0], title="Page") for _ in range(9)]
    found = model.rerank(CLAIM, same, small_wiki())
    assert [one.title for one in found] == ["Page"] * 9
    assert [one.stages[-1].rank for one in found] == [*range(1, 10)]


def test_it_orders_the_pages_of_the_pipeline_and_its_name_is_part_of_the_version(tmp_path):
    about = replace(ABOUT, stages=0, signals=len(fields(PageWeights)))
    config = with_hlatr("pages", saved(tmp_path, about))
    pipeline = Pipeline(small_wiki(), config)
    (stage,) = pipeline.rerankers["pages"]
    found = pipeline.find(CLAIM)
    assert {page.stages[-1].stage for page in found.pages} == {stage.name}
    before = pipeline.version
    module = new_model(about)
    save_model(tmp_path, module, about)
    assert Pipeline(small_wiki(), config).version != before


# --- Weights of something else ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("about", "given", "words"),
    [
        (ABOUT, [CellCandidate("A_cell_0_0_0", "A_table_0", 1.0, "x")], "trained on pages, and these are cells"),
        (replace(ABOUT, signals=3), pages(3, "a"), "with 3 signals, and these have 2"),
        (ABOUT, pages(3), r"behind 1 stages, and is used behind 0 \(none\)"),
        (ABOUT, pages(3, "a", "b"), r"behind 1 stages, and is used behind 2 \(a, b\)"),
    ],
)
def test_lists_of_another_shape_are_refused_and_both_are_named(about, given, words, tmp_path):
    with pytest.raises(NoModel, match=words):
        load_hlatr(Path(saved(tmp_path, about))).rerank(CLAIM, given, small_wiki())


def test_weights_of_another_kind_and_no_weights_are_left_out_with_a_note(tmp_path):
    config = with_hlatr("tables", saved(tmp_path))
    with pytest.raises(NoModel, match="was trained on pages, and is configured for tables"):
        open_hlatr(config, "tables")
    with pytest.raises(NoModel, match=r"hlatr\.cells"):
        open_hlatr(config, "cells")
    found, plain = Pipeline(small_wiki(), config).find(CLAIM), Pipeline(small_wiki()).find(CLAIM)
    assert found.tables == plain.tables
    assert [note for note in found.notes if "Stage hlatr of tables is left out" in note]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"length": 61}, "are 60, 32, 2, 9, config.json says 61, 32, 2, 9"),
        ({"heads": 5}, "cannot be read"),
        ({"layers": 3}, "do not fit"),
        ({"signals": 9}, "do not fit"),
        ({"model_type": "attest-hybrank"}, "'attest-hybrank'"),
        ({"surprise": 1}, "cannot be read"),
    ],
)
def test_a_config_of_other_weights_is_refused(change, words, tmp_path):
    saved(tmp_path)
    file = tmp_path / "config.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    with pytest.raises(NoModel, match=words):
        load_hlatr(tmp_path)


def test_weights_that_are_cut_off_are_refused(tmp_path):
    saved(tmp_path)
    (tmp_path / FILE).write_bytes((tmp_path / FILE).read_bytes()[:-9])
    with pytest.raises(NoModel, match="cannot be read"):
        load_hlatr(tmp_path)
