"""A real Chromium before a real server, and a verifier who has logged in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from search.indexing.build import build_index
from tests.browser.axe import AXE
from tests.browser.workspace import PATIENCE, log_in, open_workspace
from tests.servers.browser import SWITCHES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


@pytest.fixture(scope="session")
def chromium(chromium_path: str) -> Iterator[Browser]:
    """One for all tests of a process; each test has a context of its own in it."""
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
def axe() -> None:
    """What `violations` needs."""
    if not AXE.is_file():
        pytest.skip("no axe-core: `npm install`, or `make types`, which does it")


@pytest.fixture
def as_person(axe, context: BrowserContext, corpus) -> Callable[[str], Page]:
    """A page of somebody who has logged in."""
    build_index(corpus)

    def logged_in(username: str) -> Page:
        log_in(context, username)
        return context.new_page()

    return logged_in


@pytest.fixture
def visitor(context, corpus, assignment) -> Page:
    """An empty page of the verifier, who has logged in and holds the first claim."""
    build_index(corpus)
    log_in(context)
    return context.new_page()


@pytest.fixture
def page(visitor, assignment) -> Page:
    """The workspace of the first claim."""
    open_workspace(visitor, assignment)
    return visitor
