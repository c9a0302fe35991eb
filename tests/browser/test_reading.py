"""Finding and reading pages in the workspace, and how it fits the window."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.workspace import (
    cards,
    element,
    eventually,
    expect,
    open_page,
    operations,
    refuse,
    reload,
    wait_until_saved,
    word,
)
from tests.cast import CELL

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.browser


# --- Finding pages ---------------------------------------------------------------------------------------------------


def test_a_redirect_is_named_and_followed(page):
    page.fill("#search-form input", "harbor")
    expect(page.locator("#search-form [role=option]").first).to_have_text("Harbor League → Harbour League")
    page.locator("#search-form [role=option]").first.click()
    expect(page.locator("article .redirect-note")).to_contain_text("Harbor League")


def test_full_text_and_back_and_forward(page, assignment):
    page.fill("#search-form input", "shipowner")
    page.click("#search-form [role=option].is-containing")
    expect(page.locator(".hit mark")).to_have_text("shipowner")
    page.click(".hit a")
    expect(page.locator("article h1")).to_have_text("Anna Berg")
    page.keyboard.press("Alt+ArrowLeft")
    expect(page.locator(".hit mark")).to_have_text("shipowner")
    page.keyboard.press("Alt+ArrowRight")
    expect(page.locator("article h1")).to_have_text("Anna Berg")
    reload(page)
    page.click("#reader-back")
    expect(page.locator(".hit mark")).to_have_text("shipowner")
    wait_until_saved(page)
    assert ("search", "Contains...shipowner") in operations(assignment)
    assert ("Now on", "?search=shipowner") in operations(assignment)


def test_an_unknown_title_is_searched_for_and_loses_nothing(page):
    open_page(page, "Harbour League")
    element(page, CELL).click()
    page.fill("#search-form input", "Zorglub")
    page.press("#search-form input", "Enter")
    expect(page.locator("#results-count")).to_contain_text("Zorglub")
    expect(page.locator(".hit")).to_have_count(0)
    expect(cards(page)).to_have_count(1)


def test_the_browsers_back_button_goes_back_in_the_reader(page):
    open_page(page, "Harbour League")
    page.click("article a:has-text('Anna Berg')")
    expect(page.locator("article h1")).to_have_text("Anna Berg")
    page.evaluate("history.back()")
    expect(page.locator("article h1")).to_have_text("Harbour League")


@pytest.mark.extended
def test_who_goes_back_before_a_page_has_come_stays_there(page, context):
    open_page(page, "Harbour League")
    held: list[Route] = []
    context.route(re.compile("/read/"), lambda route: held.append(route))
    page.click("article a:has-text('Anna Berg')")
    eventually(page, lambda: len(held), 1)
    page.click("#reader-back")
    expect(page.locator(".start-screen")).to_be_visible()
    with contextlib.suppress(Exception):  # the page has given it up
        held[0].continue_()
    page.wait_for_timeout(1_000)  # time for it to come all the same
    expect(page.locator(".start-screen")).to_be_visible()
    expect(page.locator("article")).to_have_count(0)


def test_a_page_that_does_not_come_says_so_and_comes_later(page, context):
    open_page(page, "Harbour League")
    context.route(re.compile("/read/"), refuse)
    page.click("article a:has-text('Anna Berg')")
    expect(page.locator("#reader-failure")).to_be_visible()
    expect(page.locator("article h1")).to_have_text("Harbour League")
    context.unroute(re.compile("/read/"))
    page.click("#reader-retry")
    expect(page.locator("article h1")).to_have_text("Anna Berg")
    expect(page.locator("#reader-failure")).to_be_hidden()


# --- Shape -----------------------------------------------------------------------------------------------------------


def test_the_page_itself_never_scrolls(page):
    open_page(page, "Harbour League")
    for width in (1440, 900, 600):
        page.set_viewport_size({"width": width, "height": 900})
        size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size == [width, 900]


@pytest.mark.extended
@pytest.mark.parametrize(
    ("width", "height"),
    [(720, 450), *(pytest.param(*size, marks=pytest.mark.extended) for size in ((683, 384), (640, 512)))],
)
def test_a_laptop_at_200_percent_shows_all_with_the_wheel(page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    page.locator(".claim").hover()
    page.mouse.wheel(0, 5000)
    expect(page.locator("#submit")).to_be_in_viewport(ratio=1)
    expect(page.locator(".claim .claim-text")).to_be_in_viewport(ratio=1)
    page.click("#submit")
    expect(page.locator("[data-errors=verdict]")).to_have_text(word(page, "verdictMissing"))
    assert page.evaluate("document.documentElement.scrollTop + document.body.scrollTop") == 0


@pytest.mark.extended
def test_the_divider_is_remembered(page):
    page.focus("#divider")
    before = page.locator("#reader").bounding_box()["width"]
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    after = page.locator("#reader").bounding_box()["width"]
    assert after < before
    reload(page)
    assert page.locator("#reader").bounding_box()["width"] == pytest.approx(after, abs=2)


@pytest.mark.extended
def test_the_keys_are_listed(page):
    page.keyboard.press("Escape")
    page.locator("#keys-button").focus()
    page.keyboard.press("?")
    expect(page.locator("#keys-dialog")).to_contain_text("Ctrl")
    page.keyboard.press("Escape")
    expect(page.locator("#keys-dialog")).to_be_hidden()
