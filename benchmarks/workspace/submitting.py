"""From one claim to the next over a slow line: submission, and the next workspace ready for the first key."""

from __future__ import annotations

import time

from benchmarks.workspace.browser import Workspace, shares
from benchmarks.workspace.reading import ROUND_TRIP

CLAIMS = 21  # the first fills the browser's cache
SENTENCE = "#reader-frame span[data-element-id]"


def next_claims(workspace: Workspace) -> None:
    """Submit claims with a sentence each, as a person does; by the clock, until the workspace says that it is ready."""
    page = workspace.page
    submitted, ready = [], []
    workspace.far_away(ROUND_TRIP)
    for number in range(CLAIMS):
        workspace.go(workspace.made["longest"][100 + number])
        page.locator(SENTENCE).first.click(position={"x": 3, "y": 3})
        page.locator(".verdict-choice").first.click()
        page.select_option("#challenge", "Other")
        page.click("#submit")
        began = time.perf_counter()
        page.click("#confirm-submit")
        page.wait_for_selector("#next-claim", state="visible")
        submitted.append(1000 * (time.perf_counter() - began))
        began = time.perf_counter()
        page.click("#next-claim")
        page.wait_for_selector("#cards .card", state="detached")
        if number == 0:
            page.click(".confirm-read [type=submit]")  # the guidelines, once
        page.wait_for_selector("#workspace[data-ready]")
        ready.append(1000 * (time.perf_counter() - began))
    workspace.far_away(0)
    print(f"submitted, {CLAIMS - 1} claims, round trip {ROUND_TRIP} ms: {shares(submitted[1:])}")
    print(f"next claim ready: {shares(ready[1:])}")
    print(f"both: {shares([one + two for one, two in zip(submitted[1:], ready[1:], strict=True)])}")
