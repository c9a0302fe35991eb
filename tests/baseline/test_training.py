"""Training with real torch on tiny models made here: what comes out, what stops it, and going on after a kill."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from baseline.models import open_model
from baseline.pipeline import Pipeline
from baseline.training.__main__ import main
from tests.baseline.test_models import tiny, with_weights
from tests.baseline.test_training_data import leagues
from tests.baseline.training_data import read_metrics, write_data

torch = pytest.importorskip("torch", reason="no torch: bin/setup web models")
transformers = pytest.importorskip("transformers", reason="no torch: bin/setup web models")
safetensors = pytest.importorskip("safetensors.torch", reason="no torch: bin/setup web models")

pytestmark = pytest.mark.extended

ROOT = Path(__file__).resolve().parents[2]
QUICK = ["--batch", "4", "--rate", "0.01", "--seed", "3"]


@pytest.fixture
def start(tmp_path):
    return ["--start", tiny(tmp_path / "start", "MaskedLM")]


def arguments(tmp_path: Path, task: str, start: list[str], *more: str, out: str = "out", **sizes) -> list[str]:
    return [task, *write_data(tmp_path / "data", **sizes), *start, "--out", str(tmp_path / out), *QUICK, *more]


def refused(capsys, given: list[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        main(given)
    assert ended.value.code not in (0, None)
    return capsys.readouterr().err


def weights_in(folder: Path):
    return safetensors.load_file(folder / "model.safetensors")


def test_a_trained_cell_classifier_is_used_at_once(tmp_path, start, capsys):
    main(arguments(tmp_path, "cells", start, "--epochs", "12", "--words", "wikipedia"))
    out = tmp_path / "out"
    assert 'weights = "' + str(out) in capsys.readouterr().out
    found = Pipeline(leagues(), with_weights(cells=str(out))).find("Quay Rovers won League 0 in 2001.")
    assert found.notes == ("No verdict: there are no weights for it (verdict.weights in the configuration).",)
    assert found.cells[0].element in {"League 0_cell_0_2_0", "League 0_cell_0_2_1"}
    assert {one.model for one in found.suggestions if one.stage == "cells"} == {str(out)}
    left = {path.name for path in out.iterdir()}
    assert left >= {"config.json", "model.safetensors", "tokenizer.json", "blend.json", "training.json", "curves.svg"}
    assert not [name for name in left if name.startswith("checkpoint") or name.endswith((".partial", ".lock"))]


def test_what_was_trained_says_how(tmp_path, start):
    main(arguments(tmp_path, "cells", start, "--epochs", "2"))
    about = json.loads((tmp_path / "out" / "training.json").read_text())
    assert about["settings"]["seed"] == 3
    assert about["settings"]["rate"] == 0.01
    assert set(about["data"]) == {"train", "dev", "pages"}
    assert len(about["data"]["train"]) == len(about["start"]["sha256"]) == 64
    assert about["code_version"]
    assert set(about["result"]["dev_f1_by_blend"]) == {"model", "wikipedia", "scientific"}
    assert ElementTree.parse(tmp_path / "out" / "curves.svg").getroot().tag.endswith("svg")
    rows = read_metrics(tmp_path / "out" / "metrics.jsonl")
    assert [row["step"] for row in rows if "loss" in row] == list(range(1, 13))
    assert [row["step"] for row in rows if "dev" in row] == [6, 12]
    rates = [row["rate"] for row in rows if "rate" in row]
    assert rates == pytest.approx([0.01 * (12 - n) / 12 for n in range(12)])


def test_cells_are_learned(tmp_path, start):
    main(arguments(tmp_path, "cells", start, "--epochs", "40", "--patience", "40"))
    losses = [row["loss"] for row in read_metrics(tmp_path / "out" / "metrics.jsonl") if "loss" in row]
    assert sum(losses[-6:]) < 0.7 * sum(losses[:6])
    about = json.loads((tmp_path / "out" / "training.json").read_text())
    rows = read_metrics(tmp_path / "out" / "metrics.jsonl")
    assert about["result"]["dev"]["score"] == pytest.approx(
        max(row["dev"]["score"] for row in rows if "dev" in row), abs=1e-4
    )


def test_a_trained_verdict_classifier_is_used_at_once_and_nei_is_sampled(tmp_path, start, capsys):
    main(arguments(tmp_path, "verdicts", start, "--epochs", "2"))
    assert "12 claims more are NOT ENOUGH INFO" in capsys.readouterr().err
    found = Pipeline(leagues(), with_weights(verdict=str(tmp_path / "out"))).find("Quay Rovers won League 0 in 2001.")
    assert found.verdict is not None
    assert set(found.verdict.probabilities) == {"SUPPORTS", "REFUTES", "NOT ENOUGH INFO"}


def test_verdicts_are_learned(tmp_path, start):
    more = ["--no-nei-sampling", "--epochs", "40", "--patience", "40"]
    main(arguments(tmp_path, "verdicts", start, *more))
    losses = [row["loss"] for row in read_metrics(tmp_path / "out" / "metrics.jsonl") if "loss" in row]
    assert sum(losses[-6:]) < 0.6 * sum(losses[:6])


def test_the_head_of_an_nli_checkpoint_is_kept(tmp_path, capsys):
    labels = {0: "entailment", 1: "neutral", 2: "contradiction"}
    nli = tiny(tmp_path / "nli", "SequenceClassification", id2label=labels)
    before = weights_in(Path(nli))["classifier.out_proj.weight"]
    main(arguments(tmp_path, "verdicts", ["--start", nli], "--epochs", "1", "--rate", "0"))
    assert "with the head it was trained with" in capsys.readouterr().err
    opened = open_model(str(tmp_path / "out"), "SequenceClassification", outputs=3)
    assert opened.model.config.id2label == {0: "SUPPORTS", 1: "NOT ENOUGH INFO", 2: "REFUTES"}
    assert torch.equal(weights_in(tmp_path / "out")["classifier.out_proj.weight"], before)


def test_a_rate_of_0_learns_nothing_and_is_stopped_early(tmp_path, start, capsys):
    main(arguments(tmp_path, "verdicts", start, "--epochs", "9", "--rate", "0", "--patience", "2"))
    assert "Stopping early: 2 evaluations" in capsys.readouterr().err
    rows = read_metrics(tmp_path / "out" / "metrics.jsonl")
    assert len([row for row in rows if "dev" in row]) == 3


def test_two_trainings_of_one_seed_are_one(tmp_path, start):
    for out, seed in (("a", "3"), ("b", "3"), ("c", "4")):
        main(arguments(tmp_path, "cells", start, "--steps", "5", "--seed", seed, out=out))
    a, b, c = (weights_in(tmp_path / out) for out in "abc")
    assert all(torch.equal(a[name], b[name]) for name in a)
    assert any(not torch.equal(a[name], c[name]) for name in a)


def command(given: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "baseline.training", *given], cwd=ROOT, text=True, stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL, env={**os.environ, "OMP_NUM_THREADS": "1"},
    )  # fmt: skip


def saved_step(out: Path) -> int:
    """The step of the newest checkpoint; 0 without one."""
    states = [json.loads(path.read_text()) for path in out.glob("checkpoint-*/trainer_state.json")]
    return max((state["global_step"] for state in states), default=0)


def wait_for_steps(out: Path, count: int) -> None:
    for _ in range(3_000):
        if len(read_metrics(out / "metrics.jsonl")) >= count and saved_step(out):
            return
        time.sleep(0.02)
    raise AssertionError("the training did not begin")


def test_a_killed_training_goes_on_to_the_result_of_an_uninterrupted_one(tmp_path, start):
    long = ["--epochs", "25", "--save-every", "0.2", "--patience", "30"]
    whole = command(arguments(tmp_path, "verdicts", start, *long, out="whole"))
    given = arguments(tmp_path, "verdicts", start, *long, "--resume", out="killed")
    for count in (20, 60):
        killed = command(given)
        wait_for_steps(tmp_path / "killed", count)
        killed.kill()
        killed.communicate()
    assert not (tmp_path / "killed" / "config.json").exists()
    last = command(given)
    assert (last.communicate()[1], last.returncode)[1] == 0
    assert (whole.communicate()[1], whole.returncode)[1] == 0
    expected, found = weights_in(tmp_path / "whole"), weights_in(tmp_path / "killed")
    assert all(torch.equal(expected[name], found[name]) for name in expected)
    assert read_metrics(tmp_path / "whole" / "metrics.jsonl") == read_metrics(tmp_path / "killed" / "metrics.jsonl")


def test_ctrl_c_saves_and_says_how_to_go_on(tmp_path, start):
    given = arguments(tmp_path, "cells", start, "--epochs", "200", "--patience", "200", "--save-every", "0")
    running = command(given)
    wait_for_steps(tmp_path / "out", 3)
    running.send_signal(signal.SIGINT)
    said = running.communicate()[1]
    assert running.returncode == 130
    assert "Go on with:\n  python -m baseline.training cells --train" in said
    assert said.rstrip().endswith("--resume")
    assert (tmp_path / "out" / "curves.svg").is_file()
    steps = max(row["step"] for row in read_metrics(tmp_path / "out" / "metrics.jsonl"))
    assert saved_step(tmp_path / "out") == steps


def test_the_minutes_are_over_and_another_turn_goes_on(tmp_path, start, capsys):
    given = arguments(tmp_path, "cells", start, "--epochs", "2")
    assert "Stopped; all is saved" in refused(capsys, [*given, "--minutes", "0.000001"])
    main([*given, "--resume"])
    assert (tmp_path / "out" / "config.json").is_file()


def test_the_best_so_far_can_be_enough(tmp_path, start, capsys):
    given = arguments(tmp_path, "cells", start, "--epochs", "200", "--patience", "200", "--save-every", "0")
    assert "was evaluated yet" in refused(capsys, [*given, "--enough"])
    running = command([*given, "--resume"])
    wait_for_steps(tmp_path / "out", 20)
    running.send_signal(signal.SIGTERM)
    running.communicate()
    main([*given, "--resume", "--enough"])
    rows = read_metrics(tmp_path / "out" / "metrics.jsonl")
    result = json.loads((tmp_path / "out" / "training.json").read_text())["result"]
    assert result["best_step"] == max((row for row in rows if row.get("best")), key=lambda row: row["step"])["step"]
    assert result["steps"] == max(row["step"] for row in rows) < 1200


def test_a_folder_is_never_trained_over(tmp_path, start, capsys):
    given = arguments(tmp_path, "cells", start)
    refused(capsys, [*given, "--minutes", "0.000001"])
    assert "Add --resume to go on with it" in refused(capsys, given)
    said = refused(capsys, [*given, "--resume", "--batch", "3"])
    assert "began with another value of --batch: it was 4, and now is 3" in said
    write_data(tmp_path / "data", train=25)
    assert "another value of the data (train)" in refused(capsys, [*given, "--resume"])
    write_data(tmp_path / "data")
    main([*given, "--resume"])
    assert "has a trained model already" in refused(capsys, given)


@pytest.mark.parametrize(("harmed", "suffix"), [("trainer_state.json", "/trainer_state.json"), ("optimizer.pt", "")])
def test_a_damaged_checkpoint_is_said_to_be_one(harmed, suffix, tmp_path, start, capsys):
    given = arguments(tmp_path, "cells", start)
    refused(capsys, [*given, "--minutes", "0.000001"])
    (saved,) = (tmp_path / "out").glob("checkpoint-*")
    (saved / harmed).write_bytes(b"cut off")
    assert f"{saved.name}{suffix} cannot be read" in refused(capsys, [*given, "--resume"])


def out_of_memory_above(size: int, monkeypatch) -> list[int]:
    """A forward pass of more examples raises what CUDA raises."""
    real, seen = transformers.RobertaForTokenClassification.forward, []

    def forward(self, input_ids=None, **more):
        if self.training:
            seen.append(len(input_ids))
            if len(input_ids) > size:
                raise torch.OutOfMemoryError("CUDA out of memory")
        return real(self, input_ids=input_ids, **more)

    monkeypatch.setattr(transformers.RobertaForTokenClassification, "forward", forward)
    return seen


def test_out_of_memory_halves_the_batch_and_adds_up(tmp_path, start, capsys, monkeypatch):
    seen = out_of_memory_above(1, monkeypatch)
    main(arguments(tmp_path, "cells", start, "--steps", "3"))
    said = capsys.readouterr().err
    assert "batches now go through in 2 parts" in said
    assert "batches now go through in 4 parts" in said
    assert seen == [4, 2, *[1] * 12]


def test_one_example_that_does_not_fit_ends_the_training(tmp_path, start, capsys, monkeypatch):
    out_of_memory_above(0, monkeypatch)
    said = refused(capsys, arguments(tmp_path, "cells", start))
    assert "One example does not fit into the memory of" in said
    assert "shorter --length" in said


def test_a_batch_in_parts_has_the_gradients_of_the_whole(tmp_path):
    """Parts have different numbers of cells, and so a mean of means would be another."""
    still = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
    start = tiny(tmp_path / "start", "TokenClassification", num_labels=2, **still)
    from baseline.training.arguments import parse
    from baseline.training.loop import Training
    from baseline.training.start import open_start
    from baseline.training.task import HEADS, task_of

    options = parse(arguments(tmp_path, "cells", ["--start", start]))
    task = task_of(options, leagues())
    opened, _ = open_start(start, *HEADS["cells"][:2], 0)
    training = Training(opened, task, options.settings, tmp_path / "out", lambda: False)
    found = []
    for training.pieces in (1, 3):
        opened.model.zero_grad()
        loss = training.training_step(opened.model, {"places": [0, 1, 2, 3]}).item()
        found.append((loss, [p.grad.clone() for p in opened.model.parameters() if p.grad is not None]))
    assert found[0][0] == pytest.approx(found[1][0])
    assert all(torch.allclose(a, b, atol=1e-6) for a, b in zip(found[0][1], found[1][1], strict=True))


@pytest.mark.skipif(torch.cuda.is_available(), reason="no torch without a GPU: what a CPU does is tested elsewhere")
def test_a_cpu_is_not_given_half_precision(tmp_path, start, monkeypatch):
    kinds = []
    real = torch.nn.functional.linear

    def linear(given, weight, bias=None):
        kinds.append(torch.is_autocast_enabled("cpu"))
        return real(given, weight, bias)

    monkeypatch.setattr(torch.nn.functional, "linear", linear)
    main(arguments(tmp_path, "cells", start, "--steps", "1"))
    assert set(kinds) == {False}


def test_the_time_left_is_said_as_people_say_it():
    from baseline.training.progress import spoken

    assert [spoken(s) for s in (0, 40, 600, 12_000)] == ["0 s", "40 s", "10 min", "3 h 20 min"]


@pytest.mark.parametrize(
    ("break_it", "words"),
    [
        (lambda folder: shutil.rmtree(folder), "has no config.json"),
        (lambda folder: (folder / "model.safetensors").write_bytes(b"cut off"), "cannot be read"),
        (lambda folder: (folder / "config.json").write_text("{}"), "cannot be read"),
        (
            lambda folder: (folder / "config.json").write_text(
                (folder / "config.json").read_text().replace('"hidden_size": 16', '"hidden_size": 32')
            ),
            "do not belong together",
        ),
    ],
)
def test_a_checkpoint_that_is_no_good_is_refused(break_it, words, tmp_path, start, capsys):
    break_it(tmp_path / "start")
    assert words in refused(capsys, arguments(tmp_path, "cells", start))
    assert not (tmp_path / "out").exists()


def test_a_tokenizer_that_does_not_fit_is_refused(tmp_path, capsys):
    start = ["--start", tiny(tmp_path / "start", "MaskedLM", vocabulary=200)]
    assert "do not belong together" in refused(capsys, arguments(tmp_path, "cells", start))


def test_a_model_that_writes_text_is_no_start(tmp_path, start, capsys):
    folder = Path(start[1])
    for name in ("tokenizer_config.json", "special_tokens_map.json"):
        if (folder / name).is_file():
            values = json.loads((folder / name).read_text())
            (folder / name).write_text(json.dumps({k: v for k, v in values.items() if k != "pad_token"}))
    values = json.loads((folder / "tokenizer_config.json").read_text()) | {"tokenizer_class": "GPT2TokenizerFast"}
    (folder / "tokenizer_config.json").write_text(json.dumps(values | {"pad_token": None, "sep_token": None}))
    assert "Start from an encoder" in refused(capsys, arguments(tmp_path, "cells", start))


def test_a_file_without_evidence_on_the_pages_says_what_to_look_at(tmp_path, start, capsys):
    given = arguments(tmp_path, "cells", start)
    (tmp_path / "data" / "pages.jsonl").write_text("", encoding="utf-8")
    said = refused(capsys, given)
    assert "None of the 24 claims of" in said
    assert "--corpus or --pages" in said


def test_two_trainings_in_one_folder_do_not_meet(tmp_path, start, capsys):
    import fcntl

    (tmp_path / "out").mkdir()
    with (tmp_path / "out" / "training.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "Another training runs in" in refused(capsys, arguments(tmp_path, "cells", start))
