"""A real page whose list items and cells are nothing but links: each is selected by mouse and by keyboard."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from corpus.page.elements import Page, Sentence
from corpus.store import PageRecord, save_pages
from frontend.reading.links import link_titles
from tests.browser.real_pages import article
from tests.browser.workspace import (
    element,
    expect,
    open_page,
    open_workspace,
    operations,
    sets_on_server,
    wait_until_saved,
)

pytestmark = pytest.mark.browser

TITLE = "Andorra"
EVIDENCE = re.compile("is-evidence")
# Ids of the page's items and cells that are nothing but links, and wide enough to be aimed at.
ALL_LINKS = """async (selector) => {
  const { isAllLinks } = await import('STATIC/js/evidence/select-handle.js');
  const all = [...document.querySelectorAll(`#reader-frame ${selector}`)];
  return all.filter(isAllLinks).map((each) => each.dataset.elementId);
}""".replace("STATIC/", settings.STATIC_URL)


@pytest.fixture
def page(visitor, assignment, corpus, shared_data):
    """The article with a page behind every link, so that all of them are links here."""
    real = article(shared_data, TITLE)
    targets = sorted(set(link_titles(real)) - {TITLE})
    save_pages(
        corpus, [PageRecord(real), *(PageRecord(Page(each, (Sentence("sentence_0", each),))) for each in targets)]
    )
    open_workspace(visitor, assignment)
    open_page(visitor, TITLE)
    return visitor


def first(page, selector):
    """An item or cell that is all links, and its link."""
    ids = page.evaluate(ALL_LINKS, selector)
    assert ids, f"no {selector} of {TITLE} is nothing but links"
    found = element(page, ids[0])
    found.scroll_into_view_if_needed()
    return found, found.locator("a").first


@pytest.mark.parametrize("selector", ["li > .citable", "td.citable"])
def test_alt_click_on_the_link_selects_and_stays_on_the_page(page, assignment, selector):
    found, link = first(page, selector)
    link.click(modifiers=["Alt"])
    expect(found).to_have_class(EVIDENCE)
    expect(page.locator(f'article[data-page-title="{TITLE}"]')).to_be_visible()
    link.click(modifiers=["Alt"])
    expect(found).not_to_have_class(EVIDENCE)
    wait_until_saved(page)
    assert "hyperlink" not in dict(operations(assignment))


@pytest.mark.parametrize("selector", ["li > .citable", "td.citable"])
def test_the_handle_beside_the_link_selects(page, assignment, selector):
    found, link = first(page, selector)
    link.hover()
    handle = page.locator("#select-handle")
    expect(handle).to_be_visible()
    handle.click()
    expect(found).to_have_class(EVIDENCE)
    expect(handle).to_have_attribute("data-chosen", "true")
    wait_until_saved(page)
    assert sets_on_server(assignment)[0] == [found.get_attribute("data-element-id")]


def test_the_line_of_an_item_selects_beside_its_words(page):
    found, _link = first(page, "li > .citable")
    line = found.locator("xpath=..").bounding_box()
    words = found.bounding_box()
    assert line["x"] + line["width"] > words["x"] + words["width"] + 40
    page.mouse.move(words["x"] + words["width"] + 30, words["y"] + words["height"] / 2)
    expect(found).to_have_class(re.compile("is-aimed"))
    page.mouse.click(words["x"] + words["width"] + 30, words["y"] + words["height"] / 2)
    expect(found).to_have_class(EVIDENCE)


@pytest.mark.parametrize("selector", ["li > .citable", "td.citable"])
def test_the_keyboard_selects_what_was_reached(page, selector):
    found, link = first(page, selector)
    found.evaluate("element => { element.tabIndex = 0; element.focus(); }")
    page.keyboard.press("Enter")
    expect(found).to_have_class(EVIDENCE)
    page.keyboard.press(" ")
    expect(found).not_to_have_class(EVIDENCE)


def test_a_plain_click_on_the_link_still_leads_away(page):
    _found, link = first(page, "li > .citable")
    title = link.get_attribute("data-title")
    link.click()
    expect(page.locator(f'article[data-page-title="{title}"]')).to_be_visible()


def test_words_beside_links_need_no_handle(page):
    element(page, f"{TITLE}_sentence_0").hover(position={"x": 4, "y": 4})
    expect(page.locator("#select-handle")).to_be_hidden()
