"""Bookmarks of a task, by mouse and by keyboard; and the flag "not sure" from the key to the submission."""

from __future__ import annotations

import pytest

from annotation.models import Draft, Verification
from tests.browser.workspace import (
    cards,
    decide,
    element,
    eventually,
    expect,
    open_page,
    open_workspace,
    operations,
    reload,
    wait_until_saved,
)
from tests.cast import CELL, SENTENCE

pytestmark = pytest.mark.browser

LINES = "#bookmark-list > li"


def test_a_sentence_is_bookmarked_by_mouse_and_found_again(page, assignment):
    open_page(page, "Harbour League")
    page.click("#bookmarks > summary")
    page.click("#bookmark-pick")
    element(page, SENTENCE).click(position={"x": 4, "y": 4})
    expect(page.locator(f'.is-bookmarked[data-element-id="{SENTENCE}"]')).to_be_visible()
    expect(cards(page)).to_have_count(0)
    wait_until_saved(page)
    open_page(page, "Anna Berg")
    reload(page)
    page.click("#bookmarks > summary")
    page.click(f"{LINES} [data-open]")
    expect(page.locator('article[data-page-title="Harbour League"]')).to_be_visible()
    expect(element(page, SENTENCE)).to_be_focused()
    [bookmark] = Draft.objects.get(assignment=assignment).body["bookmarks"]
    assert (bookmark["title"], bookmark["id"]) == ("Harbour League", SENTENCE)
    page.click("#bookmarks > summary")
    page.click(f"{LINES} .icon-button")
    expect(page.locator(LINES)).to_have_count(0)
    eventually(page, lambda: Draft.objects.get(assignment=assignment).body["bookmarks"], [])


def test_pages_and_cells_are_bookmarked_by_keyboard(page, assignment):
    open_page(page, "Harbour League")
    page.locator("#reader-frame").focus()
    page.keyboard.press("p")
    expect(page.locator("#bookmark-page")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("a")
    page.keyboard.press("p")
    expect(page.locator(LINES)).to_have_count(2)
    open_page(page, "Anna Berg")
    page.locator("#reader-frame").focus()
    page.keyboard.press("Shift+P")
    page.keyboard.press("Enter")
    expect(page.locator('article[data-page-title="Harbour League"]')).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator(LINES)).to_have_count(1)


def test_not_sure_goes_from_the_key_to_the_submission(page, assignment):
    open_page(page, "Harbour League")
    element(page, CELL).click()
    decide(page)
    page.locator("#reader-frame").focus()
    page.keyboard.press("u")
    expect(page.locator("#unsure")).to_be_checked()
    page.click("#undo")
    expect(page.locator("#unsure")).not_to_be_checked()
    page.click(".unsure-choice")
    wait_until_saved(page)
    open_workspace(page, assignment)
    expect(page.locator("#unsure")).to_be_checked()
    page.click("#submit")
    expect(page.locator("#confirmation [data-unsure]")).to_be_visible()
    page.click("#confirm-submit")
    expect(page.locator(".thanks")).to_be_visible()
    assert Verification.objects.get().unsure
    assert [value for name, value in operations(assignment) if name == "unsure"] == ["yes", "no", "yes"]
