"""Rows of a third workflow in a release."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from annotation.models import Project, Task
from annotation.quality.adjudication.task_decisions import decide_task
from annotation.quality.audit.durations import Timed
from annotation.release.report import time
from annotation.release.write import write_release
from annotation.vocabulary.tasks import Phase
from annotation.work.capabilities import Releasable, ReportedTime
from annotation.work.registry import workflows
from tests.workflows.test_toy_gold import gold
from tests.workflows.test_toy_quality import compared

pytestmark = pytest.mark.both_databases
__all__ = ["compared"]  # a fixture


def rows(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "toy.jsonl").read_text().splitlines()]


def test_each_task_is_a_row_with_its_label_and_answers(compared, manager, tmp_path):
    third = Task.objects.get(kind="toy", position=2)
    decide_task(task=third, adjudicator=manager, label="unclear")
    call_command("export_dataset", "--project", "harbour", str(tmp_path / "out"))
    found = rows(tmp_path / "out")
    assert [(row["text"], row["label"], row["source"]) for row in found] == [
        ("Harbour", "yes", "unanimous"),
        ("League", "no", "unanimous"),
        ("Rovers", "unclear", "adjudicated"),
    ]
    assert found[2]["id"] == third.pk
    assert [one["label"] for one in found[2]["answers"]] == ["yes", "no"]
    assert [one["operation"] for one in found[2]["answers"][0]["operations"]] == ["start", "finish"]
    assert "vera" not in (tmp_path / "out" / "toy.jsonl").read_text()
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["tasks"]["toy"] == {"tasks": 4, "released": 3, "excluded": {"not verified": 1}}
    assert manifest["files"]["toy.jsonl"]["bytes"] > 0
    assert not (tmp_path / "out" / "extra" / "other_work.jsonl").exists()


def test_disagreements_and_gold_are_left_out(compared, tmp_path):
    gold(compared, 3, Phase.SILENT, "no")
    facts = write_release(compared, tmp_path / "out")
    assert facts.tasks["toy"] == {"tasks": 3, "released": 2, "excluded": {"verdicts disagree": 1}}


def test_two_releases_of_the_same_are_the_same_bytes(compared, tmp_path):
    first, second = (write_release(compared, tmp_path / name).folder for name in ("first", "second"))
    assert (tmp_path / "first" / "toy.jsonl").read_bytes() == (tmp_path / "second" / "toy.jsonl").read_bytes()
    assert first != second


def test_tasks_are_read_in_batches(compared, tmp_path, monkeypatch):
    monkeypatch.setattr("annotation.release.task_rows.BATCH", 2)
    write_release(compared, tmp_path / "out")
    assert [row["text"] for row in rows(tmp_path / "out")] == ["Harbour", "League"]


def test_where_no_workflow_has_rows_the_manifest_is_as_before(project: Project, tmp_path):
    write_release(project, tmp_path / "out")
    assert "tasks" not in json.loads((tmp_path / "out" / "manifest.json").read_text())


def test_the_report_names_the_time_of_whatever_workflow_gives_it_words(registered, monkeypatch):
    words = ReportedTime(item="answering a text", activity="answering", table="time-of-answers", median="Median")
    record = replace(workflows()["toy"], releasable=Releasable(time=words))
    monkeypatch.setitem(workflows(), "toy", record)
    work = {kind: [Timed(1, 1, 10.0), Timed(1, 2, 20.0)] for kind in time.kinds()}
    assert [row[0] for row in time.overview(work).rows] == [
        "verifying a claim",
        "normalising the claims of an article",
        "rating the evidence of a system for a claim",
        "comparing two sources",
        "answering a text",
        "writing three claims",
        "writing claims from a sentence",
    ]
    assert [label for label, _median in time.medians(work)] == ["Median time of a verification", "Median"]
