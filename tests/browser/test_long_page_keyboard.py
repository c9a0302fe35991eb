"""A real page of more than 1,000 elements by keyboard alone: any place of it within a few keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from annotation.work.guidelines import confirm
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from search.indexing.build import build_index
from tests.browser.workspace import cards, element, expect, log_in, open_page, open_workspace, word

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

FEWER_THAN = 15
HEADINGS = "#reader-frame .article-body :is(h2, h3, h4, h5, h6)"
FOCUSED = "#reader-frame .citable:focus"
# Whether the first stands before the second on the page.
IS_BEFORE = "([one, other]) => !!(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)"


@pytest.fixture
def on_alaska(corpus, alaska, context, assignment) -> Page:
    """The page as one comes to it, its keys ready to be pressed."""
    anchorage = build_page("Anchorage, Alaska", "Anchorage is a city.").page  # so that there are links
    save_pages(corpus, [PageRecord(page) for page in (alaska, anchorage) if page])
    build_index(corpus)
    log_in(context)
    page = context.new_page()
    open_workspace(page, assignment)
    open_page(page, "Alaska")
    page.press("#search-form input", "Escape")
    page.locator("#reader-frame").focus()
    assert page.locator("#reader-frame .citable").count() > 1_000
    return page


def press(page: Page, *keys: str) -> int:
    """Press each of the keys; returns how many they were."""
    for key in keys:
        page.keyboard.press(key)
    return len(keys)


def is_before(page: Page, one: Locator, other: Locator) -> bool:
    return bool(page.evaluate(IS_BEFORE, [one.element_handle(), other.element_handle()]))


def heading(page: Page, name: str) -> Locator:
    return page.locator(HEADINGS).filter(has_text=name).last


def scroll_to(found: Locator) -> None:
    """To the top of the pane, until far parts that come near have their height."""
    found.evaluate("""async (element) => {
        for (let frames = 0; frames < 8; frames += 1) {
            element.scrollIntoView({ block: "start" });
            await new Promise(requestAnimationFrame);
        }
    }""")
    expect(found).to_be_in_viewport()


def test_evidence_of_the_last_section_by_the_contents_list(on_alaska):
    page = on_alaska
    pressed = press(page, "o", "End", "Enter")
    expect(page.locator(f"{HEADINGS}:focus")).to_be_in_viewport()
    pressed += press(page, "ArrowDown", "Enter")
    expect(cards(page)).to_have_count(1)
    assert is_before(page, page.locator(HEADINGS).last, page.locator("#reader-frame .is-evidence"))
    assert pressed < FEWER_THAN


def test_evidence_far_down_by_what_was_found(on_alaska):
    page = on_alaska
    pressed = press(page, "f", *"mammoth")
    expect(page.locator("#find-count")).not_to_be_empty()
    pressed += press(page, "Enter")
    expect(page.locator("#find-count")).to_have_text(word(page, "findCount", current=1, total=1))
    pressed += press(page, "Escape")
    expect(page.locator(FOCUSED)).to_contain_text("mammoth", ignore_case=True)
    pressed += press(page, "Enter")
    expect(cards(page)).to_contain_text("mammoth", ignore_case=True)
    expect(page.locator("#find-count")).to_be_empty()
    assert pressed < FEWER_THAN


@pytest.mark.extended
def test_a_first_letter_leads_through_the_contents_list(on_alaska):
    page = on_alaska
    press(page, "o", "c")
    first = page.locator("#contents-list a:focus").text_content()
    press(page, "c", "c", "c")
    assert page.locator("#contents-list a:focus").text_content() != first
    expect(cards(page)).to_have_count(0)  # c is a line here, no column
    press(page, "Escape")
    expect(page.locator("#contents button")).to_be_focused()


def test_the_keyboard_enters_at_what_was_scrolled_to(on_alaska):
    page = on_alaska
    scroll_to(heading(page, "Culture"))
    press(page, "a")
    entered = page.locator(FOCUSED)
    expect(entered).to_be_in_viewport()
    assert is_before(page, heading(page, "Public health"), entered)


def test_the_keyboard_enters_below_the_heading_that_was_chosen(on_alaska):
    page = on_alaska
    page.click("#contents button")
    page.locator("#contents-list a", has_text="Culture").last.click()  # the first is agriculture
    expect(heading(page, "Culture")).to_be_focused()
    press(page, "a")
    assert is_before(page, heading(page, "Culture"), page.locator(FOCUSED))
    press(page, "k")
    expect(heading(page, "Culture")).to_be_focused()


@pytest.mark.extended
def test_the_keyboard_enters_at_the_match_that_a_button_led_to(on_alaska):
    page = on_alaska
    page.fill("#find-form input", "mammoth")
    page.click("#find-form [data-by='1']")
    press(page, "a")
    expect(page.locator(FOCUSED)).to_contain_text("mammoth", ignore_case=True)


def test_next_and_previous_heading_table_and_link(on_alaska):
    page = on_alaska
    press(page, "a", "j", "j")
    expect(page.locator(HEADINGS).nth(1)).to_be_focused()
    press(page, "k")
    expect(page.locator(HEADINGS).first).to_be_focused()
    press(page, "t")
    table = page.locator("#reader-frame .wikitable").first
    expect(table.locator(".citable:focus")).to_be_in_viewport()
    press(page, "ArrowDown", "t", "Shift+T")
    expect(table.locator(".citable:focus")).to_have_count(1)
    press(page, "l")
    expect(table.locator("a:focus")).to_be_in_viewport()
    press(page, "Shift+L")
    link = page.locator("#reader-frame a:focus")
    assert is_before(page, link, table)
    press(page, "ArrowDown")  # the arrows go on from the sentence of a link
    expect(page.locator(FOCUSED)).to_have_count(1)


@pytest.mark.extended
def test_at_the_end_it_says_that_there_is_no_more(on_alaska):
    page = on_alaska
    press(page, "o", "End", "Enter", "j")
    expect(page.locator("#announcements")).to_contain_text(word(page, "noMore"))
    expect(page.locator(HEADINGS).last).to_be_focused()


def test_the_keys_are_in_the_help_of_both_workspaces(on_alaska, writing, writer, project, context):
    confirm(person=writer, project=project, kind="claim_generation", version=0)
    keys = ["a", "o", "j", "k", "t", "l"]
    on_alaska.keyboard.press("?")
    listed = on_alaska.locator("#keys-dialog kbd").all_inner_texts()
    assert set(keys) <= set(listed)
    log_in(context, "wilma")
    on_alaska.goto(f"/write/{writing.public_id}/")
    on_alaska.wait_for_selector("#workspace[data-ready]")
    on_alaska.locator("#reader-frame").focus()
    press(on_alaska, "t")
    expect(on_alaska.locator("#reader-frame .wikitable .citable:focus")).to_have_count(1)
    on_alaska.keyboard.press("?")
    assert set(keys) <= set(on_alaska.locator("#keys-dialog kbd").all_inner_texts())


@pytest.mark.extended
def test_under_a_header_row_that_follows_the_first_row_in_view_is_entered(on_alaska):
    page = on_alaska
    cell = element(page, "Alaska_cell_6_30_1")
    scroll_to(cell)
    press(page, "a")
    entered = page.locator("#reader-frame td:focus")
    expect(entered).to_be_in_viewport()
    assert abs(entered.bounding_box()["y"] - cell.bounding_box()["y"]) < 120


def test_a_line_over_the_article_says_page_and_sections(on_alaska):
    page = on_alaska
    line = page.locator("#contents")
    expect(line.locator("[data-title]")).to_have_text("Alaska")
    expect(line.locator("[data-here] bdi")).to_have_count(0)
    scroll_to(heading(page, "Race and ancestry"))
    expect(line.locator("[data-here] bdi")).to_have_text(["Demographics", "Race and ancestry"])
    expect(line).to_be_in_viewport(ratio=1)


@pytest.mark.extended
def test_a_page_without_contents_has_the_line_too(page):
    open_page(page, "Anna Berg")
    expect(page.locator("#contents [data-title]")).to_have_text("Anna Berg")
    expect(page.locator("#contents button")).to_be_disabled()
    page.press("#search-form input", "Escape")
    page.locator("#reader-frame").focus()
    press(page, "o")
    expect(page.locator("#contents-list")).to_be_hidden()
