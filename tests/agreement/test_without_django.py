"""Statistics run in a notebook, without Django; scikit-learn is not imported before a classifier is trained."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_imports import ROOT, assert_not_loaded

READING_THE_DATABASE = {
    "agreement": {"output", "queries", "scores", "snapshot"},
    "audit": {
        "evidence",
        "hours",
        "job",
        "personal_weeks",
        "reports",
        "production",
        "queries",
        "dataset",
        "released",
        "snapshot",
        "table_positions",
        "whole_lines",
        "work_days",
        "writing_effort",
    },
}


@pytest.mark.parametrize("folder", READING_THE_DATABASE)
def test_statistics_need_no_django(folder):
    files = sorted(Path(ROOT, "annotation/quality", folder).glob("*.py"))
    names = [file.stem for file in files if file.stem not in {"__init__", *READING_THE_DATABASE[folder]}]
    assert len(names) > 5
    code = "\n".join(f"import annotation.quality.{folder}.{name}" for name in names)
    assert_not_loaded({"django", "sklearn", "pandas"}, code)
