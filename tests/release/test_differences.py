"""Two releases compared: what was added, removed and changed, by the command and on the page."""

from __future__ import annotations

import json
import uuid

import pytest
from django.core.management import CommandError, call_command

from annotation.quality.adjudication.adjudicate import adjudicate
from annotation.release.differences import Field, differences
from annotation.release.summary import ReleaseError, ReleaseOptions
from annotation.release.write import write_release
from annotation.work.editing import edit
from tests.annotation.disagreeing import submit_work
from tests.cast import CELL, SENTENCE
from tests.release.conftest import hold

pytestmark = pytest.mark.both_databases

ROWS = ReleaseOptions(formats=frozenset({"feverous"}))


@pytest.fixture
def two(project, worked, verifier, other_verifier, tmp_path):
    """A release, and one after: a verdict and evidence changed, a claim now disagreed on, another now adjudicated."""
    write_release(project, tmp_path / "old", ROWS)
    said = worked["plain"].verifications.get()
    words = {"challenge": "Other", "operations": []}
    edit(
        assignment=said.submission.assignment,
        client_id=uuid.uuid4(),
        base_revision=1,
        verdict="REFUTES",
        evidence_sets=[[CELL]],
        **words,
    )
    submit_work(hold(worked["unknown"], other_verifier), "SUPPORTS", [SENTENCE])
    chosen = worked["disagreed"].verifications.filter(verdict="REFUTES").get()
    adjudicator = worked["own"].adjudications.get().adjudicator
    adjudicate(claim=worked["disagreed"], adjudicator=adjudicator, error_type="overlooked", kind="one", chosen=chosen)
    write_release(project, tmp_path / "new", ROWS)
    return differences(tmp_path / "old", tmp_path / "new")


def test_claims_that_came_went_and_changed_are_named(two, worked):
    assert set(two.added) == {worked["disagreed"].pk}
    ((removed, (_row, reason)),) = two.removed.items()
    assert (removed, reason) == (worked["unknown"].pk, "verdicts disagree")
    (change,) = two.changed
    assert change.id == worked["plain"].pk and set(change.fields) == {Field.VERDICT, Field.EVIDENCE}
    assert change.fields[Field.VERDICT] == ("SUPPORTS", "REFUTES")
    less, more = change.fields[Field.EVIDENCE]
    assert SENTENCE in less and more == []
    assert two.counts() == {
        "added": 1,
        "removed": 1,
        "claim": 0,
        "label": 1,
        "challenge": 0,
        "evidence": 1,
        "split": 0,
        "unchanged": 3,
    }


def test_agreement_is_that_of_each_release(two):
    before, after = two.agreement["percent"]
    assert before["items"] == 4 and before["value"] == pytest.approx(1 / 4)
    assert after["items"] == 5 and after["value"] == pytest.approx(1 / 5)


def test_the_command_prints_the_same_as_json(two, tmp_path, capsys):
    call_command("diff_releases", tmp_path / "old", tmp_path / "new", "--json")
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(two.to_json()))
    call_command("diff_releases", tmp_path / "old", tmp_path / "new")
    lines = capsys.readouterr().out.splitlines()
    assert [line[0] for line in lines if line[0] in "+-~"] == ["+", "-", "~"]


def test_a_release_is_equal_to_itself(project, release, tmp_path):
    found = differences(tmp_path / "out", tmp_path / "out")
    assert found.counts()["unchanged"] == release.counts.released and not found.changed


def test_a_changed_file_and_a_folder_that_is_no_release_are_named(release, tmp_path):
    file = tmp_path / "out/feverous/dev.jsonl"
    file.write_text(file.read_text() + "\n")
    with pytest.raises(ReleaseError, match=r"dev\.jsonl"):
        differences(tmp_path / "out", tmp_path / "out")
    with pytest.raises(CommandError, match="manifest"):
        call_command("diff_releases", tmp_path, tmp_path / "out")
