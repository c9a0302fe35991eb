"""A release as others load it: Hugging Face's `datasets`, offline, and pyarrow."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys

import pytest

from annotation.release.summary import ReleaseOptions
from annotation.release.write import write_release
from tests.release.conftest import DATA
from tests.release.growing import number_claims_from

needs_datasets = pytest.mark.skipif(importlib.util.find_spec("datasets") is None, reason="no datasets installed")

# In a process of its own: it looks for its settings when it is imported, and warns of much that is not ours.
LOAD = """
import json, sys
import datasets
found = datasets.load_dataset(sys.argv[1], {arguments})
print(json.dumps({{
    "splits": {{name: len(list(part)) for name, part in found.items()}},
    "features": {{name: repr(kind) for part in found.values() for name, kind in part.features.items()}},
    "rows": [row for part in found.values() for row in part],
}}))
"""


def load(folder, home, arguments=""):
    offline = {"HF_DATASETS_OFFLINE": "1", "HF_HUB_OFFLINE": "1", "HF_HOME": str(home)}
    command = [sys.executable, "-c", LOAD.format(arguments=arguments), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **offline}, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(
    params=[
        pytest.param((1_000, 2), id="two sides have rows", marks=pytest.mark.extended),
        pytest.param((1_001, 3), id="all sides have rows"),
    ]
)
def sides_with_rows(request, db):
    """How many, since claims are numbered from here: where they stand goes by their numbers."""
    number_claims_from(request.param[0])
    return request.param[1]


@needs_datasets
def test_datasets_reads_the_folder_offline_with_its_types(sides_with_rows, release, worked, tmp_path):
    found = load(tmp_path / "out", tmp_path / "home")
    named = {"train": "train", "dev": "validation", "test": "test"}
    assert found["splits"] == {named[split]: count for split, count in release.rows.items() if count}
    assert len(found["splits"]) == sides_with_rows
    assert found["features"]["label"] == "ClassLabel(names=['SUPPORTS', 'REFUTES', 'NOT ENOUGH INFO'])"
    assert found["features"]["id"] == "Value('int64')"
    pairs = "List({{'element': Value('string'), '{}': List(Value('string'))}})"
    assert f"'context': {pairs.format('ids')}" in found["features"]["evidence"]
    assert f"'context_text': {pairs.format('texts')}" in found["features"]["evidence"]
    rows = {row["id"]: row for row in found["rows"]}
    plain = rows[worked["plain"].pk]
    assert plain["label"] == 0 and rows[worked["unknown"].pk]["label"] == 2
    assert len(plain["evidence"]) == 2 and plain["evidence"][0]["context"][0]["ids"][0] == "Harbour League_title"
    assert plain["evidence"][0]["text"] == ["The Harbour League was founded by Anna Berg in 1921."]
    assert plain["evidence"][0]["context_text"][0]["texts"] == ["Harbour League"]
    assert plain["annotator_operations"][0] == {"operation": "start", "value": "start", "time": "0"}


@needs_datasets
def test_a_release_without_any_claim_loads_as_empty_splits(project, tmp_path):
    write_release(project, tmp_path / "out", DATA)
    found = load(tmp_path / "out", tmp_path / "home", "streaming=True")
    assert found["splits"] == {"train": 0, "validation": 0, "test": 0}
    assert found["features"]["label"] == "ClassLabel(names=['SUPPORTS', 'REFUTES', 'NOT ENOUGH INFO'])"
    assert 'load_dataset("PATH/OF/THIS/FOLDER", streaming=True)' in (tmp_path / "out/README.md").read_text()


@pytest.mark.extended
@needs_datasets
def test_sides_without_a_row_are_not_in_the_way(project, worked, tmp_path):
    write_release(project, tmp_path / "out", ReleaseOptions(splits=(1, 0, 0), formats=DATA.formats))
    assert load(tmp_path / "out", tmp_path / "home")["splits"] == {"train": 5}


def test_the_tables_have_types(release, tmp_path):
    from pyarrow import parquet

    evidence = parquet.read_table(tmp_path / "out/tables/evidence.parquet")
    kinds = {name: str(kind) for name, kind in zip(evidence.schema.names, evidence.schema.types, strict=True)}
    assert (kinds["id"], kinds["element"], kinds["suggestion_rank"]) == ("int64", "string", "int64")
    assert kinds["kind"].startswith("dictionary<values=string") and kinds["context"] == "list<element: string>"
    annotations = parquet.read_table(tmp_path / "out/tables/annotations.parquet").to_pylist()
    assert len(annotations) == 10 and {row["is_current"] for row in annotations} == {True}


def test_two_releases_of_the_same_data_are_the_same_bytes(project, release, tmp_path):
    write_release(project, tmp_path / "again", DATA)
    first, second = (json.loads((tmp_path / name / "manifest.json").read_text()) for name in ("out", "again"))
    assert first == second and "data/train-00000-of-00001.parquet" in first["files"]
    assert "tables/claims.parquet" in first["files"] and "corpus/corpus.db" in first["files"]
