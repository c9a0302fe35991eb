"""HybRank in numpy: equal to torch, for lists of any length, and for whom its weights are none."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from baseline.candidates import Kind, PageCandidate, PassageCandidate
from baseline.config import Config, default_config
from baseline.dense.encoder import Encoder
from baseline.models import NoModel
from baseline.pipeline import Pipeline
from baseline.rerank.hybrank.model import FILE, About, load_network, spread
from baseline.rerank.hybrank.similarities import K1, B, lexical, similarities
from baseline.rerank.hybrank.stage import open_hybrank, vectors_name
from baseline.source import PagesInMemory
from baseline.words import STOP_STEMS, stems_of
from corpus.page.elements import Page, Sentence
from search.bm25 import Bm25, idf
from tests.baseline.pages import WIKI

torch = pytest.importorskip("torch", reason="no torch: bin/setup web models")
pytest.importorskip("safetensors.torch", reason="no torch: bin/setup web models")

from baseline.training.rerank.hybrank import Example, model_scores, new_model, save_model, side_by_side  # noqa: E402

CLAIM = "Anna Berg founded the Harbour League, which Anchor Town won in 2002."
MORE = [Page(f"Page {n}", (Sentence("sentence_0", f"Text {n} of ships and towns {n % 9}."),)) for n in range(40)]
SOURCE = PagesInMemory([*WIKI, *MORE])
ABOUT = About("pages", anchors=12, dimensions=64, length=30, vectors=vectors_name(SOURCE.lsa().encoder))


def saved(folder: Path, about: About = ABOUT) -> str:
    """A model of random weights."""
    folder.mkdir(exist_ok=True)
    torch.manual_seed(1)
    module = new_model(about).eval()
    for value in module.parameters():
        torch.nn.init.normal_(value, std=0.2)
    save_model(folder, module, about)
    return str(folder)


def module_in(folder: str, about: About = ABOUT):
    from safetensors.torch import load_file

    module = new_model(about).eval()
    module.load_state_dict(load_file(Path(folder) / FILE))
    return module


def with_hybrank(kind: Kind, folder: str, **more: object) -> Config:
    config = default_config()
    return replace(
        config,
        stages=replace(config.stages, **{kind: ("hybrank",)}),
        hybrank=replace(config.hybrank, **{"anchors": 12, "table_anchors": 12, kind: folder, **more}),
    )


def given_values(size: int, anchors: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(size)
    return rng.random((size + 1, anchors, 4), np.float32), rng.random(size, np.float32)


# --- The network -----------------------------------------------------------------------------------------------------


def test_it_is_that_of_torch_for_lists_of_any_length(tmp_path: Path):
    folder = saved(tmp_path / "a")
    network, module = load_network(Path(folder)), module_in(folder)
    lists = [given_values(size, min(size, ABOUT.anchors)) for size in (30, 1, 2, 11, 12, 13)]
    examples = [
        Example(values, spread(given), given > 1, np.arange(1, len(given) + 1), np.arange(values.shape[1]))
        for values, given in lists
    ]
    with torch.no_grad():
        together = model_scores(module, side_by_side(examples)).numpy()
    for row, (values, given) in zip(together, lists, strict=True):
        found = network.scores(values, given)
        assert found.dtype == np.float32
        assert np.allclose(found, row[: len(given)], rtol=0, atol=1e-5)
        assert (row[len(given) :] < -1000).all()


def test_the_order_of_candidates_behind_the_anchors_matters_by_their_ranks_alone(tmp_path: Path):
    network = load_network(Path(saved(tmp_path / "a")))
    network = replace(network, weights={**network.weights, "ranks": np.zeros((31, 64), np.float32)})
    values, given = given_values(20, 12)
    turned = [*range(12), *range(19, 11, -1)]
    rows = [0, *(place + 1 for place in turned)]
    assert np.allclose(network.scores(values, given)[turned], network.scores(values[rows], given[turned]), atol=1e-4)


def test_scores_that_are_all_the_same_weigh_nothing():
    assert spread(np.array([3.0, 3.0])).tolist() == [0, 0]
    assert spread(np.array([1.0, 3.0, 2.0])).tolist() == [0, 1, 0.5]


# --- Similarities ----------------------------------------------------------------------------------------------------


def test_the_first_channel_is_bm25():
    texts = ["Ships and towns and ships.", "Towns of the north.", "A harbour with ships.", ""]
    found = lexical("Ships of the harbour", texts, 3)
    assert found.shape == (5, 3)
    bags = [Counter(stem for stem in stems_of(text) if stem not in STOP_STEMS) for text in texts]
    words = {word for bag in bags for word in bag}
    weights = {word: idf(4, sum(word in bag for bag in bags)) for word in words}
    scorer = Bm25(K1, B, sum(bag.total() for bag in bags) / 4)
    for row, question in enumerate(["Ships of the harbour", *texts]):
        asked = {word: weights[word] for word in stems_of(question) if word in weights}
        for column in range(3):
            wanted = scorer.score(asked, bags[column], bags[column].total())
            assert found[row, column] == pytest.approx(wanted, abs=1e-5)


def test_both_norms_of_both_channels_are_kept():
    encoder = Encoder("rows", 2, "", lambda texts: np.array([[1, 0], [1, 0], [0, 1]], np.float32)[: len(texts)])
    found = similarities("ship", ["ship", "town"], 100, encoder)
    assert found.shape == (3, 2, 4)
    assert found[0, :, 1].tolist() == [1, 0]
    assert found[0, :, 3].tolist() == [1, 0]
    assert found[0, :, 2].tolist() == pytest.approx([1 / (1 + math.exp(-8)), 1 / (1 + math.exp(8))])
    assert found[..., 0].sum(axis=1) == pytest.approx([1, 1, 1])


# --- The stage -------------------------------------------------------------------------------------------------------


def pages(count: int) -> list[PageCandidate]:
    return [PageCandidate(f"Page {place % 40}", 1.0 - place / 1000) for place in range(count)]


@pytest.mark.parametrize("count", [0, 1, 2, 11, 12, 13, 500])
def test_lists_of_any_length_are_ordered(count: int, tmp_path: Path):
    stage = open_hybrank(with_hybrank("pages", saved(tmp_path / "a")), "pages")
    given = pages(count)
    found = stage.rerank(CLAIM, given, SOURCE)
    assert sorted(one.score for one in found) == sorted(one.score for one in given)
    assert [one.stages[-1].rank for one in found if one.stages] == [*range(1, min(count, 30) + 1)]
    assert [one.score for one in found[30:]] == [one.score for one in given[30:]]


def test_equal_titles_and_equal_scores_keep_their_order(tmp_path: Path):
    stage = open_hybrank(with_hybrank("pages", saved(tmp_path / "a")), "pages")
    weights = {**stage.network.weights, "ranks": np.zeros((31, 64), np.float32)}
    stage = replace(stage, network=replace(stage.network, weights=weights))
    found = stage.rerank(CLAIM, [PageCandidate("Anna Berg", 1.0, name) for name in "abc"], SOURCE)
    assert max(one.stages[0].score for one in found) - min(one.stages[0].score for one in found) < 1e-4
    unknown = stage.rerank("", [PageCandidate("Gone", 1.0), PageCandidate("Gone too", 1.0)], SOURCE)
    assert len(unknown) == 2


def test_what_the_weights_were_not_trained_for_is_named_with_what_they_were(tmp_path: Path):
    folder = saved(tmp_path / "a")
    for config, kind, named in (
        (with_hybrank("sentences", folder), "sentences", ("pages", "sentences")),
        (with_hybrank("pages", folder, anchors=100), "pages", ("12 anchors", "100")),
        (with_hybrank("pages", folder, dimensions=32), "pages", ("64 dimensions", "32")),
        (with_hybrank("pages", ""), "pages", ("hybrank.pages", "--stage hybrank")),
        (with_hybrank("pages", str(tmp_path)), "pages", (str(tmp_path), "config.json")),
    ):
        with pytest.raises(NoModel) as raised:
            open_hybrank(config, kind)
        assert all(part in str(raised.value) for part in named)
    stage = open_hybrank(with_hybrank("pages", folder), "pages")
    other = PagesInMemory(MORE)
    with pytest.raises(NoModel) as raised:
        stage.rerank(CLAIM, pages(3), other)
    assert SOURCE.lsa().fingerprint in str(raised.value)
    assert other.lsa().fingerprint in str(raised.value)
    with pytest.raises(NoModel, match="pages.*sentences"):
        stage.rerank(CLAIM, [PassageCandidate("Length_sentence_0", "Length", "sentence", 1.0, "x")], SOURCE)


@pytest.mark.parametrize(
    "change", [{"anchors": 13}, {"dimensions": 32}, {"length": 5}, {"model_type": "other"}, {"x": 1}]
)
def test_a_config_that_does_not_fit_its_weights_is_named(change: dict[str, object], tmp_path: Path):
    folder = saved(tmp_path / "a")
    (tmp_path / "a" / "config.json").write_text(json.dumps(asdict(ABOUT) | change))
    with pytest.raises(NoModel, match=str(tmp_path)):
        load_network(Path(folder))


def test_weights_that_are_cut_off_are_named(tmp_path: Path):
    folder = saved(tmp_path / "a")
    whole = (tmp_path / "a" / FILE).read_bytes()
    (tmp_path / "a" / FILE).write_bytes(whole[: len(whole) // 2])
    with pytest.raises(NoModel, match="cannot be read"):
        load_network(Path(folder))


def test_a_stage_that_cannot_be_used_costs_itself(tmp_path: Path):
    folder = saved(tmp_path / "a")
    source = PagesInMemory(WIKI)
    found, plain = Pipeline(source, with_hybrank("pages", folder)).find(CLAIM), Pipeline(source).find(CLAIM)
    assert found.pages == plain.pages
    assert [note for note in found.notes if folder in note]
    ordered = Pipeline(SOURCE, with_hybrank("pages", folder)).find(CLAIM)
    assert {stage.stage for page in ordered.pages for stage in page.stages} == {
        open_hybrank(with_hybrank("pages", folder), "pages").name
    }
