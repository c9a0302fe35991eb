"""The official FEVEROUS reader run over what we export (../shared/tools/check_feverous_export.py)."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

CHECKER = Path(__file__).resolve().parents[2] / "shared" / "tools" / "check_feverous_export.py"


def assert_official_code_reads(annotations: Path, database: Path | None = None) -> None:
    """Every named check holds. Skips the test where the checker or the official package is not at hand."""
    if not CHECKER.exists():
        pytest.skip("no ../shared/tools beside the checkout")
    if importlib.util.find_spec("feverous") is None:
        pytest.skip("the official feverous package is not installed")
    command = [sys.executable, str(CHECKER), "--annotations", str(annotations)]
    command += ["--db", str(database)] if database else []
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip().splitlines()[-1].endswith(" 0 failed")
