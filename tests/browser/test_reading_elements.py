"""Where search leads on a page, what screen readers are told of it, and pages from right to left."""

from __future__ import annotations

import re

import pytest

from corpus.store import PageRecord, RedirectRecord, save_pages, save_redirects
from corpus.wikitext.build import build_page
from tests.browser.workspace import cards, element, expect, open_page, operations, wait_until_saved, word
from tests.cast import CELL, SECOND_SENTENCE, SENTENCE

pytestmark = pytest.mark.browser

FIELD = "#search-form input"
HEBREW = """
נמל הוא נמל ים במפרץ. הנמל נפתח בשנת 1933.

{{Infobox port
| name = נמל
| owner = Port Company
}}

{| class="wikitable"
! שנה !! Operator
|-
! 2001
| ACME Ltd.
|}
"""


def search_all(page, query):
    page.fill(FIELD, query)
    page.click("#search-form .is-containing")
    expect(page.locator(".hit").first).to_be_visible()


def open_by(page, name, title):
    page.fill(FIELD, name)
    page.press(FIELD, "Enter")
    expect(page.locator(f'article[data-page-title="{title}"]')).to_be_visible()


def test_a_hit_opens_its_page_at_the_words_that_were_found(page, assignment):
    search_all(page, "clubs")
    page.click(".hit a")
    expect(element(page, SECOND_SENTENCE)).to_be_focused()
    page.keyboard.press("Enter")
    expect(cards(page)).to_have_count(1)
    wait_until_saved(page)
    assert ("hyperlink", "Harbour League") in operations(assignment)


def test_a_hit_in_a_table_opens_at_its_row(page):
    search_all(page, "rovers 2001")
    page.click(".hit a")
    expect(page.locator(f'tr:has([data-element-id="{CELL}"]) :focus')).to_be_visible()


def test_a_redirect_to_a_section_leads_there(page, corpus):
    sections = "".join(f"== Part {n} ==\n{'Some words about it. ' * 60}\n\n" for n in range(12))
    save_pages(corpus, [PageRecord(build_page("Long", f"A page.\n{sections}").page)])
    save_redirects(corpus, [RedirectRecord("Ninth", "Long", "Part 9")])
    open_by(page, "Ninth", "Long")
    expect(page.locator("#reader-frame h2", has_text="Part 9")).to_be_in_viewport()
    expect(page.locator("#contents [data-here]")).to_have_text(re.compile("Part [89]"))


@pytest.mark.extended
def test_names_that_are_only_similar_say_so(page):
    page.fill(FIELD, "Harbuor Lea")
    expect(page.locator("#search-form [role=option]").first).to_have_text(
        f"Harbour League ({word(page, 'similarName')})"
    )
    page.fill(FIELD, "Harbour Lea")
    expect(page.locator("#search-form [role=option]").first).to_have_text("Harbour League")


@pytest.mark.extended
def test_the_first_screen_says_how_to_search(page):
    page.click(".start-screen .search-help summary")
    page.locator(".start-screen .search-help td a").first.click()
    expect(page.locator(".hit").first).to_be_visible()


def test_a_table_is_a_grid_whose_cells_have_headers(page):
    open_page(page, "Harbour League")
    grid = page.get_by_role("grid", name="Winners by season")
    expect(grid.get_by_role("columnheader", name="Winner")).to_have_attribute("scope", "col")
    expect(grid.get_by_role("rowheader", name="2001")).to_have_attribute("scope", "row")
    expect(grid.get_by_role("gridcell", name="Quay Rovers")).to_be_visible()


def test_one_element_is_reached_by_tab_and_arrows_go_on_from_a_click(page):
    open_page(page, "Harbour League")
    expect(page.locator("#reader-frame .citable[tabindex='0']")).to_have_count(1)
    element(page, CELL).click()
    expect(page.locator("#reader-frame .citable[tabindex='0']")).to_have_count(1)
    page.keyboard.press("ArrowUp")
    expect(element(page, "Harbour League_header_cell_0_0_1")).to_be_focused()
    page.keyboard.press("Home")
    expect(element(page, "Harbour League_header_cell_0_0_0")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(element(page, SECOND_SENTENCE)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(element(page, SENTENCE)).to_be_focused()


@pytest.mark.extended
def test_a_page_from_right_to_left_is_mirrored(page, corpus):
    save_pages(corpus, [PageRecord(build_page("נמל", HEBREW).page)])
    open_by(page, "נמל", "נמל")
    article = page.locator("article")
    expect(article).to_have_attribute("dir", "rtl")
    expect(article).to_have_attribute("lang", "he")
    box, infobox = article.bounding_box(), page.locator(".infobox-frame").bounding_box()
    assert infobox["x"] + infobox["width"] < box["x"] + box["width"] / 2
    operator, year = (page.locator(".wikitable th", has_text=text) for text in ("Operator", "שנה"))
    assert operator.bounding_box()["x"] < year.bounding_box()["x"]
    year.click()
    page.keyboard.press("ArrowLeft")
    expect(operator).to_be_focused()


@pytest.mark.extended
def test_the_revision_and_the_licence_stand_below(page):
    open_page(page, "Harbour League")
    expect(page.locator(".article-source")).to_contain_text(re.compile(r"\b100\b.*Harbour"))
    expect(page.locator(".article-source")).to_contain_text("CC BY-SA 4.0")
