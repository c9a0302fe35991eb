"""A day's work on pages of Wikipedia, by mouse and by keyboard: without a network, in a second tab, with questions.

The pages and the words of the journeys are those of test_real_pages.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from annotation.models import Question, Verification
from tests.browser.test_offline import CONTROLLED
from tests.browser.test_real_pages import (
    ALGERIA,
    DESKTOP,
    EVIDENCE,
    OWN_WORDS,
    SEASON,
    TREE,
    WU,
    go,
    keep_real_pages,
    press,
    select,
    stand_on,
)
from tests.browser.workspace import (
    API,
    PATIENCE,
    cards,
    decide,
    element,
    eventually,
    expect,
    log_in,
    open_workspace,
    refuse,
    reload,
    sets_on_server,
    wait_until_saved,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.extended,
    pytest.mark.parametrize("way", ["mouse", "keyboard"]),
]
PLACES = {SEASON: (f"{SEASON}_cell_1_1_1", f"{SEASON}_sentence_0"), WU: (f"{WU}_sentence_0", f"{WU}_sentence_1")}
TITLES = (SEASON, WU, TREE, ALGERIA)


@pytest.fixture
def day(corpus, context, assignment, shared_data: Path) -> Page:
    """The workspace over the pages; a season is open."""
    keep_real_pages(corpus, shared_data, *TITLES)
    log_in(context)
    page = context.new_page()
    page.set_viewport_size(DESKTOP)
    open_workspace(page, assignment)
    go(page, SEASON)
    return page


@pytest.fixture
def online(chromium: Browser, live_server, corpus, assignment, shared_data: Path) -> Iterator[BrowserContext]:
    """A context in which service workers are allowed; the others block them."""
    keep_real_pages(corpus, shared_data, SEASON, WU)
    context = chromium.new_context(base_url=live_server.url, reduced_motion="reduce", viewport=DESKTOP)
    context.set_default_timeout(PATIENCE)
    log_in(context)
    yield context
    context.close()


def choose(page: Page, element_id: str, way: str) -> None:
    if way == "mouse":
        select(page, element_id)
    else:
        expect(stand_on(page, element_id)).to_be_focused()
        press(page, "Enter")
        expect(element(page, element_id)).to_have_class(EVIDENCE)


def arrived(page: Page, title: str) -> None:
    expect(page.locator(f'article[data-page-title="{title}"]:not(.is-arriving)')).to_be_visible()


@pytest.mark.parametrize("title", [SEASON, WU])
def test_a_page_opens_again_without_network_and_its_work_is_sent_later(online, assignment, title, way):
    page = online.new_page()
    open_workspace(page, assignment)
    expect(page.locator("#workspace")).to_have_attribute("data-kept-offline", "true")
    eventually(page, lambda: page.evaluate(CONTROLLED), wanted=True)
    go(page, title)
    first, second = PLACES[title]
    choose(page, first, way)
    wait_until_saved(page)
    online.route(API, refuse)
    online.set_offline(True)
    reload(page)
    arrived(page, title)
    expect(cards(page)).to_have_count(1)
    choose(page, second, way)
    expect(cards(page)).to_have_count(2)
    expect(page.locator("#saved-state")).to_have_attribute("data-state", "offline")
    online.unroute(API)
    online.set_offline(False)
    eventually(page, lambda: sets_on_server(assignment)[0], [first, second])


def test_a_second_tab_is_inert_until_it_takes_over(day, context, assignment, way):
    first, second = PLACES[SEASON]
    choose(day, first, way)
    wait_until_saved(day)
    other = context.new_page()
    other.set_viewport_size(DESKTOP)
    open_workspace(other, assignment)
    expect(other.locator("#saved-state")).to_have_attribute("data-state", "read-only")
    arrived(other, SEASON)
    here = other.locator("[data-action=take-over]")
    if way == "mouse":
        other.mouse.click(*element(other, second).evaluate(OWN_WORDS))
    else:
        stand_on(other, second)
        press(other, "Enter")
    expect(here).to_be_focused()
    expect(cards(other)).to_have_count(1)
    if way == "mouse":
        here.click()
    else:
        press(other, "Enter")
    expect(day.locator("[data-banner=second-tab]")).to_be_visible()
    expect(other.locator("[data-banner=second-tab]")).to_be_hidden()
    other.wait_for_selector("#workspace[data-ready]")
    arrived(other, SEASON)
    choose(other, second, way)
    wait_until_saved(other)
    assert sets_on_server(assignment)[0] == [first, second]


def test_a_question_about_the_claim_is_sent_and_the_work_goes_on(day, assignment, way):
    first, second = PLACES[SEASON]
    choose(day, first, way)
    wait_until_saved(day)
    menu = day.locator('.workspace-header .menu:has(a[href$="/ask/"])')
    summary, link, words = menu.locator("> summary"), menu.locator('a[href$="/ask/"]'), day.locator("#question")
    if way == "mouse":
        summary.click()
        link.click()
        words.fill("Is this season the right one?")
        day.click(".ask button[type=submit]")
    else:
        summary.focus()
        press(day, "Enter")
        link.focus()
        press(day, "Enter")
        words.focus()
        day.keyboard.type("Is this season the right one?")
        press(day, "Tab", "Enter")
    day.wait_for_selector("#workspace[data-ready]")
    arrived(day, SEASON)
    expect(cards(day)).to_have_count(1)
    choose(day, second, way)
    asked = Question.objects.get()
    assert (asked.task_id, asked.asker_id) == (assignment.task_id, assignment.person_id)


def test_not_sure_is_kept_over_a_reload_and_submitted(day, way):
    chosen = PLACES[SEASON][0]
    choose(day, chosen, way)
    decide(day)
    if way == "mouse":
        day.click(".unsure-choice")
    else:
        day.locator("#reader-frame").focus()
        press(day, "u")
    expect(day.locator("#unsure")).to_be_checked()
    wait_until_saved(day)
    reload(day)
    expect(day.locator("#unsure")).to_be_checked()
    if way == "mouse":
        day.click("#submit")
    else:
        day.locator("#submit").focus()
        press(day, "Enter")
    expect(day.locator("#confirmation [data-unsure]")).to_be_visible()
    if way == "mouse":
        day.click("#confirm-submit")
    else:
        day.locator("#confirm-submit").focus()
        press(day, "Enter")
    expect(day.locator("#confirmation")).to_have_attribute("data-stage", "done")
    assert Verification.objects.get().unsure


@pytest.mark.parametrize("title", [TREE, ALGERIA])
def test_a_place_is_bookmarked_and_found_again_after_a_reload(day, title, way):
    go(day, title)
    marked = day.locator("#reader-frame :is(p > .citable, li > .citable)").last.get_attribute("data-element-id")
    if way == "mouse":
        day.click("#bookmarks > summary")
        day.click("#bookmark-pick")
        day.mouse.click(*element(day, marked).evaluate(OWN_WORDS))
    else:
        expect(stand_on(day, marked)).to_be_focused()
        press(day, "p")
    expect(day.locator(f'#reader-frame .is-bookmarked[data-element-id="{marked}"]')).to_have_count(1)
    expect(cards(day)).to_have_count(0)
    wait_until_saved(day)
    go(day, WU)
    wait_until_saved(day)
    reload(day)
    arrived(day, WU)
    if way == "mouse":
        day.click("#bookmarks > summary")
        day.click("#bookmark-list [data-open]")
    else:
        day.locator("#reader-frame").focus()
        press(day, "Shift+P")
        expect(day.locator("#bookmark-list [data-open]").first).to_be_focused()
        press(day, "Enter")
    arrived(day, title)
    expect(element(day, marked)).to_be_focused()
    expect(element(day, marked)).to_be_in_viewport()
