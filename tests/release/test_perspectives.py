"""Annotations beside the distribution of verdicts on their claim, with the claims on which verdicts disagree."""

from __future__ import annotations

import csv
import json

import pytest
from pyarrow import parquet

from annotation.release.formats.perspectives import entropy
from annotation.release.formats.rows import split_file
from annotation.release.formats.schema import class_names
from annotation.release.splits import sides_of
from annotation.release.write import write_release
from tests.release.conftest import DATA, NEI, REFUTES, SUPPORTS
from tests.release.test_loading import load, needs_datasets
from tests.release.test_shared_task import ALL_IN_TEST

pytestmark = pytest.mark.both_databases
SPLITS = ("train", "dev", "test")


def perspectives(out):
    """Split -> its rows."""
    return {split: parquet.read_table(out / split_file(split, "perspectivist")).to_pylist() for split in SPLITS}


def test_every_current_annotation_is_a_row_and_disagreeing_claims_are_among_them(release, worked, project, tmp_path):
    of_split = perspectives(tmp_path / "out")
    rows = [row for some in of_split.values() for row in some]
    lines = [json.loads(line) for line in (tmp_path / "out/annotations.jsonl").read_text().splitlines()]
    assert {row["annotation"] for row in rows} == {line["annotation"] for line in lines if line["is_current"]}
    names = class_names(parquet.read_schema(tmp_path / "out" / split_file("train", "perspectivist")))["verdict"]
    assert names == [SUPPORTS, REFUTES, NEI]
    disagreed = [row for row in rows if row["id"] == worked["disagreed"].pk]
    assert [names[row["verdict"]] for row in disagreed] == [SUPPORTS, REFUTES]
    for row in disagreed:
        assert (row["counts"], row["distribution"]) == ([1, 1, 0], [0.5, 0.5, 0.0])
        assert (row["claim_left_out"], row["released_label"], row["is_released"]) == ("verdicts disagree", "", False)
    side = sides_of(project, DATA).of
    assert {row["id"]: split for split, some in of_split.items() for row in some} == {
        row["id"]: side[row["id"]] for row in rows
    }
    by_annotation = {line["annotation"]: line for line in lines}
    for row in rows:
        line = by_annotation[row["annotation"]]
        assert [one["content"] for one in row["evidence"]] == [
            [piece["element"] for piece in one] for one in line["evidence"]
        ]
        assert [one["text"] for one in row["evidence"]] == [
            [piece["text"] for piece in one] for one in line["evidence"]
        ]
        assert (row["seconds"], row["annotator"]) == (line["seconds"], line["annotator"])


def test_every_verified_claim_has_its_distribution(release, worked, tmp_path):
    found = {row["id"]: row for row in parquet.read_table(tmp_path / "out/tables/distributions.parquet").to_pylist()}
    verified = ("plain", "unknown", "unanimous", "adjudicated", "own", "disagreed")
    assert set(found) == {worked[name].pk for name in verified}
    own, unanimous = found[worked["own"].pk], found[worked["unanimous"].pk]
    assert (own["released_label"], own["counts"], own["entropy"], own["is_released"]) == (NEI, [1, 1, 0], 1.0, True)
    assert (unanimous["counts"], unanimous["distribution"], unanimous["entropy"]) == ([2, 0, 0], [1.0, 0.0, 0.0], 0.0)
    assert unanimous["labels"] == [SUPPORTS, REFUTES, NEI]
    with (tmp_path / "out/tables/distributions.csv").open(encoding="utf-8", newline="") as file:
        rows = {int(row["id"]): row for row in csv.DictReader(file)}
    assert rows[worked["disagreed"].pk]["counts"] == "[1, 1, 0]"
    assert rows[worked["disagreed"].pk]["is_released"] == "false"


def test_nothing_of_the_test_split_is_in_the_public_part(project, worked, tmp_path):
    write_release(project, tmp_path / "out", ALL_IN_TEST)
    public = tmp_path / "out/public"
    assert not (public / split_file("test", "perspectivist")).exists()
    assert parquet.read_metadata(public / split_file("train", "perspectivist")).num_rows == 0
    assert parquet.read_metadata(public / "tables/distributions.parquet").num_rows == 0
    sealed = parquet.read_table(tmp_path / "out/sealed" / split_file("test", "perspectivist")).to_pylist()
    assert worked["disagreed"].pk in {row["id"] for row in sealed}


@needs_datasets
def test_datasets_reads_it_by_its_name(project, worked, tmp_path):
    write_release(project, tmp_path / "out", DATA)
    found = load(tmp_path / "out", tmp_path / "home", "name='perspectivist'")
    assert sum(found["splits"].values()) == 10
    assert found["features"]["verdict"] == "ClassLabel(names=['SUPPORTS', 'REFUTES', 'NOT ENOUGH INFO'])"
    assert found["features"]["distribution"] == "List(Value('float64'))"


@pytest.mark.parametrize(("shares", "bits"), [([1.0, 0.0], 0.0), ([0.5, 0.5], 1.0), ([0.25] * 4, 2.0)])
def test_entropy_is_in_bits(shares, bits):
    assert entropy(shares) == bits
