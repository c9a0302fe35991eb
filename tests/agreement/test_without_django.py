"""Statistics run in a notebook: without Django, and without anything that the web part does not install."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_imports import ROOT, assert_not_loaded

ON_DJANGO = {"queries", "snapshot", "output", "scores", "evidence", "job", "production"}
# `agreement/evidence.py` is a statistic, `audit/evidence.py` reads the database.
NEEDLESS = {("agreement", "evidence")}


@pytest.mark.parametrize("folder", ["agreement", "audit"])
def test_statistics_need_no_django_and_no_numpy(folder):
    files = sorted(Path(ROOT, "annotation", folder).glob("*.py"))
    reading = {name for name in ON_DJANGO if (folder, name) not in NEEDLESS} | {"__init__"}
    names = [file.stem for file in files if file.stem not in reading]
    assert len(names) > 5
    code = "\n".join(f"import annotation.{folder}.{name}" for name in names)
    assert_not_loaded({"django", "numpy", "scipy", "sklearn"}, code)
