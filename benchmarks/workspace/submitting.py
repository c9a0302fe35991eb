"""From one claim to the next over a slow line: submission, and the next workspace ready for the first key."""

from __future__ import annotations

import time

from benchmarks.workspace.browser import Workspace, shares
from benchmarks.workspace.reading import ROUND_TRIP

CLAIMS = 21  # the first fills the browser's cache
SENTENCE = "#reader-frame span[data-element-id]"
READING_MS = 1500  # the confirmation is read; what was done before is saved meanwhile


def next_claims(workspace: Workspace) -> None:
    """Submit claims with a sentence each, as a person does; by the clock, until the workspace says that it is ready."""
    submitted, ready = [], []
    for number in range(CLAIMS):
        _decide(workspace, number)
        submitted.append(_submit(workspace, number))
        ready.append(_open_next(workspace))
    print(f"submitted, {CLAIMS - 1} claims, round trip {ROUND_TRIP} ms: {shares(submitted[1:])}")
    print(f"next claim ready: {shares(ready[1:])}")
    both = []
    for number in range(CLAIMS - 1):
        _decide(workspace, number)
        both.append(_submit_and_open_next(workspace))
    print(f"submitted and next claim ready, by one key: {shares(both)}")


def _decide(workspace: Workspace, number: int) -> None:
    page = workspace.page
    workspace.go(workspace.made["longest"][100 + number])
    page.locator(SENTENCE).first.click(position={"x": 3, "y": 3})
    page.locator(".verdict-choice").first.click()
    page.select_option("#challenge", "Other")
    page.click("#submit")
    page.wait_for_timeout(READING_MS)


def _submit(workspace: Workspace, number: int) -> float:
    began = time.perf_counter()
    workspace.page.click("#confirm-submit")
    workspace.page.wait_for_selector("#next-claim", state="visible")
    taken = 1000 * (time.perf_counter() - began)
    if number == 0:  # the guidelines, once
        workspace.page.click("#next-claim")
        workspace.page.click(".confirm-read [type=submit]")
        workspace.page.wait_for_selector("#workspace[data-ready]")
        _decide(workspace, CLAIMS)
        workspace.page.click("#confirm-submit")
        workspace.page.wait_for_selector("#next-claim", state="visible")
    return taken


def _open_next(workspace: Workspace) -> float:
    began = time.perf_counter()
    workspace.page.click("#next-claim")
    return _until_ready(workspace, began)


def _submit_and_open_next(workspace: Workspace) -> float:
    began = time.perf_counter()
    workspace.page.press("#confirm-submit-next", "Enter")
    return _until_ready(workspace, began)


def _until_ready(workspace: Workspace, began: float) -> float:
    """Milliseconds since `began`, when the workspace of another claim takes keys."""
    workspace.page.wait_for_selector("#cards .card", state="detached")
    workspace.page.wait_for_selector("#workspace[data-ready]")
    return 1000 * (time.perf_counter() - began)
