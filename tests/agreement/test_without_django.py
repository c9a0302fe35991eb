"""Statistics run in a notebook: without Django, and without anything that the web part does not install."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_imports import ROOT, assert_not_loaded

READING_THE_DATABASE = {
    "agreement": {"output", "queries", "scores", "snapshot"},
    "audit": {"evidence", "job", "own_weeks", "parts", "production", "queries", "raw", "snapshot", "table_places"},
}


@pytest.mark.parametrize("folder", READING_THE_DATABASE)
def test_statistics_need_no_django_and_no_numpy(folder):
    files = sorted(Path(ROOT, "annotation", folder).glob("*.py"))
    names = [file.stem for file in files if file.stem not in {"__init__", *READING_THE_DATABASE[folder]}]
    assert len(names) > 5
    code = "\n".join(f"import annotation.{folder}.{name}" for name in names)
    assert_not_loaded({"django", "numpy", "scipy", "sklearn"}, code)
