"""Untrusted elements are seen with their reason, and no gesture makes them evidence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from corpus.page.elements import Untrusted
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from tests.browser.axe import violations
from tests.browser.workspace import cards, element, eventually, expect, open_page, sets_on_server, wait_until_saved

pytestmark = pytest.mark.browser

QUAY = """
The quay cost $9 million (${{Inflation|US|9|1990}} today). It was built in 1990.

* Cranes: {{Made up}} tonnes
* Boats: 12

{| class="wikitable"
|+ Berths
! Year !! Berths
|-
| 1990 || 5
|}

{| class="wikitable"
|+ Staff
! Year !! Staff !! Cooks
|-
| 1990 || {{Made up}} people || 3
|-
| 1991 || 40 || 4
|}
"""
HOLE, WHOLE = "Quay_sentence_0", "Quay_sentence_1"
TABLE = ("Quay_cell_0_1_0", "Quay_header_cell_0_0_1", "Quay_table_caption_0")
UNTRUSTED = (HOLE, "Quay_item_0_0", "Quay_cell_1_1_1", *TABLE)


@pytest.fixture
def quay(corpus):
    built = build_page("Quay", QUAY)
    layout = replace(built.layout, untrusted={**built.layout.untrusted, "table_0": Untrusted.TEMPLATE_CELLS})
    save_pages(corpus, [PageRecord(built.page, layout=layout)])


def test_no_click_selects_it(quay, page, assignment):
    open_page(page, "Quay")
    for element_id in UNTRUSTED:
        element(page, element_id).click(position={"x": 4, "y": 6})
    expect(cards(page)).to_have_count(0)
    element(page, WHOLE).click()
    expect(cards(page)).to_have_count(1)
    wait_until_saved(page)
    assert sets_on_server(assignment)[0] == [WHOLE]


@pytest.mark.extended
def test_the_keyboard_passes_it_by(quay, page):
    open_page(page, "Quay")
    stops = page.evaluate("[...document.querySelectorAll('#reader .citable')].map((each) => each.dataset.elementId)")
    assert WHOLE in stops and not set(UNTRUSTED) & set(stops)
    element(page, WHOLE).focus()
    for _ in range(12):
        page.keyboard.press("ArrowDown")
        focused = page.evaluate("document.activeElement.dataset.elementId ?? ''")
        assert focused not in UNTRUSTED


def test_arrows_in_a_table_pass_it_by(quay, page):
    open_page(page, "Quay")
    element(page, "Quay_cell_1_1_0").click()
    for key, reached in (("ArrowRight", "1_1_2"), ("ArrowLeft", "1_1_0"), ("End", "1_1_2"), ("Home", "1_1_0")):
        page.keyboard.press(key)
        expect(element(page, f"Quay_cell_{reached}")).to_be_focused()


@pytest.mark.extended
def test_a_range_leaves_it_out(quay, page, assignment):
    ends = ["Quay_cell_1_1_0", "Quay_cell_1_1_2"]
    open_page(page, "Quay")
    element(page, ends[0]).click()
    wait_until_saved(page)
    for chosen in (ends, []):  # all of it is chosen then, and taken back
        element(page, ends[1]).click(modifiers=["Shift"])
        eventually(page, lambda: sets_on_server(assignment)[0], chosen)


def test_its_mark_is_seen_and_read_out(quay, page):
    open_page(page, "Quay")
    mark = element(page, HOLE).get_by_role("img")
    box = mark.bounding_box()
    assert box is not None and box["width"] > 8 and mark.get_attribute("title") == mark.get_attribute("aria-label")
    table = page.locator('[data-element-id="Quay_table_0"]')
    note = page.locator(f"#{table.get_attribute('aria-describedby')}")
    expect(note).to_be_visible()
    assert violations(page) == []
