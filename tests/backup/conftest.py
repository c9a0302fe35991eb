"""A site with something of everything, and commands on another, empty one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from annotation.release.job import KIND, enqueue_release
from jobs.runner import run
from tests.jobs.worker_process import ROOT
from tests.release.conftest import worked
from tests.release.test_webhook import OPTIONS

__all__ = ["worked"]
PASSPHRASE = "five random words go here"
Commands = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def site(transactional_db: None, settings: Settings, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """The data folder: of a project with work of all kinds, a release and an upload."""
    home = tmp_path / "site"
    home.mkdir()
    settings.ATTEST_DATA_DIR, settings.ATTEST_SUGGESTER = home, ""
    project, manager = request.getfixturevalue("project"), request.getfixturevalue("manager")
    request.getfixturevalue("worked")
    made = run(enqueue_release(KIND, project=project, settings=OPTIONS, asked_by=manager).pk)
    assert made is not None and made.state == "done", made and made.error
    (home / "uploads" / "harbour").mkdir(parents=True)
    (home / "uploads" / "harbour" / "dump.jsonl").write_bytes(os.urandom(50_000))
    (home / "index").mkdir()
    (home / "index" / "left-out").write_text("built again")
    yield home
    shutil.rmtree(home, ignore_errors=True)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Commands:
    """Run a management command on an empty site in tmp_path / "elsewhere"."""

    def run_command(*command: str, url: str = "", most_kb: int | None = None) -> subprocess.CompletedProcess[str]:
        home = tmp_path / "elsewhere"
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "ATTEST_TEST_DATA_DIR": str(home),
            "DATABASE_URL": url or f"sqlite:///{home / 'attest.sqlite3'}",
        }
        limited = ["bash", "-c", f'ulimit -f {most_kb}; exec "$@"', "bash"] if most_kb else []
        return subprocess.run(
            [*limited, sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    return run_command
