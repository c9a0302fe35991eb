"""The version of a release, the one before it, and what changed since: in the manifest and in CHANGELOG.md."""

from __future__ import annotations

import hashlib
import json
import uuid

import pytest
from django.core.management import CommandError, call_command

from annotation.models import DataStatement
from annotation.release.changelog import CHANGELOG
from annotation.release.summary import ReleaseOptions
from annotation.release.write import write_release
from annotation.work.editing import edit
from tests.annotation.disagreeing import submit_work
from tests.cast import CELL, SENTENCE
from tests.release.conftest import hold
from tests.release.test_shared_task import SOME_IN_TEST
from tests.release.test_whole_release import manifest

pytestmark = pytest.mark.both_databases
ROWS = ReleaseOptions(formats=frozenset({"feverous"}))


def version(project, name):
    DataStatement.objects.update_or_create(project=project, defaults={"answers": {"version": name}})


@pytest.fixture
def two(project, worked, other_verifier, tmp_path):
    """1.0.0, and 1.1.0 with another verdict on one claim and another claim disagreed on."""
    version(project, "1.0.0")
    write_release(project, tmp_path / "old", ROWS)
    version(project, "1.1.0")
    said = worked["plain"].verifications.get()
    words = {"verdict": "REFUTES", "challenge": "Other", "evidence_sets": [[CELL]], "operations": []}
    edit(assignment=said.submission.assignment, client_id=uuid.uuid4(), base_revision=1, **words)
    submit_work(hold(worked["unknown"], other_verifier), "SUPPORTS", [SENTENCE])
    write_release(project, tmp_path / "new", ReleaseOptions(formats=frozenset({"tables"})), previous=tmp_path / "old")
    return tmp_path


def test_the_manifest_has_the_version_and_the_release_before(two):
    old, new = manifest(two / "old"), manifest(two / "new")
    assert (old["version"], new["version"]) == ("1.0.0", "1.1.0") and "previous" not in old
    assert new["previous"] == {
        "version": "1.0.0",
        "as_of": old["as_of"],
        "released": 5,
        "manifest_sha256": hashlib.sha256((two / "old/manifest.json").read_bytes()).hexdigest(),
    }
    assert CHANGELOG in new["files"] and CHANGELOG not in old["files"]
    assert "`CHANGELOG.md`" in (two / "new/README.md").read_text(encoding="utf-8")


def test_the_changelog_names_changed_claims_by_id_and_no_words(two, worked):
    text = (two / "new" / CHANGELOG).read_text(encoding="utf-8")
    plain, unknown = worked["plain"].pk, worked["unknown"].pk
    assert f"- Removed: {unknown}\n" in text and f"- Another verdict: {plain}\n" in text
    assert f"- Other evidence: {plain}\n" in text and "- Added" not in text
    assert "| added | 0 |" in text and "| unchanged | 3 |" in text and "| moved to another split | 0 |" in text
    assert worked["unknown"].text not in text
    for heading in ("## Version 1.1.0 (", "Since version 1.0.0 (", "| Agreement | Before | After |"):
        assert heading in text


def test_changes_of_earlier_releases_stay_below(two, project):
    write_release(project, two / "third", ROWS, previous=two / "new")
    write_release(project, two / "again", ROWS, previous=two / "new")
    text = (two / "third" / CHANGELOG).read_text(encoding="utf-8")
    assert text.count("\n## ") == 2 and text.count("# Changes\n") == 1
    assert text.endswith((two / "new" / CHANGELOG).read_text(encoding="utf-8").removeprefix("# Changes\n"))
    assert text == (two / "again" / CHANGELOG).read_text(encoding="utf-8")


def test_the_public_part_of_a_shared_task_says_what_came_before_and_not_what_changed(project, worked, tmp_path):
    write_release(project, tmp_path / "old", SOME_IN_TEST)
    write_release(project, tmp_path / "new", SOME_IN_TEST, previous=tmp_path / "old")
    public, sealed = tmp_path / "new/public", tmp_path / "new/sealed"
    assert manifest(public)["previous"] == manifest(sealed)["previous"]
    assert (sealed / CHANGELOG).exists() and not (public / CHANGELOG).exists()


def test_a_folder_that_is_no_release_of_the_project_is_refused(two, project):
    arguments = ["--project", project.slug, str(two / "out"), "--previous"]
    with pytest.raises(CommandError, match="no complete release"):
        call_command("export_dataset", *arguments, str(two / "nowhere"))
    told = json.loads((two / "old/manifest.json").read_text())
    (two / "old/manifest.json").write_text(json.dumps(told | {"project": "other"}))
    with pytest.raises(CommandError, match="of the project other"):
        call_command("export_dataset", *arguments, str(two / "old"))
    assert not (two / "out").exists()
