"""What the tests of a release's report and cards share."""

from __future__ import annotations

import pytest

from tests.release_report.made import released, small_project


@pytest.fixture
def simulated(db):
    """A small simulated project."""
    return small_project()


@pytest.fixture
def release(simulated, tmp_path):
    """The facts and the folder of a whole release of it."""
    return released(simulated, tmp_path / "out")
