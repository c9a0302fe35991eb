"""A workspace without a network: it opens again with the local draft and the last articles, and sends later.

The other tests block service workers: requests of a worker are seen by no route.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from django.templatetags.static import static

from search.indexing.build import build_index
from tests.browser.workspace import (
    API,
    PATIENCE,
    cards,
    element,
    eventually,
    expect,
    log_in,
    log_in_by_form,
    open_page,
    open_workspace,
    refuse,
    reload,
    sets_on_server,
    wait_until_saved,
)
from tests.cast import CAPTION, CELL, SENTENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser

CACHES = "caches.keys().then(names => names.filter(name => name.startsWith('attest:offline:')))"
CONTROLLED = "navigator.serviceWorker.controller !== null"


@pytest.fixture
def online(chromium: Browser, live_server, corpus, assignment) -> Iterator[BrowserContext]:
    """A context of its own, in which workers are allowed."""
    build_index(corpus)
    context = chromium.new_context(base_url=live_server.url, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def kept(online, assignment) -> Page:
    """A workspace that the worker has kept."""
    log_in(online)
    page = online.new_page()
    open_workspace(page, assignment)
    expect(page.locator("#workspace")).to_have_attribute("data-kept-offline", "true")
    eventually(page, lambda: page.evaluate(CONTROLLED), wanted=True)
    return page


def test_a_reload_without_network_opens_the_draft_and_sends_it_later(kept, online, assignment):
    open_page(kept, "Harbour League")
    element(kept, CELL).click()
    wait_until_saved(kept)
    online.route(API, refuse)  # what Chromium emulates may begin a moment after a page is loaded
    online.set_offline(True)
    element(kept, SENTENCE).click(position={"x": 4, "y": 4})
    expect(cards(kept)).to_have_count(2)
    reload(kept)
    expect(kept.locator('article[data-page-title="Harbour League"]')).to_be_visible()
    expect(cards(kept)).to_have_count(2)  # what a page sends while it is left may arrive: no route sees it
    element(kept, CAPTION).click()
    expect(cards(kept)).to_have_count(3)
    expect(kept.locator("#saved-state")).to_have_attribute("data-state", "offline")
    online.unroute(API)
    online.set_offline(False)
    eventually(kept, lambda: sets_on_server(assignment)[0], [CELL, SENTENCE, CAPTION])


def test_pages_that_were_read_are_read_again_without_network(kept, online):
    for title in ("Harbour League", "Anna Berg"):
        open_page(kept, title)
    wait_until_saved(kept)
    online.set_offline(True)
    reload(kept)
    kept.keyboard.press("Alt+ArrowLeft")
    expect(kept.locator('article[data-page-title="Harbour League"]')).to_be_visible()
    kept.click('article a[data-title$="sa Lind"]')
    expect(kept.locator("#reader-failure")).to_be_visible()  # it was never read


def test_what_came_through_the_worker_is_not_fetched_again(kept):
    reload(kept)
    expect(kept.locator("#workspace")).to_have_attribute("data-kept-offline", "already")


def test_logging_out_deletes_what_was_kept_and_logging_in_works(kept, online, assignment):
    open_page(kept, "Harbour League")
    wait_until_saved(kept)
    address = kept.url
    kept.goto("/my-work/")
    kept.click(".site-tools details:last-child summary")
    kept.click("form[action='/logout/'] button")
    expect(kept.locator("html")).to_have_attribute("data-forgotten", "true")
    assert kept.evaluate(CACHES) == []
    log_in_by_form(kept)
    kept.goto(address)
    kept.wait_for_selector("#workspace[data-ready]")


def test_another_person_or_version_leaves_nothing_of_the_one_before(kept, online, verifier):
    [before] = kept.evaluate(CACHES)
    worker = kept.locator("#workspace").get_attribute("data-offline") or ""
    for changed in (re.sub(r"user=\w+", "user=other", worker), re.sub(r"version=\w+", "version=other", worker)):
        kept.evaluate("address => navigator.serviceWorker.register(address).then(() => null)", changed)
        eventually(kept, lambda: before in kept.evaluate(CACHES), wanted=False)


def test_scripts_come_from_the_network_while_there_is_one(kept):
    """An upgrade is seen at the next load, whatever was kept."""
    cache = kept.evaluate(CACHES)[0]
    script = static("js/common/dom.js")
    stale = "([name, address]) => caches.open(name).then(kept => kept.put(address, new Response('stale')))"
    kept.evaluate(stale, [cache, script])
    assert "stale" not in kept.evaluate("address => fetch(address).then(answer => answer.text())", script)
