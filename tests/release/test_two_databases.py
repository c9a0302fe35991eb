"""One project makes the same release on PostgreSQL and on SQLite: manifest, rows, cards, tables and report."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.servers.postgres import find_binaries, postgres
from tests.servers.process import ServerMissing

pytestmark = pytest.mark.extended
# What a release is not made of, and what a new database has already.
NOT_COPIED = ("contenttypes", "auth.permission", "sessions", "annotation.session")


@pytest.fixture
def needs_postgres() -> None:
    try:
        find_binaries()
    except ServerMissing as reason:
        pytest.skip(str(reason))


def manage(home: Path, url: str, *arguments: str) -> None:
    """Run a command of a site: that of the data folder and the database."""
    home.mkdir(exist_ok=True)
    site = {
        "ATTEST_DATA_DIR": str(home),
        "DATABASE_URL": url,
        "ATTEST_ENV_FILE": "",
        "SECRET_KEY": "of both sites: a key of fifty letters or more, as it is asked for",
    }
    command = [sys.executable, "manage.py", *arguments]
    environment = {**os.environ, **site, "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def hashes(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_a_release_has_the_same_bytes_on_both_databases(needs_postgres, tmp_path):
    sqlite = f"sqlite:///{tmp_path / 'attest.sqlite3'}"
    everything = ("export_dataset", "--project", "demo", "--with", "provenance")
    manage(tmp_path / "one", sqlite, "migrate")
    manage(tmp_path / "one", sqlite, "setup_demo")
    manage(tmp_path / "one", sqlite, *everything, str(tmp_path / "sqlite"))
    excluded = [f"--exclude={name}" for name in NOT_COPIED]
    manage(tmp_path / "one", sqlite, "dumpdata", *excluded, "--output", str(tmp_path / "all.json"))
    with postgres() as url:
        manage(tmp_path / "other", url, "migrate")
        manage(tmp_path / "other", url, "loaddata", str(tmp_path / "all.json"))
        manage(tmp_path / "other", url, *everything, str(tmp_path / "postgresql"))
    one, other = hashes(tmp_path / "sqlite"), hashes(tmp_path / "postgresql")
    assert len(one) > 100
    assert {name for name in {*one, *other} if one.get(name) != other.get(name)} == set()
