"""Preferences as a person meets them: a key chosen by pressing it works in the workspace."""

from __future__ import annotations

import pytest

from tests.browser.workspace import cards, element, eventually, expect, open_page, open_workspace
from tests.cast import CELL

pytestmark = pytest.mark.browser

SIZE = "getComputedStyle(document.documentElement).fontSize"


def test_a_key_is_chosen_by_pressing_it_and_works(page, assignment):
    page.goto("/preferences/")
    expect(page.locator("[name=key-contents]")).to_have_attribute("placeholder", "o")  # the script is there
    page.focus("[name=key-contents]")
    page.keyboard.press("Shift+Q")
    expect(page.locator("[name=key-contents]")).to_have_value("shift+q")
    expect(page.locator("[name=key-contents]")).to_have_css("text-transform", "capitalize")  # Shift+Q
    page.focus("[name=key-unsure]")
    page.keyboard.press("z")
    page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_be_visible()
    open_workspace(page, assignment)
    page.locator("#reader-frame").focus()
    page.keyboard.press("u")
    page.keyboard.press("z")
    expect(page.locator("#unsure")).to_be_checked()
    page.keyboard.press("?")
    expect(page.locator("#keys-dialog [data-action=unsure]")).to_have_text("z")


def test_looks_are_shown_at_once_and_kept(page, assignment):
    page.goto("/preferences/")
    before = page.evaluate(SIZE)
    expect(page.locator("[name=key-contents]")).to_have_attribute("placeholder", "o")
    page.check("[name=text_size][value=larger]")
    eventually(page, lambda: page.evaluate(SIZE) != before, wanted=True)
    page.check("[name=density][value=compact]")
    page.click("#preferences [type=submit]:not([name])")
    expect(page.locator(".messages")).to_be_visible()
    open_workspace(page, assignment)
    assert page.evaluate(SIZE) != before
    open_page(page, "Harbour League")
    element(page, CELL).click()
    expect(cards(page)).to_have_count(1)
