"""Training of a cross-encoder by the command, on tiny files and a tiny encoder made here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baseline.config import load_config
from baseline.pipeline import Pipeline
from baseline.rerank.lists import read_lists
from baseline.training.__main__ import main
from tests.baseline.test_models import tiny
from tests.baseline.test_training_data import leagues
from tests.baseline.training_data import read_metrics, write_data

torch = pytest.importorskip("torch", reason="no torch: bin/setup web models")
safetensors = pytest.importorskip("safetensors.torch", reason="no torch: bin/setup web models")

pytestmark = pytest.mark.extended

CLAIM = "Quay Rovers won League 0 in 2001."
QUICK = ["--batch", "4", "--rate", "0.01", "--seed", "3"]


@pytest.fixture
def start(tmp_path):
    return tiny(tmp_path / "start", "MaskedLM")


def given(tmp_path: Path, start: str, kind: str, *more: str, out: str = "out") -> list[str]:
    """A fifth of the training file stops the training."""
    train, _, pages = (write_data(tmp_path / "data")[place : place + 2] for place in (0, 2, 4))
    stage = ["rerank", kind, "--stage", "cross-encoder", "--start", start]
    return [*stage, *train, *pages, "--out", str(tmp_path / out), *QUICK, *more]


def weights_in(folder: Path):
    return safetensors.load_file(folder / "model.safetensors")


@pytest.mark.parametrize("kind", ["pages", "sentences", "tables", "cells"])
def test_what_was_trained_for_a_kind_orders_it(tmp_path, start, kind, capsys):
    main(given(tmp_path, start, kind, "--steps", "2"))
    said = capsys.readouterr().out
    file = tmp_path / "own.toml"
    file.write_text(said[said.index("[stages]") :], encoding="utf-8")
    found = Pipeline(leagues(), load_config(file)).find(CLAIM)
    assert not [note for note in found.notes if "cross-encoder" in note]
    for of in ("pages", "sentences", "tables", "cells"):
        scored = {stage.stage.rpartition("-")[0] for one in getattr(found, of) for stage in one.stages}
        assert scored == ({"cross-encoder"} if of == kind else set())
    about = json.loads((tmp_path / "out" / "training.json").read_text())
    assert about["settings"]["kind"] == kind
    assert {"margin", "ranked", "same_page", "random"} <= {*about["settings"]}
    assert len(about["start"]["sha256"]) == 64
    lists = [*read_lists(tmp_path / "out" / "lists.jsonl")]
    assert {one.kind for one in lists} == {kind}


def test_the_right_row_is_learned(tmp_path, start):
    more = ["--epochs", "16", "--patience", "30", "--margin", "0.5", "--random", "0"]
    main(given(tmp_path, start, "cells", *more))
    losses = [row["loss"] for row in read_metrics(tmp_path / "out" / "metrics.jsonl") if "loss" in row]
    assert sum(losses[-6:]) < 0.8 * sum(losses[:6])


def test_the_margin_is_a_setting_and_0_costs_nothing_where_evidence_is_above(tmp_path, start):
    for margin in ("0", "0.5"):
        main(given(tmp_path, start, "cells", "--rate", "0", "--epochs", "1", "--margin", margin, out=margin))
    first, second = (
        [row["loss"] for row in read_metrics(tmp_path / out / "metrics.jsonl") if "loss" in row] for out in ("0", "0.5")
    )
    assert all(other >= one for one, other in zip(first, second, strict=True))
    assert sum(second) / len(second) == pytest.approx(0.5, abs=0.2)  # a new head knows nothing: scores are alike
    assert sum(first) / len(first) < 0.1


def test_a_stopped_training_comes_to_the_weights_of_one_that_was_not(tmp_path, start):
    long = ["--epochs", "3", "--patience", "9"]
    main(given(tmp_path, start, "cells", *long, out="whole"))
    broken = given(tmp_path, start, "cells", *long, out="broken")
    for _ in range(2):
        with pytest.raises(SystemExit) as ended:
            main([*broken, "--minutes", "0.000001", "--resume"])
        assert ended.value.code == 130
    main([*broken, "--resume"])
    expected, found = weights_in(tmp_path / "whole"), weights_in(tmp_path / "broken")
    assert all(torch.equal(expected[name], found[name]) for name in expected)
    assert read_metrics(tmp_path / "whole" / "metrics.jsonl") == read_metrics(tmp_path / "broken" / "metrics.jsonl")


def test_two_seeds_are_two_models_and_one_is_one(tmp_path, start):
    for out, seed in (("a", "3"), ("b", "3"), ("c", "4")):
        main(given(tmp_path, start, "cells", "--steps", "3", "--seed", seed, out=out))
    a, b, c = (weights_in(tmp_path / out) for out in "abc")
    assert all(torch.equal(a[name], b[name]) for name in a)
    assert any(not torch.equal(a[name], c[name]) for name in a)


def test_a_batch_that_does_not_fit_is_halved_and_comes_to_the_same_loss(tmp_path, start, monkeypatch, capsys):
    from baseline.training.rerank.cross_encoder import CrossEncoderTask

    main(given(tmp_path, start, "cells", "--rate", "0", "--steps", "1", out="whole"))
    real = CrossEncoderTask.losses

    def losses(self, opened, epoch, places):
        if len(places) > 1:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return real(self, opened, epoch, places)

    monkeypatch.setattr(CrossEncoderTask, "losses", losses)
    main(given(tmp_path, start, "cells", "--rate", "0", "--steps", "1", out="parts"))
    assert "batches now go through in 4 parts" in capsys.readouterr().err
    (whole,), (parts,) = (
        [row["loss"] for row in read_metrics(tmp_path / out / "metrics.jsonl") if "loss" in row]
        for out in ("whole", "parts")
    )
    assert parts == pytest.approx(whole, abs=0.05)  # dropout is drawn by part


@pytest.mark.parametrize("more", [["--ranked", "0", "--same-page", "0", "--random", "0"]])
def test_a_mix_of_nothing_is_refused(tmp_path, start, more, capsys):
    with pytest.raises(SystemExit):
        main(given(tmp_path, start, "cells", *more))
    assert "--ranked, --same-page or --random" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_start_is_needed(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(given(tmp_path, "", "cells"))
    assert "--start" in capsys.readouterr().err
