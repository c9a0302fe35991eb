"""What can go wrong while a release is written, and that a good one is never replaced by half of one."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotation.models import EvidenceSet
from annotation.release.output_directory import LOCK, taking_place
from annotation.release.summary import ReleaseError, ReleaseOptions
from annotation.release.write import write_release
from corpus.models import StoredPage
from tests.full_disk import disk_with
from tests.release.conftest import DATA

ROOT = Path(__file__).resolve().parents[2]
FEW = ReleaseOptions(formats=frozenset({"feverous", "corpus"}))


class Stopped(Exception):
    """Somebody pressed Stop."""


def content(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def good(project, worked, tmp_path):
    """A release that stands where the next is to go: name -> bytes."""
    write_release(project, tmp_path / "out", FEW)
    return content(tmp_path / "out")


def test_a_release_is_not_replaced_unless_asked(project, good, tmp_path):
    with pytest.raises(ReleaseError, match="is a release already"):
        write_release(project, tmp_path / "out", FEW)
    write_release(project, tmp_path / "out", DATA, force=True)
    assert set(good) < set(content(tmp_path / "out"))
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_folder_of_something_else_is_never_replaced(project, worked, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.txt").write_text("three years of work")
    with pytest.raises(ReleaseError, match="is no release"):
        write_release(project, tmp_path / "out", FEW, force=True)
    assert content(tmp_path / "out") == {"thesis.txt": b"three years of work"}


@pytest.mark.parametrize("step", ["Writing the claims", "Writing the pages", "Done"])
def test_a_release_that_is_stopped_leaves_the_one_before(project, good, tmp_path, step):
    def stop(words, _done, _total):
        if words == step:
            raise Stopped

    with pytest.raises(Stopped):
        write_release(project, tmp_path / "out", FEW, force=True, progress=stop)
    assert content(tmp_path / "out") == good and [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("room", [0, 2_000, 9_000])
def test_a_full_disk_leaves_the_one_before_and_says_so(project, good, tmp_path, room):
    """No file may grow beyond so many bytes: the rows, then the corpus, then the manifest are what does not fit."""
    with disk_with(room), pytest.raises(ReleaseError, match="cannot be written"):
        write_release(project, tmp_path / "out", FEW, force=True)
    assert content(tmp_path / "out") == good and [path.name for path in tmp_path.iterdir()] == ["out"]


def test_two_exports_do_not_write_to_one_folder(project, good, tmp_path):
    (tmp_path / "out.partial").mkdir()
    with (tmp_path / "out.partial" / LOCK).open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(ReleaseError, match="Another export"):
            write_release(project, tmp_path / "out", FEW, force=True)
    assert content(tmp_path / "out") == good


def test_what_a_killed_export_left_is_thrown_away(project, good, tmp_path):
    (tmp_path / "out.partial" / "feverous").mkdir(parents=True)
    (tmp_path / "out.partial" / "feverous" / "half.jsonl").write_text("{")
    write_release(project, tmp_path / "out", FEW, force=True)
    assert content(tmp_path / "out") == good and not (tmp_path / "out.partial").exists()


def test_a_release_that_was_moved_aside_when_the_power_went_is_put_back(tmp_path):
    (tmp_path / "out.replaced").mkdir()
    (tmp_path / "out.replaced" / "manifest.json").write_text("{}")
    with pytest.raises(ReleaseError, match="already"), taking_place(tmp_path / "out", force=False):
        pass
    assert content(tmp_path / "out") == {"manifest.json": b"{}"}


@pytest.mark.parametrize("can_swap", [True, False])
def test_the_new_one_takes_the_place_of_the_old(tmp_path, monkeypatch, can_swap):
    if not can_swap:
        monkeypatch.setattr("annotation.release.output_directory._swap", lambda _one, _other: False)
    for words in ("old", "new"):
        with taking_place(tmp_path / "out", force=True) as folder:
            (folder / "manifest.json").write_text(words)
    assert content(tmp_path / "out") == {"manifest.json": b"new"}
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


KILLED = """
import os, signal, sys, django
django.setup()
from pathlib import Path
from annotation.models import Project
from annotation.release.write import write_release
from annotation.release.summary import ReleaseOptions
def kill(words, done, total):
    if words == sys.argv[2]:
        os.kill(os.getpid(), signal.SIGKILL)
settings = ReleaseOptions(formats=frozenset({"feverous", "tables", "datasets", "corpus"}))
write_release(Project.objects.get(slug="small"), Path(sys.argv[1]), settings, force=True, progress=kill)
"""


@pytest.mark.extended
@pytest.mark.servers
def test_an_export_that_is_killed_leaves_the_one_before(tmp_path):
    """A real process, a real database, and kill -9 early, late and at the end."""
    environment = {
        **{name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
        "ATTEST_DATA_DIR": str(tmp_path / "var"),
        "ATTEST_ENV_FILE": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONPATH": str(ROOT),
    }

    def python(*arguments):
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    out = tmp_path / "out"
    assert python("manage.py", "migrate", "-v0").returncode == 0
    made = python("manage.py", "demo_large", "--project", "small", "--claims", "60", "--annotators", "9")
    assert made.returncode == 0, made.stderr
    export = ("manage.py", "export_dataset", "--project", "small", "--only", "datasets,corpus", str(out))
    done = python(*export)
    assert done.returncode == 0, done.stderr
    good = content(out)
    for step in ("Writing the claims", "Writing the cards", "Done"):
        assert python("-c", KILLED, str(out), step).returncode == -signal.SIGKILL
        assert content(out) == good
        assert (tmp_path / "out.partial").exists()
    done = python(*export, "--force")
    assert done.returncode == 0 and not (tmp_path / "out.partial").exists(), done.stderr
    assert content(out) == good


# --- Data that is not as it should be --------------------------------------------------------------------------------
def test_evidence_that_no_longer_resolves_is_left_out_and_named(project, worked, tmp_path, capsys):
    StoredPage.objects.filter(title__startswith="A\u030asa").delete()
    call_command("export_dataset", "--project", project.slug, "--only", "feverous", str(tmp_path / "out"))
    said = capsys.readouterr().out
    plain, adjudicated = worked["plain"].pk, worked["adjudicated"].pk
    assert f"claims {plain} (A\u030asa Lind_sentence_0), {adjudicated} (A\u030asa Lind_sentence_0)" in said
    assert "excluded, evidence no longer in the corpus: 2" in said


def test_a_claim_without_evidence_is_left_out_and_named(project, worked, tmp_path, capsys):
    EvidenceSet.objects.filter(submission__verification__claim=worked["plain"]).delete()
    call_command("export_dataset", "--project", project.slug, "--only", "feverous", str(tmp_path / "out"))
    assert f"excluded, no evidence: 1: claim {worked['plain'].pk}" in capsys.readouterr().out


def test_a_folder_that_nobody_may_write_to_is_named(project, worked, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export_dataset", "--project", project.slug, str(tmp_path / "file" / "out"))
