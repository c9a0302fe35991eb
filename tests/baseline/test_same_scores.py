"""A claim's scores are the same in every process, and are called by another name where other weights give them."""

from __future__ import annotations

import os
import subprocess
import sys

from baseline import config
from baseline.config import default_config

PRINT_SCORES = """
from baseline.cells.features import features
from baseline.cells.table_words import table_words
from baseline.words import claim_words
from tests.baseline.pages import table

names = "amber birch cedar delta ember fjord grove haven inlet jetty knoll lagoon marsh nook oasis prairie".split()
rows = [["Name", "Place", "Words"]] + [
    [f"{one} {two}", f"{two} {one} {three}", " ".join(names[: place + 3])]
    for place, (one, two, three) in enumerate(zip(names, names[3:], names[5:]))
]
claim = claim_words("The " + " ".join(names[1::2]) + " of the " + " ".join(names[::4]) + " stands in the fjord.")
for scored in features(claim, table_words(table(rows))):
    print([value.hex() for value in map(float, scored.features)])
"""


def scores(seed: int) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    done = subprocess.run(
        [sys.executable, "-c", PRINT_SCORES], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_processes_that_order_words_differently_score_alike():
    found = {scores(seed) for seed in range(1, 5)}
    assert len(found) == 1 and "0x1" in found.pop()


def test_other_weights_of_cells_are_another_version(tmp_path, monkeypatch):
    shipped = default_config().version
    monkeypatch.setattr(config, "CELL_WEIGHTS", tmp_path / "weights.toml")
    config.CELL_WEIGHTS.write_text("[wikipedia]\n")
    config._cell_weights.cache_clear()
    try:
        assert default_config().version != shipped
    finally:
        monkeypatch.undo()
        config._cell_weights.cache_clear()
    assert default_config().version == shipped
