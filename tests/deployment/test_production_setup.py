"""`bin/production-setup`: secrets of its own, an .env for its owner alone, and nothing overwritten."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deployment import compose
from tests.deployment.compose import ROOT


def set_up(file: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-I",
        ROOT / "bin" / "production-setup",
        "--env-file",
        file,
        "--tls",
        f"{file}.tls",
        *arguments,
    ]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


def test_it_writes_all_that_compose_asks_for_and_keeps_it(tmp_path):
    files = [tmp_path / "one", tmp_path / "other"]
    for file in files:
        result = set_up(file, "Attest.example.org", "--elasticsearch")
        assert result.returncode == 0, result.stderr
        assert "create_operator operator" in result.stdout
        assert file.stat().st_mode & 0o777 == 0o600
    one, other = map(compose.environment_of, files)
    assert {name for name in one if one[name] != other[name]} == {
        "SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD", "ELASTIC_PASSWORD", "ELASTICSEARCH_URL",
    }  # fmt: skip
    assert one["ALLOWED_HOSTS"] == "attest.example.org" and one["HTTPS"] == "1" and len(one["SECRET_KEY"]) >= 50
    assert not any(one[name] in set_up(files[0], "attest.example.org").stdout for name in one if "PASSWORD" in name)
    compose.load(one)
    assert compose.environment_of(files[0]) == one


def test_what_is_there_is_kept_and_other_hosts_are_said(tmp_path):
    file = tmp_path / ".env"
    file.write_text("TIME_ZONE=Europe/Oslo\nALLOWED_HOSTS=old.example.org\n#SECRET_KEY=\n")
    assert "ALLOWED_HOSTS=old.example.org" in set_up(file, "new.example.org").stdout
    found = compose.environment_of(file)
    assert found["TIME_ZONE"] == "Europe/Oslo" and found["ALLOWED_HOSTS"] == "old.example.org"
    assert len(found["SECRET_KEY"]) >= 50


@pytest.mark.parametrize(
    ("text", "host", "words"),
    [
        ("SECRET_KEY=eightlet\n", "a.example.org", "SECRET_KEY in .* has 8 letters"),
        ("", "https://a.example.org/", "is no host name"),
        ("", "", "is no host name"),
    ],
)
def test_what_would_not_start_is_refused_and_nothing_is_written(tmp_path, text, host, words):
    file = tmp_path / ".env"
    file.write_text(text)
    result = set_up(file, host)
    assert result.returncode == 1 and file.read_text() == text
    assert "Traceback" not in result.stderr
    assert re.search(words, result.stderr)
