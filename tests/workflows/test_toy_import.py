"""Import of a third workflow's tasks: the registry is asked whose rows they are."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from annotation.models import Claim, Task
from annotation.release.importing.task_rows import workflow_of_file
from annotation.release.write import write_release
from annotation.work.registry import workflows
from tests.importing.bringing import bring, row, write
from tests.workflows.test_toy_quality import compared
from tests.workflows.toy.models import ToyItem

pytestmark = pytest.mark.both_databases
__all__ = ["compared"]  # a fixture


def file(folder: Path, *rows: object) -> Path:
    path = folder / "texts.jsonl"
    path.write_text("".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in rows))
    return path


def test_tasks_are_made_once_and_bad_rows_are_named(toy, tmp_path):
    source = file(tmp_path, {"text": "Quay"}, {"text": 7}, "{", {"text": "Harbour"})
    code, said = bring(source, project="harbour")
    assert code == 1 and "Tasks imported: 1. Already in the project: 1." in said
    assert all(f"texts.jsonl:{line}" in said or f"line {line}" in said for line in (2, 3))
    made = ToyItem.objects.get(text="Quay").task
    assert (made.kind, made.project, made.required_annotations, made.phase) == ("toy", toy, 1, 0)
    assert "Tasks imported: 0. Already in the project: 2." in bring(source, project="harbour")[1]
    assert Task.objects.filter(kind="toy").count() == 5 and not Claim.objects.exists()


def test_released_rows_are_recognised(compared, tmp_path):
    write_release(compared, tmp_path / "out")
    ToyItem.objects.filter(text="League").update(text="A league")
    assert "imported: 1. Already in the project: 1." in bring(tmp_path / "out" / "toy.jsonl", project="harbour")[1]


def test_where_the_workflow_is_off_the_rows_are_refused(toy, tmp_path):
    toy.workflows.remove("toy")
    toy.save()
    source = file(tmp_path, {"text": "Quay"})
    for project in ("harbour", "nowhere"):
        code, said = bring(source, project=project)
        assert code == 1 and "toy" in said
    assert ToyItem.objects.count() == 4


def test_rows_of_no_known_kind_name_those_that_were_asked(toy, tmp_path):
    code, said = bring(file(tmp_path, {"question": "Where?"}), project="harbour")
    assert code == 1 and "toy, feverous, fever, attest" in said


def test_the_first_in_the_order_of_the_registry_decides(toy, tmp_path, monkeypatch):
    record = workflows()["toy"]
    asked = {name: replace(record, slug=name) for name in ("first", "second")}
    monkeypatch.setattr("annotation.release.importing.task_rows.importers", lambda: asked)
    found = workflow_of_file(file(tmp_path, {"text": "Quay", "claim": "Quay won."}))
    assert found is asked["first"]


def test_claims_are_imported_as_before(toy, corpus, tmp_path):
    assert bring(write(tmp_path / "train.jsonl", [row(1)]))[0] == 0
    assert Claim.objects.get().release_id == 1
