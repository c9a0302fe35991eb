"""What the tests of a release's report and cards share."""

from __future__ import annotations

import copy
import shutil

import pytest

from tests.release_report.made import released, small_project


@pytest.fixture
def simulated(db):
    """A small simulated project."""
    return small_project()


@pytest.fixture(scope="session")
def written_once(tmp_path_factory):
    """The first release of it that a test asked for: its facts, under "facts", and its folder."""
    return {"folder": tmp_path_factory.mktemp("release") / "out"}


@pytest.fixture
def release(simulated, tmp_path, written_once):
    """The facts and the folder of a whole release of it: a copy of the first, since its rows are the same."""
    if "facts" not in written_once:
        written_once["facts"], _folder = released(simulated, written_once["folder"])
    shutil.copytree(written_once["folder"], tmp_path / "out")
    return copy.deepcopy(written_once["facts"]), tmp_path / "out"
