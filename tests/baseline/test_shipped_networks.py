"""The shipped table networks: they open without torch, score the cells of one table, and cost their stage alone."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from baseline import config as settings
from baseline.cells import network as inference
from baseline.cells.network import INPUTS, NETWORKS, network_cells, shipped_network
from baseline.config import BadConfig, default_config
from baseline.pipeline import Pipeline
from baseline.words import claim_words
from tests.baseline.pages import SEASONS, small_wiki, table

CLAIM = "Anchor Town won the Harbour League in 2002."


def with_profile(name: str) -> settings.Config:
    config = default_config()
    return replace(config, cells=replace(config.cells, profile=name))


@pytest.mark.parametrize("name", NETWORKS)
def test_a_network_is_as_large_as_it_is_said_to_be(name):
    network = shipped_network(name)
    assert tuple(network.about.inputs) == INPUTS
    assert 80_000 < sum(value.size for value in network.weights.values()) < 90_000
    assert network.about.headers is (name == "scientific")


@pytest.mark.parametrize("name", NETWORKS)
def test_the_row_of_the_claim_is_above_the_threshold_and_the_others_below(name):
    threshold = getattr(default_config().cells.thresholds, name)
    found = network_cells(shipped_network(name), claim_words(CLAIM), table(SEASONS))
    assert [cell.score for cell in found] == sorted((cell.score for cell in found), reverse=True)
    shown = {cell.id for cell in found if cell.score >= threshold}
    assert {"cell_0_2_0", "cell_0_2_1"} <= shown
    assert not shown & {"cell_0_1_0", "cell_0_1_1", "cell_0_3_0", "cell_0_3_1"}


@pytest.mark.parametrize(
    ("profile", "model"),
    [
        ("evidence", "lexical-evidence"),
        ("wikipedia", "network-wikipedia"),
        ("scientific", "network-scientific"),
        ("lexical-wikipedia", "lexical-wikipedia"),
    ],
)
def test_a_profile_names_what_scores_the_cells(profile, model):
    found = Pipeline(small_wiki(), with_profile(profile)).find(CLAIM)
    assert {one.model for one in found.suggestions if one.stage == "cells"} == {model}
    assert found.cells[0].holder == "Harbour League_table_0"


def test_an_unknown_profile_is_refused():
    with pytest.raises(BadConfig, match="lexical-scientific"):
        Pipeline(small_wiki(), with_profile("fetaqa"))


def test_a_network_that_cannot_be_read_is_named_and_the_regression_scores(tmp_path, monkeypatch):
    monkeypatch.setattr(inference, "CELL_NETWORKS", tmp_path)
    shipped_network.cache_clear()
    try:
        found = Pipeline(small_wiki(), with_profile("wikipedia")).find(CLAIM)
    finally:
        shipped_network.cache_clear()
    assert {one.model for one in found.suggestions if one.stage == "cells"} == {"lexical-wikipedia"}
    assert any(str(tmp_path / "wikipedia") in note for note in found.notes)


def test_another_network_is_another_version(tmp_path, monkeypatch):
    shipped = default_config().version
    monkeypatch.setattr(settings, "CELL_NETWORKS", tmp_path)
    settings._cell_weights.cache_clear()
    try:
        assert default_config().version != shipped
    finally:
        monkeypatch.undo()
        settings._cell_weights.cache_clear()


def test_scoring_by_a_network_imports_no_torch():
    code = (
        "import sys\n"
        "from baseline.cells.network import network_cells, shipped_network\n"
        "from baseline.words import claim_words\n"
        "from tests.baseline.pages import SEASONS, table\n"
        f"assert network_cells(shipped_network('wikipedia'), claim_words({CLAIM!r}), table(SEASONS))\n"
        "assert not {'torch', 'transformers', 'sklearn'} & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
