"""Formulas are drawn; what is selected, found and kept is their TeX."""

from __future__ import annotations

import pytest

from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from tests.browser.workspace import cards, element, expect, open_page, wait_until_saved

pytestmark = pytest.mark.browser

WAVE = r"""
The speed of a '''wave''' is <math>v = \frac{\omega}{k}</math> in a medium.

{| class="wikitable"
! Wave !! Speed
|-
| Light || <math>c_0</math>
|}

Search words stand beside <math>\bar{\bar\alpha}</math> here.
"""
SENTENCE, CELL, LAST = "Wave_sentence_0", "Wave_cell_0_1_1", "Wave_sentence_1"


@pytest.fixture
def wave(corpus):
    save_pages(corpus, [PageRecord(build_page("Wave", WAVE).page, revision=7)])


def test_a_formula_is_drawn_and_its_card_has_the_tex(wave, page, assignment):
    open_page(page, "Wave")
    box = element(page, SENTENCE).locator("math mfrac").bounding_box()
    assert box is not None and box["height"] > 15
    element(page, SENTENCE).click()
    element(page, CELL).click()
    expect(cards(page)).to_have_count(2)
    expect(cards(page).first).to_contain_text(r"\(v = \frac{\omega}{k}\)")
    expect(cards(page).last).to_contain_text(r"\(c_0\)")
    wait_until_saved(page)
    page.reload()
    expect(cards(page).first).to_contain_text(r"\(v = \frac{\omega}{k}\)")


def test_a_search_hit_beside_a_formula_leads_to_its_sentence(wave, page):
    page.fill("#search-form input", "search words stand")
    page.click("#search-form .is-containing")
    page.locator(".hit a").first.click()
    expect(element(page, LAST)).to_be_focused()
