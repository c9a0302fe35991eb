"""The settings as a process of its own meets them: good defaults, and a wrong value said in one line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
KEY = "dEmb8Qx0uJ4fV1wZ7nKpYc3TgR6sLhA2iOaXq9vBkMyUeNjFrWzC5tDPGlSIHo"


def start(code: str, data_dir: Path, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-c", f"from django.conf import settings as s; import json; {code}"],
        cwd=cwd,
        env={
            **clean,
            "PYTHONPATH": str(ROOT),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "ATTEST_ENV_FILE": "",
            "ATTEST_DATA_DIR": str(data_dir),
            **environment,
        },
        capture_output=True,
        text=True,
        check=False,
    )


def settings(data_dir: Path, expression: str, cwd: Path = ROOT, **environment: str):
    result = start(f"print(json.dumps({expression}))", data_dir, cwd, **environment)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_the_default_needs_nothing(tmp_path):
    engine, name, debug, redis_url, hosts = settings(
        tmp_path / "new" / "var",
        "[s.DATABASES['default']['ENGINE'], s.DATABASES['default']['NAME'], s.DEBUG, s.REDIS_URL, s.ALLOWED_HOSTS]",
    )
    assert engine == "config.sqlite"
    assert name == str(tmp_path / "new" / "var" / "attest.sqlite3")
    assert debug is False
    assert redis_url == ""
    assert "*" not in hosts


def test_two_writers_wait_for_each_other(tmp_path):
    options = settings(tmp_path, "s.DATABASES['default']['OPTIONS']")
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]


def test_postgresql_by_address(tmp_path):
    database = settings(
        tmp_path, "s.DATABASES['default']", DATABASE_URL="postgres://attest:p%40ss@db.example.org:5433/attest"
    )
    assert database["ENGINE"] == "config.postgresql"
    assert (database["USER"], database["PASSWORD"]) == ("attest", "p@ss")
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example.org", 5433, "attest")


def test_tls_makes_cookies_secure(tmp_path):
    assert settings(tmp_path, "[s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE]") == [False, False]
    assert settings(tmp_path, "[s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE]", HTTPS="1") == [True, True]


def test_no_script_and_no_style_may_stand_in_a_page(tmp_path):
    policy = settings(tmp_path, "{k: list(map(str, v)) for k, v in s.CONTENT_SECURITY_POLICY['DIRECTIVES'].items()}")
    assert policy["default-src"] == ["'none'"]
    assert policy["script-src"] == policy["style-src"] == ["'self'"]


def test_a_relative_data_folder_is_meant_from_the_project(tmp_path):
    assert settings(Path("docs"), "str(s.ATTEST_DATA_DIR)", cwd=tmp_path, SECRET_KEY=KEY) == str(ROOT / "docs")


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"DATABASE_URL": "my database"}, "DATABASE_URL is not a database address. Write sqlite:"),
        ({"DATABASE_URL": "nosuchdb://host/name"}, "DATABASE_URL is not a database address"),
        ({"DATABASE_URL": "postgres://host:notaport/name"}, "DATABASE_URL is not a database address"),
        ({"DEBUG": "perhaps"}, "DEBUG='perhaps' is neither yes nor no"),
        ({"PORT": "eighty"}, "PORT='eighty' is not a whole number"),
        ({"TIME_ZONE": "Mars"}, "TIME_ZONE='Mars' is no time zone"),
        ({"SECRET_KEY_FILE": "/nowhere/key"}, "SECRET_KEY_FILE=/nowhere/key cannot be read"),
        ({"ATTEST_DATA_DIR": "/dev/null/var"}, "ATTEST_DATA_DIR=/dev/null/var cannot be made"),
    ],
)
def test_a_wrong_value_is_said_by_name(tmp_path, environment, words):
    result = start("s.DEBUG", tmp_path, **environment)
    assert result.returncode != 0
    assert words in result.stderr.splitlines()[-1]


def test_a_password_is_not_shown_with_the_error(tmp_path):
    result = start("s.DEBUG", tmp_path, DATABASE_URL="postgres://me:hunter2@host:notaport/name")
    assert "hunter2" not in result.stderr.splitlines()[-1]


def test_a_command_says_what_is_wrong_in_one_line(tmp_path):
    environment = {**os.environ, "ATTEST_DATA_DIR": str(tmp_path), "ATTEST_ENV_FILE": "", "DATABASE_URL": "nonsense"}
    command = [sys.executable, "manage.py", "doctor"]
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert result.stderr.startswith("Attest cannot start: DATABASE_URL") and "Traceback" not in result.stderr
