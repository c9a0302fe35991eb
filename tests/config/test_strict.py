"""A strict run (CI) does not turn green by skipping what it should run; and every run says what it skipped, and why."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
TESTS = """
import pytest

def test_runs():
    pass

@pytest.mark.parametrize("number", [1, 2])
def test_skipped(number):
    pytest.skip("no elephant: sudo apt-get install elephant")

@pytest.mark.skip(reason="TEST_ELASTICSEARCH_URL names no Elasticsearch server")
def test_of_a_real_server():
    pass

@pytest.mark.xfail(reason="not built yet")
def test_expected_to_fail():
    assert False
"""
FAILS_ONCE = """
import pytest

failed = set()

@pytest.mark.MARKER
@pytest.mark.parametrize("number", range(COUNT))
def test_fails_once(number):
    first = number not in failed
    failed.add(number)
    assert not first
"""


def run(folder: Path, tests: str = TESTS, **environment: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_example.py").write_text(tests)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "pytest_rerunfailures",
        "-p",
        "tests.skips",
        "-p",
        "no:cacheprovider",
        "-c",
        os.devnull,
    ]
    clean = {
        name: value
        for name, value in os.environ.items()
        if name != "CI" and not name.startswith(("ATTEST_TEST_", "PYTEST_XDIST"))
    }
    return subprocess.run(
        [*command, "--rootdir", str(folder), "-rfEX", str(folder)],
        cwd=ROOT,
        env={**clean, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_run_at_home_passes_and_says_what_it_skipped(tmp_path):
    result = run(tmp_path)
    assert result.returncode == 0, result.stdout
    assert "2 tests skipped: no elephant: sudo apt-get install elephant" in result.stdout
    assert "1 test skipped: TEST_ELASTICSEARCH_URL names no Elasticsearch server" in result.stdout


@pytest.mark.parametrize("switch", ["CI", "ATTEST_TEST_STRICT"])
def test_a_strict_run_fails_and_names_what_was_skipped(tmp_path, switch):
    result = run(tmp_path, **{switch: "true"})
    assert result.returncode == 1, result.stdout
    assert "test_skipped[1]: no elephant" in result.stdout
    assert "test_of_a_real_server:" not in result.stdout
    assert "1 passed, 3 skipped, 1 xfailed" in result.stdout


def test_a_reason_can_be_allowed(tmp_path):
    assert run(tmp_path, CI="true", ATTEST_TEST_MAY_SKIP="no mouse; no elephant").returncode == 0


def test_strictness_can_be_switched_off(tmp_path):
    assert run(tmp_path, CI="true", ATTEST_TEST_STRICT="0").returncode == 0


def test_the_reasons_are_left_for_the_summary(tmp_path):
    notes = tmp_path / "skips"
    run(tmp_path, ATTEST_TEST_SKIPS=str(notes))
    assert notes.read_text().splitlines()[0] == "2 tests skipped: no elephant: sudo apt-get install elephant"


def test_what_failed_is_left_for_the_summary_too(tmp_path):
    """The end of a log is what CI keeps: the summary alone must say which test failed."""
    notes = tmp_path / "skips"
    tests = "def test_wrong():\n    assert 1 + 1 == 3\n\ndef test_broken(no_such_fixture):\n    pass\n"
    run(tmp_path, tests, ATTEST_TEST_SKIPS=str(notes))
    wrong, broken = notes.read_text().splitlines()
    assert wrong.startswith("failed: test_example.py::test_wrong: ") and "(1 + 1) == 3" in wrong
    assert broken.startswith("failed: test_example.py::test_broken: ") and "no_such_fixture" in broken
    run(tmp_path, ATTEST_TEST_SKIPS=str(notes), CI="true")
    assert "skipped, where all must run: test_example.py::test_skipped[1]: no elephant" in notes.read_text()


def test_a_failure_is_noted_at_once(tmp_path):
    """A run that is stopped because it takes too long has no summary."""
    notes = tmp_path / "skips"
    stopped = "import os\n\ndef test_wrong():\n    assert 1 == 2\n\ndef test_stopped():\n    os.kill(os.getpid(), 9)\n"
    run(tmp_path, stopped, ATTEST_TEST_SKIPS=str(notes))
    assert notes.read_text().startswith("failed: test_example.py::test_wrong: ")


def failing_once(marker: str, count: int) -> str:
    return FAILS_ONCE.replace("MARKER", marker).replace("COUNT", str(count))


@pytest.mark.parametrize(
    ("marker", "count", "environment", "code"),
    [
        ("browser", 1, {"CI": "true"}, 0),
        ("browser", 3, {"CI": "true"}, 0),
        ("browser", 4, {"CI": "true"}, 1),
        ("browser", 1, {}, 1),
        ("servers", 1, {"CI": "true"}, 1),
    ],
)
def test_a_few_browser_tests_get_a_second_try_in_a_strict_run(tmp_path, marker, count, environment, code):
    result = run(tmp_path, failing_once(marker, count), **environment)
    assert result.returncode == code, result.stdout
    named = count if marker == "browser" and environment else 0
    assert result.stdout.count("needed a second try: test_example.py::test_fails_once") == named
