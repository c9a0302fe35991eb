"""The checks of bin/security see what they are there for."""

from __future__ import annotations

import ast
import importlib.util
import json
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest
from detect_secrets.settings import transient_settings

from tests.test_imports import imported_modules, is_within, python_files

ROOT = Path(__file__).resolve().parent.parent
# Where tokens, links, codes and signatures are made.
MAKE_SECRETS = ("annotation/accounts/", "annotation/projects/", "annotation/release/webhook/", "annotation/backup/")


def load():
    loader = SourceFileLoader("bin_security", str(ROOT / "bin" / "security"))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


security = load()


@pytest.mark.parametrize(
    "line",
    [
        "-----BEGIN " + "RSA PRIVATE KEY-----",
        'TOKEN = "' + "ghp_" + 36 * "a" + '"',
        "postgres://attest:" + "hJ7kq2@db.example.org/attest",
        'AWS = "' + "AKIA" + 'IOSFODNN7EXAMPLD"',
        'KEY = "' + "9f86d081884c7d659a2feaa0c55ad015" + 'a3bf4f1b2b0b822cd15d6c15b0f00a08"',
        "SECRET_KEY=" + "q8Zr4vNw1Xc7Yb2Lk9Tp5Hs3Jd6Fg0Ma",
    ],
)
def test_a_secret_is_seen(line):
    with transient_settings(security.SETTINGS):
        assert [number for number, _kind, _digest in security.secrets_in(["x = 1", line])] == [2]


@pytest.mark.parametrize(
    "line",
    [
        'name = "test_a_long_name_of_a_test_that_is_no_secret"',
        "https://example.org/a/b?c=d",
        '"%(name)s:%(port)s@host"',
    ],
)
def test_other_text_is_no_secret(line):
    with transient_settings(security.SETTINGS):
        assert list(security.secrets_in([line])) == []


@pytest.mark.parametrize(
    "licence", ["MIT", "BSD License", "MIT AND PSF-2.0", "GPL-2.0 OR MIT", "Apache Software License; BSD License"]
)
def test_free_licences_are_allowed(licence):
    assert security.is_free(licence)


@pytest.mark.parametrize(
    "licence", ["GPL-3.0", "AGPL-3.0-or-later", "MIT AND GPL-2.0", "UNKNOWN", "Other/Proprietary License", ""]
)
def test_other_licences_are_named(licence):
    assert not security.is_free(licence)


def test_bandit_is_asked(tmp_path):
    planted = tmp_path / "planted.py"
    planted.write_text("import subprocess\nsubprocess.call('ls ' + name, shell=True)\neval(name)\n")
    assert len(security.bandit([str(planted)])) >= 2


def test_a_known_vulnerability_fails_and_a_missing_database_does_not(capsys):
    known = {"name": "django", "version": "1.0", "vulns": [{"id": "PYSEC-1"}]}
    skipped = {"name": "attest", "skip_reason": "Dependency not found"}
    assert security.vulnerabilities(json.dumps({"dependencies": [known, skipped]}), "") == ["django 1.0: PYSEC-1"]
    assert security.vulnerabilities(json.dumps({"dependencies": [skipped]}), "") == []
    assert security.vulnerabilities("", "ConnectionError: no route") == []
    assert capsys.readouterr().out.count("audit: ") == 3


def test_every_nosec_names_its_rule_and_its_reason():
    for file in python_files(*security.PACKAGES):
        for line in file.read_text(encoding="utf-8").splitlines():
            if "# nosec" in line:
                rule, _, reason = line.partition("# nosec ")[2].partition(" # ")
                assert rule[:1] == "B" and rule[1:].isdigit() and reason, f"{file}: {line.strip()}"


def test_secrets_are_not_made_by_a_seeded_generator():
    for file in python_files("annotation", "config", "frontend"):
        path = file.relative_to(ROOT).as_posix()
        if path.startswith((*MAKE_SECRETS, "config/", "frontend/views/account/")):
            assert not [name for _line, name in imported_modules(file) if is_within(name, "random")], path


def test_every_part_of_bin_test_is_documented():
    tree = ast.parse((ROOT / "bin" / "test").read_text(encoding="utf-8"))
    parts = next(
        [key.value for key in node.value.keys]
        for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "PARTS"
    )
    assert " ".join(parts) in (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
