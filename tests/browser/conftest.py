"""A real Chromium before a real server, and a verifier who has logged in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from corpus.page.elements import Page as CorpusPage
from search.indexing.build import build_index
from tests.browser.axe import AXE
from tests.browser.real_pages import article
from tests.browser.shared_context import SharedContext
from tests.browser.workspace import PATIENCE, log_in, open_workspace
from tests.servers.browser import SWITCHES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebError


@pytest.fixture(scope="session")
def chromium(chromium_path: str) -> Iterator[Browser]:
    """One for all tests of a process."""
    playwright = pytest.importorskip("playwright.sync_api", reason="no Playwright: `.venv/bin/pip install playwright`")
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=chromium_path, args=SWITCHES)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def shared_context(chromium: Browser, live_server) -> Iterator[SharedContext]:
    shared = SharedContext(chromium, live_server.url)
    yield shared
    shared.close()


@pytest.fixture
def context(shared_context: SharedContext, live_server) -> Iterator[BrowserContext]:
    """As a new one would be, but for the cache: what is added with `context.add_init_script` or `context.on` stays."""
    context = shared_context.open()
    context.set_default_timeout(PATIENCE)
    failures: list[str] = []

    def note_error(error: WebError) -> None:
        failures.append(str(error.error))

    def note_violation(said: ConsoleMessage) -> None:
        if "Content Security Policy" in said.text:
            failures.append(said.text)

    context.on("weberror", note_error)
    context.on("console", note_violation)
    yield context
    context.remove_listener("weberror", note_error)
    context.remove_listener("console", note_violation)
    shared_context.empty()
    assert failures == []


@pytest.fixture(scope="session")
def alaska(shared_data: Path) -> CorpusPage:
    """A real page of 48 sections, 8 tables and more than 1,000 elements."""
    return article(shared_data, "Alaska")


@pytest.fixture
def axe(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `violations` needs, and the themes it looks at."""
    if request.config.getoption("--skip-extended"):
        monkeypatch.setattr("tests.browser.axe.themes", ("light",))
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
