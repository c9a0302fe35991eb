"""`bin/setup`: what it installs stands in pyproject.toml, and what is installed is not installed again."""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "bin" / "setup"


@pytest.fixture
def setup(tmp_path, monkeypatch):
    """The script as a module, on an environment in a folder of the test's own."""
    spec = importlib.util.spec_from_loader("attest_setup", SourceFileLoader("attest_setup", str(SCRIPT)))
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    spec.loader.exec_module(module)
    venv = tmp_path / "with a space" / ".venv"
    for name, value in {
        "VENV": venv,
        "PYTHON": venv / "bin" / "python",
        "STAMP": venv / "attest-setup.json",
        "LOG": venv / "attest-setup.log",
    }.items():
        monkeypatch.setattr(module, name, value)
    venv.parent.mkdir()
    return module


def test_a_python_that_is_too_old_can_read_it_far_enough_to_be_told():
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 6))


def test_it_needs_nothing_but_python():
    imported = {
        alias.name.split(".")[0]
        for node in ast.walk(ast.parse(SCRIPT.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert imported <= set(sys.stdlib_module_names)


def test_groups_are_those_of_pyproject(setup):
    assert any(name.startswith("Django") for name in setup.group_requirements("web")["with"])
    assert any(name.startswith("pytest") for name in setup.group_requirements("test")["with"])
    without = [name.split("==")[0] for name in setup.group_requirements("test")["without"]]
    assert without == ["cffconvert", "check-jsonschema", "datacite", "feverous"]


def test_an_unknown_group_is_named(setup):
    with pytest.raises(SystemExit, match="no dependency group 'tests'. Groups: web, test"):
        setup.group_requirements("tests")


@pytest.mark.extended
def test_an_environment_is_made_once_and_mended_when_half_made(setup, monkeypatch):
    setup.VENV.mkdir()
    setup.make_environment()
    assert setup.has_pip()
    with monkeypatch.context() as patch:
        patch.setattr(setup, "get_pip", lambda: pytest.fail("pip was there already"))
        setup.make_environment()
    # What an interruption between the two steps leaves.
    assert setup.runs([setup.PYTHON, "-m", "pip", "uninstall", "--yes", "--quiet", "pip"])
    assert not setup.has_pip()
    setup.make_environment()
    assert setup.has_pip()


def test_without_any_way_to_pip_the_remedy_is_said(setup, monkeypatch):
    setup.VENV.mkdir()
    for way in ("ensurepip", "other_pip", "wheel_on_disk", "apt_as_root", "apt_download"):
        monkeypatch.setattr(setup, f"pip_by_{way}", lambda: None)
    with pytest.raises(setup.SetupFailed, match=r"sudo apt-get install python3\.\d+-venv"):
        setup.make_environment()


def test_what_is_stamped_is_installed_until_something_changes(setup):
    setup.PYTHON.parent.mkdir(parents=True)
    setup.PYTHON.symlink_to(sys.executable)
    wanted = {"with": ["Django~=5.2"], "without": []}
    assert not setup.is_installed("web", wanted)
    setup.write_stamp("web", wanted)
    assert setup.is_installed("web", wanted)
    assert not setup.is_installed("test", wanted)
    assert not setup.is_installed("web", {"with": ["Django~=5.3"], "without": []})


def test_another_python_means_another_installation(setup, tmp_path):
    setup.PYTHON.parent.mkdir(parents=True)
    setup.PYTHON.symlink_to(sys.executable)
    wanted = {"with": [], "without": []}
    setup.write_stamp("web", wanted)
    setup.PYTHON.unlink()
    setup.PYTHON.symlink_to("/bin/sh")
    assert not setup.is_installed("web", wanted)


def test_other_versions_mean_another_installation(setup, tmp_path, monkeypatch):
    setup.PYTHON.parent.mkdir(parents=True)
    setup.PYTHON.symlink_to(sys.executable)
    wanted = {"with": ["Django~=5.2"], "without": []}
    setup.write_stamp("web", wanted)
    monkeypatch.setattr(setup, "CONSTRAINTS", tmp_path / "constraints.txt")
    setup.CONSTRAINTS.write_text("django==5.2.20\n")
    assert not setup.is_installed("web", wanted)


def test_every_requirement_has_one_exact_version_that_it_allows(setup):
    lines = setup.CONSTRAINTS.read_text(encoding="utf-8").splitlines()
    assert all(re.fullmatch(r"[a-z0-9-]+==[0-9][a-z0-9.]*", line) for line in lines)
    exact = dict(line.split("==") for line in lines)
    assert len(exact) == len(lines)
    for group in ("web", "test", "models", "postgres"):
        wanted = setup.group_requirements(group)
        for requirement in map(Requirement, wanted["with"] + wanted["without"]):
            assert exact[canonicalize_name(requirement.name)] in requirement.specifier, requirement


def test_a_stamp_that_is_broken_means_not_installed(setup):
    setup.VENV.mkdir()
    setup.STAMP.write_text("{half")
    assert setup.stamps() == {}


def test_a_failing_pip_shows_its_last_words(setup):
    setup.VENV.mkdir()
    setup.PYTHON = sys.executable
    with pytest.raises(setup.SetupFailed, match=r"(?s)no-such-file.*Often the network") as failure:
        setup.pip("install", "-r", "no-such-file")
    assert "attest-setup.log" in str(failure.value)


def test_no_registry_is_named():
    """Where packages come from is the machine's affair."""
    for name in ("pyproject.toml", "package.json", "bin/setup", "bin/test", ".ci/run", "Makefile"):
        assert not re.search(r"https?://|--index-url|registry=", (ROOT / name).read_text(encoding="utf-8")), name


def test_make_help_lists_the_targets():
    said = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for target in ("run", "test", "setup", "lint", "types", "help"):
        assert f"make {target} " in said
