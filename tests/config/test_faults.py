"""`doctor` is well on the demo, and names each fault of docs/operators/doctor.md and no other."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import OutputWrapper
from pytest_django import Settings

from annotation.accounts.second_factor import begin_set_up
from annotation.demo.setup import set_up_demo
from annotation.installation import integrity
from annotation.management.commands import doctor
from annotation.models import User
from jobs.heartbeat import beat
from tests.config.faults import PLANTS, Site, provider
from tests.config.test_settings import ROOT
from tests.deployment.guide import blocks
from tests.prepared import prepared

PAGE = (ROOT / "docs" / "operators" / "doctor.md").read_text(encoding="utf-8")
FAULTS, _, NO_START = PAGE.partition("## What nothing starts with")
CODES = re.findall(r"^\| `([a-z-]+)` \|", FAULTS, re.MULTILINE)
LINES = re.findall(r"^\| `([^`]+)` \|", NO_START, re.MULTILINE)


def demo() -> str:
    set_up_demo(OutputWrapper(StringIO()))
    return "demo"


@pytest.fixture(scope="module")
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    folder.chmod(0o700)
    return folder


@pytest.fixture
def site(
    db: None,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    data_folder: Path,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> Iterator[Site]:
    settings.ATTEST_DATA_DIR, settings.ATTEST_SUGGESTER, settings.ALLOWED_HOSTS = data_folder, "", ["localhost"]
    prepared(("faults", str(data_folder)), demo)
    beat("here 1")
    settings.ATTEST_DATA_DIR = shutil.copytree(data_folder, tmp_path / "data")
    with ExitStack() as undo:
        yield Site(settings, monkeypatch, tmp_path / "data", tmp_path, request, undo)


def found() -> set[str]:
    return {finding.code for finding in doctor.examine() if finding.remedy}


def test_the_demo_is_well(site):
    assert [finding for finding in doctor.examine() if finding.remedy or finding.code] == []


def test_a_public_site_is_well(site, redis_url):
    site.public()
    provider(site)
    site.redis(redis_url)
    assert found() == set()


@pytest.mark.parametrize("code", CODES)
def test_each_fault_is_named_and_no_other(site, code):
    PLANTS[code](site)
    assert found() == {code}


@pytest.mark.parametrize("code", ["index-missing", "index-stale", "no-operator"])
def test_a_remedy_that_is_a_command_mends_it(site, code):
    PLANTS[code](site)
    remedies = [finding.remedy for finding in doctor.examine() if finding.remedy]
    assert len(remedies) == (3 if code == "index-missing" else 1)  # of all corpora
    for command in remedies:
        python, manage, name, *arguments = command.replace("NAME", "omar").split()
        assert (python, manage) == ("python", "manage.py")
        call_command(name, *arguments, stdout=StringIO())
    assert found() == set()


def test_the_commands_of_the_guides_run(site, settings, tmp_path):
    """On the demo, in the order of the pages; `restore` and what asks at the terminal run elsewhere."""
    begin_set_up(User.objects.get(username="vera"))
    settings.ATTEST_BACKUP_DIR = ""
    pages = [f"docs/operators/{name}.md" for name in ("doctor", "backup", "incidents")]
    lines = [line for page in pages for block in blocks((ROOT / page).read_text(encoding="utf-8")) for line in block]
    ran = set()
    for line in lines:
        _compose, manage, command = line.partition("python manage.py ")
        if manage and command.split()[0] not in {"restore", "changepassword"}:
            name, *arguments = command.replace("USER", "vera").replace("/backups/", f"{tmp_path}/backup-").split()
            call_command(name, *arguments, stdout=StringIO(), stderr=StringIO())
            ran.add(name)
    commands = {"doctor", "backup", "verify_backup", "verify_log", "build_index", "reset_second_factor"}
    assert ran == commands | {"remove_person"}
    assert not User.objects.filter(username="vera").exists()
    assert found() == set()


def test_the_table_has_every_code():
    """Those that the source names, and a planting for each."""
    files = ["config/doctor.py", "config/deployment_checks.py", "config/certificate.py", "config/packages.py"]
    files += ["jobs/health.py", "annotation/management/commands/doctor.py"]
    files += [path.relative_to(ROOT).as_posix() for path in (ROOT / "annotation/installation").glob("*.py")]
    source = "".join((ROOT / name).read_text(encoding="utf-8") for name in files)
    said = set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', source)) - NO_FAULTS
    assert said | {"umask", "settings", "suggester", "index-missing", "index-stale"} == set(CODES)
    assert set(PLANTS) == set(CODES) and len(CODES) >= 20


NO_FAULTS = {"append-only", "log-in", "none-waits"}


@pytest.mark.both_databases
def test_every_trigger_of_the_migrations_is_looked_for(db):
    assert {name for name in integrity.triggers() if name.endswith(("_append_only", "_refuse_removal"))} == set(
        integrity.APPEND_ONLY
    )
    assert not any(finding.remedy for finding in integrity.examine_integrity())


# --- What nothing starts with -----------------------------------------------------------------------------------------

ENVIRONMENTS: dict[str, dict[str, str]] = {
    "SECRET_KEY has 8 letters": {"SECRET_KEY": "eightlet"},
    "SECRET_KEY is a default or can be guessed": {"SECRET_KEY": "change-me" * 8},
    "The password in DATABASE_URL has 7 letters": {
        "DATABASE_URL": "postgres://attest:hunter2@db/attest",
        "ALLOWED_HOSTS": "attest.example.org",
    },
    "(ATTEST_ENV_FILE) cannot be read": {"ATTEST_ENV_FILE": "/nowhere/.env"},
    "is neither yes nor no": {"HTTPS": "perhaps"},
    "cannot be made": {"ATTEST_DATA_DIR": "/dev/null/attest"},
    "DATABASE_URL is not a database address": {"DATABASE_URL": "nonsense"},
    "ATTEST_OIDC_ISSUER is an https address": {"ATTEST_OIDC_ISSUER": "http://id.example.org"},
}


def test_each_reason_not_to_start_is_said_in_one_line(tmp_path):
    """All at once: each process takes a second."""
    assert [line for line in LINES if line != "over plain HTTP"] == list(ENVIRONMENTS)  # that: test_deployment_checks
    clean = {"PATH": os.environ["PATH"], "ATTEST_ENV_FILE": "", "ATTEST_DATA_DIR": str(tmp_path)}
    started = {
        line: subprocess.Popen(
            [sys.executable, "manage.py", "doctor"],
            cwd=ROOT,
            env=clean | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for line, environment in ENVIRONMENTS.items()
    }
    for line, process in started.items():
        said, _nothing = process.communicate(timeout=60)
        assert process.returncode == 1 and line in said and said.count("\n") == 1, said
