"""What `doctor` says of the surroundings, each fault planted; and what a server refuses to start with."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.deployment_checks import Deployment, examine_deployment
from config.private_files import make_private
from config.start_checks import refuse_plain_http, refuse_weak_key, weak_password
from tests.config.test_settings import KEY, ROOT, settings

STRONG = "postgres://attest:Vt3-kQ8_zLw1XnB7yRm5@db:5432/attest"


@pytest.fixture
def site(tmp_path: Path) -> Deployment:
    tmp_path.chmod(0o700)
    return Deployment("127.0.0.1", ["localhost"], https=False, plain=False, data_dir=tmp_path, database=None)


@pytest.mark.parametrize(
    ("changes", "subjects"),
    [
        ({}, []),
        ({"bind": "0.0.0.0", "https": True}, []),
        ({"addresses": {"DATABASE_URL": STRONG}}, []),
        ({"hosts": ["attest.example.org"]}, ["transport"]),
        ({"hosts": ["attest.example.org"], "plain": True}, []),
        ({"bind": "0.0.0.0"}, ["transport", "proxy"]),
        ({"bind": "::", "plain": True}, ["proxy"]),
        ({"addresses": {"REDIS_URL": "redis://:hunter2@redis:6379/0"}}, ["passwords"]),
        ({"addresses": {"DATABASE_URL": STRONG.replace("Vt3", "change-me")}}, ["passwords"]),
        ({"demo_accounts": 4}, []),
        ({"demo_accounts": 4, "https": True}, ["demo accounts"]),
    ],
)
def test_each_fault_is_named_with_a_remedy(site, changes, subjects):
    assert problems(replace(site, **changes)) == subjects


def problems(site: Deployment) -> list[str]:
    return [finding.subject for finding in examine_deployment(site) if finding.is_problem]


def test_files_that_others_may_read_are_named_and_mended(site, tmp_path):
    database = tmp_path / "attest.sqlite3"
    for name in ("attest.sqlite3", "attest.sqlite3-wal", "secret_key"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    tmp_path.chmod(0o755)
    assert problems(replace(site, database=database)) == ["files"]
    make_private(tmp_path, database)
    assert problems(replace(site, database=database)) == []
    assert [path.stat().st_mode & 0o777 for path in (tmp_path, database)] == [0o700, 0o600]


def test_a_folder_that_is_not_known_as_ours_is_left(tmp_path):
    tmp_path.chmod(0o755)
    make_private(tmp_path, None)
    assert tmp_path.stat().st_mode & 0o777 == 0o755


def test_an_open_mask_is_named(site):
    before = os.umask(0o022)
    try:
        assert problems(site) == ["umask"]
    finally:
        os.umask(before)


def test_a_new_installation_is_its_users_alone(tmp_path):
    modes = settings(
        tmp_path / "new" / "var",
        "[p.stat().st_mode & 0o77 for p in [s.ATTEST_DATA_DIR, s.ATTEST_DATA_DIR / 'secret_key']]",
    )
    assert modes == [0, 0]


@pytest.mark.parametrize("key", ["eightlet", "x" * 60, f"django-insecure-{KEY}", f"change-me-{KEY}"])
def test_a_key_that_can_be_guessed_stops_the_start(key):
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
        refuse_weak_key(key)
    refuse_weak_key(KEY)


def test_a_password_is_judged_only_where_there_is_one():
    addresses = [STRONG, "postgres://attest@db/attest", "redis://127.0.0.1:6379/0", "", "postgres://a:secret@db/a"]
    assert [bool(weak_password(address)) for address in addresses] == [False, False, False, False, True]


def test_plain_http_for_others_is_refused_unless_told():
    refuse_plain_http("127.0.0.1", ["localhost", "[::1]"], https=False, plain=False)
    refuse_plain_http("0.0.0.0", ["attest.example.org"], https=True, plain=False)
    refuse_plain_http("0.0.0.0", ["attest.example.org"], https=False, plain=True)
    with pytest.raises(ImproperlyConfigured, match="ATTEST_PLAIN_HTTP"):
        refuse_plain_http("127.0.0.1", ["*"], https=False, plain=False)


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"ATTEST_BIND": "0.0.0.0"}, "plain HTTP"),
        ({"SECRET_KEY": "eightlet"}, "SECRET_KEY has 8 letters"),
        ({"ATTEST_ENV_FILE": "/nowhere/.env"}, "/nowhere/.env (ATTEST_ENV_FILE) cannot be read"),
    ],
)
def test_the_server_says_in_one_line_why_it_does_not_start(tmp_path, environment, words):
    clean = {"PATH": os.environ["PATH"], "ATTEST_ENV_FILE": "", "ATTEST_DATA_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.py", "--check-config", "config.wsgi"]
    result = subprocess.run(
        command, cwd=ROOT, env={**clean, **environment}, capture_output=True, text=True, check=False, timeout=60
    )
    said = result.stderr + result.stdout
    assert result.returncode != 0 and words in said and "Traceback" not in said, said


@pytest.mark.django_db
def test_an_operator_gets_a_link_and_the_demo_can_be_refused(settings, capsys):
    from django.core.management import CommandError, call_command

    from annotation.accounts.invitations import create_invited, invitation_tokens
    from annotation.models import User

    settings.ATTEST_DEMO = False
    with pytest.raises(CommandError, match="No demo here"):
        call_command("setup_demo")
    call_command("create_operator", "olga")
    first = capsys.readouterr().out
    assert User.objects.get(username="olga").is_superuser and "/invitation/" in first
    (nils,) = create_invited(["nils"])
    earlier = invitation_tokens.make_token(nils)
    call_command("create_operator", "nils")
    nils.refresh_from_db()
    assert nils.is_superuser and not invitation_tokens.check_token(nils, earlier)
    User.objects.filter(username="olga").update(password="chosen")
    with pytest.raises(CommandError, match="has an account"):
        call_command("create_operator", "olga")
