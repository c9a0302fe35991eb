"""What a run left out and why, what failed in it, and the strict run, which must leave out nothing it could do.

A strict run (CI=true, or ATTEST_TEST_STRICT=1) fails when a test was skipped for a reason not in MAY_BE_SKIPPED: a
machine that is to run everything must not turn green by running less. It gives a browser test that failed a second
try, names it, and fails when more than SECOND_TRIES tests needed one; what is not about a browser gets none.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

# Beginnings of reasons that are right on any machine. ATTEST_TEST_MAY_SKIP adds to them, separated by semicolons.
MAY_BE_SKIPPED = ("TEST_ELASTICSEARCH_URL names no Elasticsearch server",)
SECOND_TRIES = 3

reasons: Counter[str] = Counter()
refused: list[str] = []
tried_again: list[str] = []


def is_strict() -> bool:
    return os.environ.get("ATTEST_TEST_STRICT", os.environ.get("CI", "")).lower() in {"1", "true", "yes"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if is_strict():
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.flaky(reruns=1))  # pytest-rerunfailures


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if getattr(report, "outcome", "") == "rerun":
        tried_again.append(report.nodeid)
    if report.failed and "ATTEST_TEST_SKIPS" in os.environ and "PYTEST_XDIST_WORKER" not in os.environ:
        # At once: a run that is stopped because it takes too long shows no summary of its own.
        with open(os.environ["ATTEST_TEST_SKIPS"], "a", encoding="utf-8") as notes:
            notes.write(f"{failure(report)}\n")
    note(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    note(report)


def note(report: pytest.TestReport | pytest.CollectReport) -> None:
    if not report.skipped or hasattr(report, "wasxfail"):
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    reason = reason.removeprefix("Skipped: ")
    reasons[reason] += 1
    also = tuple(filter(None, map(str.strip, os.environ.get("ATTEST_TEST_MAY_SKIP", "").split(";"))))
    if is_strict() and not reason.startswith(MAY_BE_SKIPPED + also):
        refused.append(f"{report.nodeid}: {reason}")


def pytest_sessionfinish(session: pytest.Session) -> None:
    if (refused or len(tried_again) > SECOND_TRIES) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def failures(terminalreporter: pytest.TerminalReporter) -> list[str]:
    """Each test that failed with the line that says why: a log may be cut above what pytest prints of them."""
    return [failure(one) for kind in ("failed", "error") for one in terminalreporter.stats.get(kind, [])]


def failure(report: pytest.TestReport | pytest.CollectReport) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    words = crash.message if crash else str(report.longrepr)
    return f"failed: {report.nodeid}: {' '.join(words.split())[:300]}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    lines = [f"{count} test{'s' if count > 1 else ''} skipped: {reason}" for reason, count in reasons.most_common()]
    lines += [f"needed a second try: {test}" for test in tried_again]
    for line in lines:
        terminalreporter.line(line)
    lines += failures(terminalreporter) + [f"skipped, where all must run: {line}" for line in refused]
    if "ATTEST_TEST_SKIPS" in os.environ:  # bin/test shows them in its own summary
        Path(os.environ["ATTEST_TEST_SKIPS"]).write_text("\n".join(lines), encoding="utf-8")
    if len(tried_again) > SECOND_TRIES:
        terminalreporter.line(f"{len(tried_again)} tests needed a second try; at most {SECOND_TRIES} may", red=True)
    if refused:
        terminalreporter.section("skipped in a strict run (CI), which must run everything", red=True)
        for line in refused:
            terminalreporter.line(line)
