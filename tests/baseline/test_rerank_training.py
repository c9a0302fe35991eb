"""The command that trains stages: on claims of the demo, for each kind, stopped and resumed, and what it refuses."""

from __future__ import annotations

import json
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import pytest

from annotation.release.record import EvidenceSetRecord, Record, lines
from baseline.arguments import read_pages
from baseline.candidates import KINDS, PageCandidate, StageScore
from baseline.config import default_config, load_config
from baseline.pipeline import Pipeline
from baseline.rerank.lists import CandidateList, read_lists
from baseline.rerank.protocol import reordered
from baseline.training.__main__ import main
from baseline.training.data import read_rows
from baseline.training.rerank.command import _tell
from baseline.training.rerank.data import before, cut
from baseline.training.rerank.measures import list_scores
from baseline.training.rerank.stages import STAGES
from tests.baseline.demo_data import write_demo
from tests.baseline.test_training import refused

pytest.importorskip("torch", reason="no torch: bin/setup web models")
safetensors = pytest.importorskip("safetensors.torch", reason="no torch: bin/setup web models")

pytestmark = pytest.mark.extended

WEIGHTLESS = [name for name, stage in STAGES.items() if not stage.starts]
QUICK = ["--epochs", "2", "--batch", "4", "--depth", "12", "--seed", "3"]


def arguments(tmp_path: Path, kind: str, stage: str = "hlatr", *more: str, out: str = "out") -> list[str]:
    data = write_demo(tmp_path / "data")
    return ["rerank", kind, "--stage", stage, *data, "--out", str(tmp_path / out), *QUICK, *more]


def weights_in(folder: Path) -> dict[str, bytes]:
    (file,) = folder.glob("*.safetensors")
    return {name: value.numpy().tobytes() for name, value in safetensors.load_file(file).items()}


@pytest.mark.parametrize("stage", WEIGHTLESS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_stage_is_trained_on_the_demo_and_used_from_a_file_of_settings(kind, stage, tmp_path, capsys):
    if kind not in STAGES[stage].kinds:
        return
    main(arguments(tmp_path, kind, stage))
    out = tmp_path / "out"
    told = capsys.readouterr().out
    settings = tmp_path / "own.toml"
    settings.write_text(told[told.index("[stages]") :], encoding="utf-8")
    pipeline = Pipeline(read_pages(tmp_path / "data" / "pages.jsonl"), load_config(settings))
    assert not [note for note in pipeline.notes if "left out" in note]
    (name,) = [one.name for one in pipeline.rerankers[kind]]
    claim = read_rows(tmp_path / "data" / "test.jsonl")[0].claim
    found = pipeline.candidates(claim, kind)
    assert found[0].stages[-1].stage == name
    assert [one.stages[-1].rank for one in found if one.stages] == [*range(1, min(len(found), 12) + 1)]
    about = json.loads((out / "training.json").read_text())
    assert (about["settings"]["stage"], about["settings"]["kind"]) == (stage, kind)
    assert about["result"]["peak_megabytes"] > 0
    assert {"score", "before"} <= about["result"]["dev"].keys()
    assert not [*out.glob("checkpoint-*")]


@pytest.mark.parametrize("stage", WEIGHTLESS)
def test_a_stage_goes_on_to_the_weights_of_one_that_was_never_stopped(stage, tmp_path, capsys):
    kind = STAGES[stage].kinds[-1]
    main(arguments(tmp_path, kind, stage, out="whole"))
    with pytest.raises(SystemExit) as ended:
        main(arguments(tmp_path, kind, stage, "--minutes", "0.000001"))
    assert ended.value.code == 130
    main(arguments(tmp_path, kind, stage, "--resume"))
    assert weights_in(tmp_path / "whole") == weights_in(tmp_path / "out")


def test_hard_negatives_leave_the_house_with_the_scores_of_every_stage(tmp_path):
    main(arguments(tmp_path, "pages"))
    settings = tmp_path / "own.toml"
    settings.write_text(f'[stages]\npages = ["hlatr"]\n[hlatr]\npages = "{tmp_path / "out"}"\n', encoding="utf-8")
    (tmp_path / "second").mkdir()
    own = tmp_path / "second.toml"
    own.write_text(settings.read_text().replace('["hlatr"]', f'["{__name__}.open_first"]'), encoding="utf-8")
    main(arguments(tmp_path, "pages", "hlatr", "--config", str(own), out="behind"))
    lists = [*read_lists(tmp_path / "behind" / "lists.jsonl"), *read_lists(tmp_path / "behind" / "dev_lists.jsonl")]
    for one in lists:
        assert 0 < len(one.positives) < len(one.candidates) <= 12
        assert {tuple(stage.stage for stage in each.stages) for each in one.candidates} == {("first 1",)}
    assert json.loads((tmp_path / "behind" / "config.json").read_text())["stages"] == 1


class First:
    name = "first 1"

    def rerank(self, claim, candidates, source):
        return reordered(self.name, candidates, [one.score for one in candidates])


def open_first(config) -> First:
    return First()


def test_three_seeds_are_three_folders_and_one_table(tmp_path, capsys):
    given = arguments(tmp_path, "pages", "hlatr", "--seeds", "2")
    main(given)
    out = tmp_path / "out"
    one, other = (weights_in(out / f"seed-{seed}") for seed in (3, 4))
    assert one != other
    seeds = json.loads((out / "seeds.json").read_text())
    assert [*seeds["dev"]] == ["3", "4"]
    assert seeds["mean"] == pytest.approx(sum(each["score"] for each in seeds["dev"].values()) / 2, abs=1e-3)
    assert f'pages = "{out}/seed-' in capsys.readouterr().out
    main([*given, "--resume"])  # nothing is left to do
    assert (one, other) == tuple(weights_in(out / f"seed-{seed}") for seed in (3, 4))
    assert "--rate" in refused(capsys, [*given, "--resume", "--rate", "0.5"])


@pytest.mark.parametrize(("score", "said"), [(0.9, False), (0.8, True), (0.7, True)])
def test_a_stage_that_is_no_better_than_the_order_before_is_said_to_be_so(score, said, tmp_path, capsys):
    options = Namespace(out=tmp_path, seeds=1, kind="pages", settings=STAGES["hlatr"].defaults)
    _tell(options, "hlatr", {0: {"score": score, "before": 0.8}})
    assert bool(capsys.readouterr().err) is said


# --- What is refused -------------------------------------------------------------------------------------------------


def test_rows_that_are_held_out_are_named_one_by_one(tmp_path, capsys):
    given = arguments(tmp_path, "pages")
    rows = read_rows(tmp_path / "data" / "train.jsonl")
    again = Record(900, rows[1].claim.upper() + " !", "SUPPORTS", rows[1].evidence)
    renumbered = Record(rows[3].id, "Another claim.", "SUPPORTS", rows[1].evidence)
    other, dev = tmp_path / "other.jsonl", tmp_path / "dev.jsonl"
    other.write_text("".join(lines([again])), encoding="utf-8")
    dev.write_text("".join(lines([renumbered])), encoding="utf-8")
    said = refused(capsys, [*given, "--held-out", str(other), "--dev", str(dev)])
    assert "2 of the" in said
    assert f"line 3: the claim of {other}, line 2" in said
    assert f"line 5: the id {rows[3].id} of {dev}, line 2" in said
    assert not (tmp_path / "out").exists()
    main([*given, "--held-out", str(tmp_path / "data" / "test.jsonl")])


def test_a_file_without_evidence_among_the_candidates_is_refused(tmp_path, capsys):
    given = arguments(tmp_path, "tables")
    rows = read_rows(tmp_path / "data" / "train.jsonl")
    nowhere = EvidenceSetRecord(("Nowhere_cell_0_0_0",), {"Nowhere_cell_0_0_0": ()})
    (tmp_path / "data" / "train.jsonl").write_text(
        "".join(lines([Record(one.id, one.claim, one.label, (nowhere,)) for one in rows])), encoding="utf-8"
    )
    assert f"tables that are found for its {len(rows)} claims" in refused(capsys, given)
    assert not (tmp_path / "out").exists()


def test_one_claim_is_too_few(tmp_path, capsys):
    given = arguments(tmp_path, "pages")
    path = tmp_path / "data" / "train.jsonl"
    path.write_text("".join(lines(read_rows(path)[:1])), encoding="utf-8")
    assert "none to stop by" in refused(capsys, given)


def test_a_stage_before_that_cannot_be_opened_is_named(tmp_path, capsys):
    own = tmp_path / "own.toml"
    own.write_text('[stages]\npages = ["cross-encoder", "hlatr"]\n', encoding="utf-8")
    said = refused(capsys, arguments(tmp_path, "pages", "hlatr", "--config", str(own)))
    assert "Stage cross-encoder" in said and "Stage hlatr" not in said


@pytest.mark.parametrize("more", [["--seeds", "0"], ["--batch", "0"], ["--warmup", "2"]])
def test_options_that_do_not_fit_end_the_command(more, tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments(tmp_path, "pages", "hlatr", *more))
    assert ended.value.code == 2
    assert more[0] in capsys.readouterr().err


def test_a_trained_folder_and_a_start_that_is_none_are_refused(tmp_path, capsys):
    given = arguments(tmp_path, "pages")
    assert "leave --start out" in refused(capsys, [*given, "--start", "somewhere"])
    main(given)
    assert "has a trained model already" in refused(capsys, given)


# --- Parts -----------------------------------------------------------------------------------------------------------


def test_lists_are_made_by_the_stages_before():
    config = default_config()
    stages = type(config.stages)(("a.b", "hlatr", "c.d"), ("e.f", "hlatr"), ("g.h",), ("hlatr", "i.j"), ())
    config = replace(config, stages=stages)
    assert before(config, "pages", "hlatr").stages.of("pages") == ("a.b",)
    assert before(config, "sentences", "hlatr").stages.of("sentences") == ("e.f",)
    assert before(config, "sentences", "hlatr").stages.pages == stages.pages
    assert before(config, "tables", "hybrank").stages.of("tables") == ("e.f", "hlatr", "hlatr", "i.j")
    assert before(config, "cells", "hlatr").stages == stages


def some_list(claim: str, *positives: int) -> CandidateList:
    pages = tuple(PageCandidate(title, 1.0, stages=(StageScore("a", 1, 1.0),)) for title in "ABC")
    return CandidateList(claim, "pages", pages, (), frozenset(positives), 1)


def test_a_share_of_the_claims_stops_the_training_and_is_not_learned_from(tmp_path):
    lists = [some_list(f"Claim {number % 10}.", 0) for number in range(20)]
    train, dev = cut(lists, tmp_path)
    assert (len(train), len(dev)) == (16, 4)
    assert not {one.claim for one in train} & {one.claim for one in dev}
    assert cut(lists, tmp_path) == (train, dev)


def test_scores_of_orders():
    lists = [some_list("A.", 2), some_list("B.", 0, 1)]
    scores = list_scores(lists, [[2, 0, 1], [0, 2, 1]])
    assert scores == pytest.approx(
        {"score": (1 + (1 + 2 / 3) / 2) / 2, "before": (1 / 3 + 1) / 2, "all @1": 1.0, "all @5": 1.0}
    )
