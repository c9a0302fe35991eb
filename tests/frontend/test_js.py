"""The modules that need no page, in Node: every `tests/frontend/js/*.test.mjs`."""

from __future__ import annotations

import re

import pytest

from tests.frontend.node import TESTS, run_node

FILES = sorted(TESTS.glob("*.test.mjs"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_javascript_tests_pass(file):
    run = run_node("--test", "--test-reporter=tap", str(file))
    failed = re.findall(r"^\s*not ok \d+ - (.*)$", run.stdout, re.MULTILINE)
    assert not failed and run.returncode == 0, "\n".join([*failed, run.stdout[-6000:], run.stderr[-2000:]])
    assert re.search(r"^# pass [1-9]", run.stdout, re.MULTILINE), run.stdout[-2000:]


def test_there_are_javascript_tests():
    assert FILES, f"no *.test.mjs in {TESTS}"
