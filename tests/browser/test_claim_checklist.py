"""Names, numbers and dates of the claim: searched for with one click, ticked by cards, listed before submitting."""

from __future__ import annotations

import pytest

from tests.browser.workspace import decide, element, expect, open_page, operations, wait_until_saved
from tests.cast import CELL, SENTENCE

pytestmark = pytest.mark.browser

SELECT_WORDS = """() => {
  const text = document.querySelector('.claim .claim-text');
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let node = walker.nextNode();
  while (!node.data.includes('founded')) node = walker.nextNode();
  const range = document.createRange();
  range.setStart(node, node.data.indexOf('founded'));
  range.setEnd(node, node.data.indexOf('founded') + 'founded'.length);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}"""


def part(page, text):
    return page.locator(f'.claim .claim-part[data-part="{text}"]')


def test_cards_tick_off_the_parts_of_the_claim(page):
    """The claim: Anna Berg founded the Harbour League."""
    open_page(page, "Harbour League")
    expect(part(page, "Anna Berg")).to_have_attribute("data-covered", "false")
    element(page, CELL).click()
    expect(part(page, "Harbour League")).to_have_attribute("data-covered", "true")
    expect(part(page, "Anna Berg")).to_have_attribute("data-covered", "false")
    element(page, SENTENCE).click(position={"x": 5, "y": 5})
    expect(part(page, "Anna Berg")).to_have_attribute("data-covered", "true")
    page.locator("#set-tab-1").click()  # each set has to do for itself
    expect(part(page, "Anna Berg")).to_have_attribute("data-covered", "false")


def test_the_confirmation_says_which_parts_a_set_lacks(page):
    open_page(page, "Harbour League")
    element(page, CELL).click()
    decide(page)
    page.click("#submit")
    items = page.locator("#confirmation .checklist li")
    expect(items).to_have_count(2)
    said = items.evaluate_all("all => all.map(each => [each.firstChild.data, each.dataset.covered])")
    assert said == [["Anna Berg", "false"], ["Harbour League", "true"]]


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_a_part_is_searched_for_with_one_click_or_key(page, assignment, way):
    if way == "mouse":
        part(page, "Anna Berg").click()
    else:
        part(page, "Anna Berg").focus()
        page.keyboard.press("Enter")
    expect(page.locator('article[data-page-title="Anna Berg"]')).to_be_visible()
    wait_until_saved(page)
    assert ("search", "Anna Berg") in operations(assignment)


def test_selected_words_are_searched_for_with_one_click(page, assignment):
    expect(page.locator("#claim-search")).to_be_hidden()
    page.evaluate(SELECT_WORDS)
    page.locator("#claim-search").click()
    expect(page.locator("#reader-frame [data-title]").first).to_be_visible()
    expect(page.locator("#claim-search")).to_be_hidden()
    wait_until_saved(page)
    assert ("search", "founded") in operations(assignment)
