"""Prediction files with the order after every stage (`predict --stages`)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from annotation.release.record import EvidenceSetRecord, Record, lines
from baseline.config import Config, default_config
from baseline.models import NoModel
from baseline.pipeline import Pipeline
from baseline.predict.rows import predicted_rows
from baseline.rankings import Trace
from baseline.rerank.protocol import reordered
from corpus.page.page_json import page_to_json
from tests.baseline.official import official_scores
from tests.baseline.pages import WIKI, small_wiki

ROOT = Path(__file__).resolve().parents[2]
CLAIM = "Anna Berg founded the Harbour League, which Anchor Town won in 2002."
CELL = "Harbour League_cell_0_2_1"
EVIDENCE = EvidenceSetRecord((CELL,), {CELL: ("Harbour League_title",)})
RECORD = Record(7, CLAIM, "SUPPORTS", (EVIDENCE,))


class Backwards:
    """The first two candidates change places; the others follow without a score."""

    name = "backwards 1"

    def rerank(self, claim: str, candidates: Sequence[Any], source: object) -> Sequence[Any]:
        return reordered(self.name, candidates, [0.0, 1.0][: len(candidates)])


class Failing:
    name = "failing 1"

    def rerank(self, claim: str, candidates: Sequence[Any], source: object) -> Sequence[Any]:
        raise NoModel("failing 1 is away.")


def open_backwards(config: Config) -> Backwards:
    return Backwards()


def open_failing(config: Config) -> Failing:
    return Failing()


def with_stages(*names: str) -> Pipeline:
    config = default_config()
    stages = tuple(f"{__name__}.open_{name}" for name in names)
    kinds = dict.fromkeys(("pages", "passages", "cells"), stages)
    return Pipeline(small_wiki(), replace(config, stages=replace(config.stages, **kinds)))


def test_every_kind_has_the_retrievers_order_and_that_of_each_stage_that_did_not_fail():
    trace = Trace()
    found = with_stages("failing", "backwards").find(CLAIM, trace)
    by_kind: dict[str, list[Any]] = {}
    for one in trace.rankings:
        by_kind.setdefault(one.kind, []).append(one)
        assert one.milliseconds >= 0
    assert [*by_kind] == ["pages", "sentences", "tables", "cells"]
    for kind, orders in by_kind.items():
        assert [one.stage for one in orders][1:] == ["backwards 1"], kind
        first, second = ([id_ for id_, _score in one.candidates] for one in orders)
        assert second == [*first[1::-1], *first[2:]] or len(first) == 1, kind
        assert [score for _id, score in orders[1].candidates][2:] == [None] * (len(first) - 2), kind
    assert [one.title for one in found.pages] == [id_ for id_, _ in by_kind["pages"][-1].candidates][:5]
    assert [one.element for one in found.tables] == [id_ for id_, _ in by_kind["tables"][-1].candidates][:5]


def test_a_suggestion_has_its_rank_and_score_after_every_stage():
    found = with_stages("backwards").find(CLAIM)
    first, second, third = [one for one in found.suggestions if one.stage == "cells"][:3]
    assert [(one.stage, one.rank) for one in first.stages] == [("lexical-evidence", 2), ("backwards 1", 1)]
    assert [(one.stage, one.rank) for one in second.stages] == [("lexical-evidence", 1), ("backwards 1", 2)]
    assert first.model == "backwards 1"
    assert [(one.stage, one.rank) for one in third.stages] == [("lexical-evidence", 3)]
    assert third.model == "lexical-evidence"


def test_the_other_fields_are_those_of_the_plain_file():
    pipeline = with_stages("backwards")
    plain = [*predicted_rows([RECORD], pipeline)]
    staged = [*predicted_rows([RECORD], pipeline, with_stages=True)]
    assert staged[0] == plain[0]
    assert {key: value for key, value in staged[1].items() if key in plain[1]} == plain[1]
    assert {*staged[1]} - {*plain[1]} == {"predicted_shown", "predicted_stages"}
    assert {*staged[1]["predicted_shown"]} <= {*plain[1]["predicted_evidence"]}


@pytest.fixture
def predicted(tmp_path) -> Path:
    """What the command writes."""
    pages = "".join(json.dumps(page_to_json(page)) + "\n" for page in WIKI)
    (tmp_path / "pages.jsonl").write_text(pages, encoding="utf-8")
    (tmp_path / "data.jsonl").write_text("".join(lines([RECORD])), encoding="utf-8")
    files = [str(tmp_path / "data.jsonl"), "--pages", str(tmp_path / "pages.jsonl")]
    command = [sys.executable, "-m", "baseline.predict", *files, "--stages"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    path = tmp_path / "predictions.jsonl"
    path.write_text(done.stdout, encoding="utf-8")
    return path


def test_the_command_writes_them_and_the_official_reader_reads_the_file(predicted):
    row = json.loads(predicted.read_text(encoding="utf-8").splitlines()[1])
    kinds = [(one["kind"], one["stage"]) for one in row["predicted_stages"]]
    assert kinds == [
        ("pages", "fusion"), ("sentences", "bm25"), ("tables", "bm25"), ("cells", "lexical-evidence"),
    ]  # fmt: skip
    assert [id_ for id_, _ in row["predicted_stages"][3]["candidates"]][:1] == row["oracle_cells"][:1]
    scores = official_scores(predicted)
    assert scores is None or scores[3] == 1.0
