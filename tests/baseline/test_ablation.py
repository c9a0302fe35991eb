"""Table 4's three verdict classifiers from one command: each trained once, and judged on the same claims."""

from __future__ import annotations

import json

import pytest

from baseline.training import ablation
from baseline.training.__main__ import main as train
from tests.baseline.test_models import tiny
from tests.baseline.test_training import QUICK
from tests.baseline.training_data import write_data

torch = pytest.importorskip("torch", reason="no torch: bin/setup web models")

pytestmark = pytest.mark.extended

NLI = {0: "entailment", 1: "neutral", 2: "contradiction"}


@pytest.fixture
def given(tmp_path):
    starts = ["--plain", tiny(tmp_path / "plain", "MaskedLM")]
    starts += ["--nli", tiny(tmp_path / "nli", "SequenceClassification", id2label=NLI)]
    return [*starts, *write_data(tmp_path / "data"), "--out", str(tmp_path / "out"), *QUICK, "--steps", "3"]


def printed(capsys) -> dict[str, dict]:
    result = json.loads(capsys.readouterr().out)
    return {row["name"]: row["values"] for row in result["tables"][0]["rows"]}


def test_three_models_are_three_rows(tmp_path, given, capsys):
    ablation.main([*given, "--format", "json", "--resamples", "20"])
    rows = printed(capsys)
    assert list(rows) == [
        "Always the commonest label", "TF-IDF, claim only", "Without NLI", "+ NLI", "+ NLI + NEI sampling"
    ]  # fmt: skip
    assert all(rows[name]["Overall"]["low"] is not None for name in rows)
    for folder, row, sampled in (("plain", "Without NLI", False), ("nli", "+ NLI", False), ("nli-nei", "", True)):
        about = json.loads((tmp_path / "out" / folder / "training.json").read_text())
        assert about["settings"]["nei_sampling"] is sampled
        assert about["start"]["name"] == folder.partition("-")[0]
        if row:
            dev = about["result"]["dev"]
            assert rows[row]["Overall"]["value"] == pytest.approx(dev["score"], abs=1e-4)
            assert rows[row]["SUPPORTS"]["value"] == pytest.approx(dev["SUPPORTS"], abs=1e-4)
            assert rows[row]["Overall"]["low"] <= rows[row]["Overall"]["value"] <= rows[row]["Overall"]["high"]


def test_what_is_trained_is_taken_and_the_rest_goes_on(tmp_path, given, capsys):
    with pytest.raises(SystemExit) as stopped:
        ablation.main([*given, "--minutes", "0.000001"])
    assert stopped.value.code == 130
    ablation.main(given)
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("*/model.safetensors")}
    assert len(times) == 3
    capsys.readouterr()
    ablation.main([*given, "--format", "json", "--resamples", "0", "--test", str(tmp_path / "data" / "train.jsonl")])
    result = json.loads(capsys.readouterr().out)
    assert result["claims"] == 24
    assert times == {path: path.stat().st_mtime_ns for path in times}


def test_models_of_other_settings_are_refused(tmp_path, given, capsys):
    plain = given[given.index("--plain") + 1]
    data = given[given.index("--train") : given.index("--out")]
    train(["verdicts", *data, "--start", plain, "--out", str(tmp_path / "out" / "plain"), *QUICK, "--steps", "2"])
    with pytest.raises(SystemExit):
        ablation.main(given)
    assert "another value of --steps: it was 2, and now is 3" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--no-nei-sampling", "--no-nei", "--start=x"])
def test_what_differs_between_the_rows_is_no_option(given, option, capsys):
    with pytest.raises(SystemExit) as ended:
        ablation.main([*given, option])
    assert ended.value.code == 2
    assert f"{option.partition('=')[0]}: differs" in capsys.readouterr().err
