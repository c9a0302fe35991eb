"""A release on a disk that becomes full at any of its files: nothing is left behind, and it goes once there is room."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from annotation.release.formats.files import sha256_of
from annotation.release.job import KIND, enqueue_release, files_of
from annotation.release.summary import ReleaseError
from annotation.release.write import write_release
from jobs.models import JobState
from jobs.runner import run
from tests.full_disk import disk_with
from tests.release.test_webhook import OPTIONS

pytestmark = [pytest.mark.extended, pytest.mark.one_database]


def test_a_full_disk_is_said_at_every_step_and_nothing_is_left_behind(db, project, worked, tmp_path):
    whole, out = tmp_path / "whole", tmp_path / "out"
    write_release(project, whole, OPTIONS)
    sizes = sorted({path.stat().st_size for path in files_of(whole)})
    for most in [0, *(size - 1 for size in sizes[1 :: max(1, len(sizes) // 8)]), sizes[-1] - 1]:
        with disk_with(most), pytest.raises(ReleaseError, match="cannot be written"):
            write_release(project, out, OPTIONS)
        assert [path for path in tmp_path.iterdir() if path != whole] == []
    write_release(project, out, OPTIONS)
    again = {path.relative_to(out): sha256_of(path) for path in files_of(out)}
    assert again == {path.relative_to(whole): sha256_of(path) for path in files_of(whole)}


def test_the_job_says_that_it_could_not_be_written(db, project, manager, worked, settings: Settings, tmp_path):
    settings.ATTEST_DATA_DIR = tmp_path
    (tmp_path / "releases").touch()  # where the folder would be
    made = run(enqueue_release(KIND, project=project, settings=OPTIONS, asked_by=manager).pk)
    assert made is not None and made.state == JobState.FAILED
    assert "Error" not in made.error and "make room" in made.error
    (tmp_path / "releases").unlink()
    again = run(enqueue_release(KIND, project=project, settings=OPTIONS, asked_by=manager).pk)
    assert again is not None and again.state == JobState.DONE
