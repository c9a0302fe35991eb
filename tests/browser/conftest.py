"""A real Chromium before a real server, and a verifier who has logged in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from search.indexing.build import build_index
from tests.browser.workspace import PATIENCE, log_in, open_workspace
from tests.servers.browser import SWITCHES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


@pytest.fixture(scope="module")
def chromium(chromium_path: str) -> Iterator[Browser]:
    playwright = pytest.importorskip("playwright.sync_api", reason="no Playwright: `.venv/bin/pip install playwright`")
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=chromium_path, args=SWITCHES)
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser, live_server) -> Iterator[BrowserContext]:
    context = chromium.new_context(
        base_url=live_server.url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    failures: list[str] = []
    context.on("weberror", lambda error: failures.append(str(error.error)))
    context.on("console", lambda said: failures.append(said.text) if "Content Security Policy" in said.text else None)
    yield context
    context.close()
    assert failures == []


@pytest.fixture
def my_work(context, corpus, assignment) -> Page:
    """The verifier has logged in and holds the first claim."""
    build_index(corpus)
    page = context.new_page()
    log_in(page)
    return page


@pytest.fixture
def page(my_work, assignment) -> Page:
    """The workspace of the first claim."""
    open_workspace(my_work, assignment)
    return my_work
