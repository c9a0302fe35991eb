"""Folders of releases that are not as they were made, and a database that others are writing to."""

from __future__ import annotations

import json
import shutil
from hashlib import sha256

import pytest
from django.db import OperationalError

from annotation.models import Claim, Project
from annotation.release.importing import importer
from annotation.release.manifest import FORMAT_VERSION
from annotation.release.summary import ReleaseOptions
from annotation.release.write import write_release
from tests.importing.bringing import bring, row, write
from tests.release.conftest import worked  # noqa: F401

FEW = ReleaseOptions(formats=frozenset({"feverous", "tables"}))
AGAIN = ("--corpus", "harbour")


@pytest.fixture
def released(project, worked, tmp_path):  # noqa: F811
    """The folder of a release."""
    write_release(project, tmp_path / "out", FEW)
    return tmp_path / "out"


def hash_of(path):
    return sha256(path.read_bytes()).hexdigest()


def described(folder):
    return json.loads((folder / "manifest.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["annotations.jsonl", "origins.jsonl", "extra/reported.jsonl"])
def test_a_file_that_was_changed_is_named_with_both_hashes(released, name):
    promised = described(released)["files"][name]["sha256"]
    with (released / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    code, said = bring(released, *AGAIN)
    assert code == 1 and str(released / name) in said
    assert hash_of(released / name) in said and promised in said and "--changed" in said
    assert not Project.objects.filter(slug="brought").exists()
    assert bring(released, *AGAIN, "--changed")[0] == 0


def test_a_changed_file_that_is_not_read_is_named_and_the_others_come_in(released):
    (released / "README.md").write_text("Our card.", encoding="utf-8")
    (released / "splits.json").unlink()
    code, said = bring(released, *AGAIN)
    assert code == 0 and hash_of(released / "README.md") in said and "splits.json" in said
    assert Claim.objects.filter(project__slug="brought").exists()


def test_a_missing_file_that_is_read_is_named(released):
    (released / "extra/adjudications.jsonl").unlink()
    code, said = bring(released, *AGAIN)
    assert code == 1 and "adjudications.jsonl" in said and not Project.objects.filter(slug="brought").exists()


def test_a_folder_of_a_newer_version_is_refused(released):
    found = described(released) | {"format_version": FORMAT_VERSION + 1}
    (released / "manifest.json").write_text(json.dumps(found), encoding="utf-8")
    code, said = bring(released, *AGAIN)
    assert code == 1 and str(FORMAT_VERSION + 1) in said and found["code_version"] in said
    assert not Project.objects.filter(slug="brought").exists()


def test_a_folder_of_an_older_version_comes_in_without_what_it_lacks(released):
    found = described(released)
    del found["format_version"], found["files"]["origins.jsonl"]
    (released / "manifest.json").write_text(json.dumps(found), encoding="utf-8")
    (released / "origins.jsonl").unlink()
    assert bring(released, *AGAIN)[0] == 0
    brought = Claim.objects.filter(project__slug="brought")
    assert brought.exists() and not brought.exclude(claim_type="").exists()
    assert not brought.filter(author__isnull=False).exists()


def test_the_sealed_part_of_a_shared_task_is_not_taken_without_the_public_one(project, worked, tmp_path):  # noqa: F811
    write_release(
        project, tmp_path / "task", ReleaseOptions(splits=(0, 0.5, 0.5), shared_task=True, formats=FEW.formats)
    )
    shutil.copytree(tmp_path / "task", tmp_path / "whole")
    shutil.rmtree(tmp_path / "task/public")
    code, said = bring(tmp_path / "task", *AGAIN)
    assert code == 1 and str(tmp_path / "task/sealed") in said and not Project.objects.filter(slug="brought").exists()
    assert bring(tmp_path / "task/sealed", *AGAIN)[0] == 0
    assert bring(tmp_path / "whole", *AGAIN, project="whole")[0] == 0
    told = [Claim.objects.filter(project__slug=slug).count() for slug in ("brought", "whole")]
    assert told[0] == told[1] > 0


def test_answers_that_are_not_the_promised_ones_are_named(project, worked, tmp_path):  # noqa: F811
    task = tmp_path / "task"
    write_release(project, task, ReleaseOptions(splits=(0, 0.5, 0.5), shared_task=True, formats=FEW.formats))
    path = task / "sealed/manifest.json"
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    code, said = bring(task, *AGAIN)
    assert code == 1 and hash_of(path) in said and described(task)["sealed"]["sha256"] in said


def test_the_public_part_alone_comes_in_and_says_what_it_lacks(project, worked, tmp_path):  # noqa: F811
    task = tmp_path / "task"
    write_release(project, task, ReleaseOptions(splits=(0, 0.5, 0.5), shared_task=True, formats=FEW.formats))
    shutil.rmtree(task / "sealed")
    missing = described(task / "public")["sealed"]["claims"]
    code, said = bring(task, *AGAIN)
    assert code == 0 and f"{missing} claims" in said
    assert not Claim.objects.filter(project__slug="brought", release_split="test").exists()


@pytest.mark.sqlite  # PostgreSQL locks rows
@pytest.mark.parametrize("longest", [60.0, -1.0])
def test_an_import_waits_for_a_job_that_writes(corpus, tmp_path, monkeypatch, longest):
    """It said "database is locked", with a traceback."""
    store, tries = importer.store_batch, list[int]()

    def busy_twice(*arguments, **options):
        tries.append(1)
        if len(tries) < 3:
            raise OperationalError("database is locked")
        return store(*arguments, **options)

    monkeypatch.setattr(importer, "store_batch", busy_twice)
    monkeypatch.setattr("annotation.release.importing.patience.PAUSE", 0)
    monkeypatch.setattr("annotation.release.importing.patience.LONGEST_WAIT", longest)
    path = write(tmp_path / "train.jsonl", [row(1), row(2)])
    code, said = bring(path)
    if longest < 0:
        assert code == 1 and "Run the same command again" in said and Claim.objects.count() == 0
        code, said = bring(path)
        code, said = bring(path)
    assert code == 0 and Claim.objects.count() == 2
