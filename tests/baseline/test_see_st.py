"""SEE-ST in numpy: equal to torch, for tables and cells, of any size; its losses; whom its weights are for."""

from __future__ import annotations

import json
import shutil
import time
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from baseline.candidates import Kind, PassageCandidate
from baseline.config import SEE_ST_SCORES, Config, default_config
from baseline.models import NoModel
from baseline.pipeline import Pipeline
from baseline.rerank.see_st.graph import INPUTS, tables_graph
from baseline.rerank.see_st.model import FILE, About, Network, load_network
from baseline.rerank.see_st.stage import graph_of, open_see_st
from baseline.source import PagesInMemory
from corpus.page.elements import Page
from tests.baseline.pages import LEAGUE, WIKI, small_wiki, table

torch = pytest.importorskip("torch", reason="no torch: bin/setup web models")
pytest.importorskip("safetensors.torch", reason="no torch: bin/setup web models")

from baseline.training.rerank.see_st import (  # noqa: E402
    Example,
    as_tensors,
    model_parts,
    new_model,
    of_candidates,
    save_model,
)

pytestmark = pytest.mark.extended

CLAIM = "Anna Berg founded the Harbour League, which Anchor Town won in 2002."
KINDS: tuple[Kind, ...] = ("tables", "cells")


def about_of(kind: Kind) -> About:
    return About(kind, 20, 16, 2, "")


def saved(folder: Path, kind: Kind) -> str:
    """A model of random weights."""
    folder.mkdir(exist_ok=True)
    torch.manual_seed(1)
    model = new_model(about_of(kind)).eval()
    model.mean.uniform_(0, 0.5)
    model.deviation.uniform_(0.5, 1)
    save_model(folder, model, about_of(kind))
    return str(folder)


def module_in(folder: str, kind: Kind):
    from safetensors.torch import load_file

    model = new_model(about_of(kind)).eval()
    model.load_state_dict(load_file(Path(folder) / FILE))
    return model


def with_see_st(kind: Kind, folder: str, **more: str) -> Config:
    config = default_config()
    return replace(
        config,
        stages=replace(config.stages, **{kind: ("see-st",)}),
        see_st=replace(config.see_st, **{kind: folder, **more}),
    )


def graph(kind: Kind, source=None):
    source = source or small_wiki()
    found = Pipeline(source).candidates(CLAIM, kind)
    return graph_of(CLAIM, found, source, default_config().passages, None), len(found)


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_that_of_torch(kind: Kind, tmp_path: Path):
    folder = saved(tmp_path / "a", kind)
    given, _ = graph(kind)
    with torch.no_grad():
        wanted = model_parts(module_in(folder, kind), as_tensors(given), kind)
    for found, part in zip(load_network(Path(folder)).parts(given), wanted, strict=True):
        assert found.dtype == np.float32
        assert np.allclose(found, part.numpy(), rtol=0, atol=1e-5)


@pytest.mark.parametrize("how", SEE_ST_SCORES)
def test_row_and_column_are_joined_as_the_settings_say(how: str, tmp_path: Path):
    from scipy.special import expit

    given, count = graph("tables")
    network = load_network(Path(saved(tmp_path / "a", "tables")))
    rows, columns, _ = (expit(part) for part in network.parts(given))
    found = network.scores(given, count, how)
    for place in range(count):
        own = given.candidates == place
        row, column = rows[given.rows[own]].max(), columns[given.columns[own]].max()
        wanted = {"product": row * column, "sum": row + column, "row": row, "column": column}[how]
        assert found[place] == pytest.approx(wanted, abs=1e-6)


def test_a_table_scores_the_same_whatever_stands_beside_it(tmp_path: Path):
    candidates = [PassageCandidate(f"Harbour League_{name}_0", "Harbour League", "table", 1.0, "")
                  for name in ("table", "list")]  # fmt: skip
    given, count = tables_graph(CLAIM, candidates, small_wiki()), 2
    network = load_network(Path(saved(tmp_path / "a", "tables")))
    one = Example(given, np.zeros(len(given.ids), bool), frozenset(), count)
    alone = of_candidates(one, {1}).graph
    assert network.scores(alone, count, "product")[1] == pytest.approx(network.scores(given, count, "product")[1])


def test_one_name_that_is_shared_changes_what_a_cell_scores(tmp_path: Path):
    given, count = graph("cells")
    network = load_network(Path(saved(tmp_path / "a", "cells")))
    none = (given.names[0][:0], given.names[1][:0], given.names[2][:0])
    assert len(given.names[0])
    assert not np.allclose(
        network.scores(given, count, "product"), network.scores(replace(given, names=none), count, "product")
    )


# --- Bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [[["Season"]], [["Season", "Champion"]], [["a"] * 100] * 100, []])
def test_tables_of_one_row_of_ten_thousand_cells_and_of_none_are_ordered(rows, tmp_path: Path):
    source = PagesInMemory([*WIKI, Page("Odd", (table(rows),))])
    stage = open_see_st(with_see_st("tables", saved(tmp_path / "a", "tables")), "tables")
    given = [PassageCandidate("Odd_table_0", "Odd", "table", 1.0, ""),
             PassageCandidate("Harbour League_table_0", "Harbour League", "table", 0.5, "")]  # fmt: skip
    started = time.process_time()
    found = stage.rerank(CLAIM, given, source)
    assert time.process_time() - started < 30
    assert sorted(one.element for one in found) == sorted(one.element for one in given)
    scores = {one.element: one.stages[-1].score for one in found}
    assert (scores["Odd_table_0"] == 0) is (rows == [])


def test_no_candidates_and_tables_that_are_gone(tmp_path: Path):
    stage = open_see_st(with_see_st("tables", saved(tmp_path / "a", "tables")), "tables")
    assert stage.rerank(CLAIM, [], small_wiki()) == []
    gone = [PassageCandidate(f"Gone_table_{n}", "Gone", "table", 1.0, "") for n in range(3)]
    found = stage.rerank(CLAIM, gone, small_wiki())
    assert [one.element for one in found] == [one.element for one in gone]


def change(folder: str, **values: object) -> None:
    file = Path(folder) / "config.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | values), encoding="utf-8")


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"width": 24}, r"are 16, .* says 24"),
        ({"inputs": [*INPUTS, "more"]}, f"{len(INPUTS) + 1} inputs"),
        ({"mixes": 1}, r", 2, .*, 1\."),
        ({"mixes": 3}, r", 2, .*, 3\."),
        ({"kind": "cells"}, "trained on cells"),
        ({"model_type": "other"}, "other"),
        ({"vectors": "lsa 1"}, "lsa 1"),
    ],
)
def test_weights_of_another_shape_kind_or_encoder_are_named(values, said, tmp_path: Path):
    folder = saved(tmp_path / "a", "tables")
    change(folder, **values)
    if values.get("kind"):  # and one whose weights are those of cells
        shutil.copy(Path(saved(tmp_path / "b", "cells")) / FILE, Path(folder) / FILE)
    with pytest.raises(NoModel, match=said):
        open_see_st(with_see_st("tables", folder), "tables")


def test_another_vocabulary_is_named_with_that_of_the_training(tmp_path: Path):
    folder = saved(tmp_path / "a", "tables")
    change(folder, vectors="lsa 0123")
    stage = open_see_st(with_see_st("tables", folder, vectors="lsa"), "tables")
    given = [PassageCandidate("Harbour League_table_0", "Harbour League", "table", 0.5, "")]
    with pytest.raises(NoModel, match="lsa 0123.*lsa "):
        stage.rerank(CLAIM, given, PagesInMemory([LEAGUE, *WIKI]))


def test_a_damaged_file_of_weights_is_named(tmp_path: Path):
    folder = saved(tmp_path / "a", "tables")
    (Path(folder) / FILE).write_bytes(b"12345678901234567890")
    with pytest.raises(NoModel, match=r"a' cannot be read"):
        open_see_st(with_see_st("tables", folder), "tables")


def test_the_network_of_a_file_is_that_of_its_about(tmp_path: Path):
    network = load_network(Path(saved(tmp_path / "a", "cells")))
    assert isinstance(network, Network)
    assert asdict(network.about) | {"inputs": INPUTS} == asdict(about_of("cells"))
