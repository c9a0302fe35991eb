"""Two pages side by side, each with a place of its own; evidence is selected on both."""

from __future__ import annotations

import re

import pytest

from tests.browser.axe import violations
from tests.browser.workspace import (
    cards,
    element,
    expect,
    open_page,
    operations,
    reload,
    sets_on_server,
    wait_until_saved,
)
from tests.cast import CELL, OTHER_PAGE, SENTENCE

pytestmark = pytest.mark.browser

EVIDENCE = re.compile("is-evidence")
FIRST, SECOND = "#reader-frame article", "#beside-frame article"


def beside(page, element_id):
    return page.locator(f'#beside-frame [data-element-id="{element_id}"]')


def titles(page):
    return [page.locator(frame).get_attribute("data-page-title") for frame in (FIRST, SECOND)]


@pytest.fixture
def two(page):
    """The league stays beside; the first pane has gone on to its founder."""
    open_page(page, "Harbour League")
    page.keyboard.press("d")
    expect(page.locator(SECOND)).to_be_visible()
    open_page(page, "Anna Berg")
    assert titles(page) == ["Anna Berg", "Harbour League"]
    return page


def test_evidence_is_selected_on_both_pages(two, assignment):
    element(two, OTHER_PAGE).click()
    beside(two, CELL).click()
    for chosen in (element(two, OTHER_PAGE), beside(two, CELL)):
        expect(chosen).to_have_class(EVIDENCE)
    expect(cards(two)).to_have_count(2)
    expect(cards(two).nth(1)).to_contain_text("Winner")
    wait_until_saved(two)
    assert sets_on_server(assignment)[0] == [OTHER_PAGE, CELL]
    beside(two, CELL).click()
    expect(beside(two, CELL)).not_to_have_class(EVIDENCE)


def test_the_keyboard_selects_on_the_second_page(two):
    two.locator("#beside-frame").focus()
    two.keyboard.press("Tab")
    two.keyboard.press("Enter")
    expect(beside(two, SENTENCE)).to_have_class(EVIDENCE)
    two.keyboard.press("ArrowDown")
    two.keyboard.press("Enter")
    expect(two.locator("#beside-frame .is-evidence")).to_have_count(2)


def test_each_page_has_its_own_place_and_keeps_it_over_a_reload(two, assignment):
    beside(two, "Harbour League_item_0_1").locator("a").click()
    expect(two.locator('#beside-frame article[data-page-title="A\u030asa Lind"]')).to_be_visible()
    assert titles(two)[0] == "Anna Berg"
    two.click("#beside-back")
    expect(two.locator('#beside-frame article[data-page-title="Harbour League"]')).to_be_visible()
    wait_until_saved(two)
    assert ("Now on", "Harbour League") in operations(assignment)
    reload(two)
    assert titles(two) == ["Anna Berg", "Harbour League"]
    element(two, OTHER_PAGE).click()
    beside(two, CELL).click()
    expect(cards(two)).to_have_count(2)


def test_the_pages_are_swapped_and_the_second_is_closed(two):
    two.click("#beside-swap")
    expect(two.locator('#reader-frame article[data-page-title="Harbour League"]')).to_be_visible()
    assert titles(two) == ["Harbour League", "Anna Berg"]
    two.click("#beside-close")
    expect(two.locator("#beside")).to_be_hidden()
    reload(two)
    expect(two.locator("#beside")).to_be_hidden()


def test_a_row_of_the_second_page_is_selected_by_its_key(two):
    beside(two, CELL).click()
    two.keyboard.press("Shift+R")
    expect(beside(two, CELL)).not_to_have_class(EVIDENCE)
    two.keyboard.press("r")
    expect(beside(two, CELL)).to_have_class(EVIDENCE)


@pytest.mark.extended
def test_axe_finds_nothing_with_two_pages(axe, two):
    beside(two, CELL).click()
    expect(cards(two)).to_have_count(1)
    assert violations(two) == []
