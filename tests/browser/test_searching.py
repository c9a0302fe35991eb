"""Full text in the reader of both workspaces: by keyboard, with its help card, and while there is no index."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from annotation.work.guidelines import confirm
from corpus.page.elements import Page, Sentence
from corpus.store import PageRecord, save_pages
from search.indexing.build import build_index
from tests.browser.axe import violations
from tests.browser.workspace import expect, log_in, open_page, operations, reload, wait_until_saved

pytestmark = pytest.mark.browser

FIELD = "#search-form input"


def search(page, query):
    """By keyboard: to the field, type, up to the last suggestion, Enter."""
    page.locator("#reader-frame").focus()
    page.keyboard.press("/")
    page.fill(FIELD, query)
    expect(page.locator("#search-form .is-containing")).to_be_visible()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    # It takes the focus with these results; until then those of the words before stay, dimmed when the answer is slow.
    expect(page.locator("#results-heading")).to_be_focused()


def test_results_are_reached_and_opened_by_keyboard(page):
    search(page, "clubs")
    expect(page.locator(".hit")).to_contain_text("Harbour League")
    page.keyboard.press("Tab")
    expect(page.locator(".search-help summary")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("article h1")).to_have_text("Harbour League")


@pytest.mark.extended
def test_enter_sends_what_has_a_sign_to_the_full_text(page, assignment):
    page.fill(FIELD, "berg -coached")
    page.press(FIELD, "Enter")
    expect(page.locator(".hit a")).to_have_text(["Anna Berg", "Harbour League"])
    wait_until_saved(page)
    assert ("search", "Contains...berg -coached") in operations(assignment)


def test_enter_opens_the_page_of_that_title_and_else_the_results(page, assignment):
    for typed in ("anna BERG", "Anna Berg"):  # the second time one is there already
        page.fill(FIELD, typed)
        page.press(FIELD, "Enter")
        expect(page.locator('article[data-page-title="Anna Berg"]')).to_be_visible()
        expect(page.locator(FIELD)).to_have_value("")  # emptied once the page is opened, also the second time
    page.fill(FIELD, "clubs")
    page.press(FIELD, "Enter")
    expect(page.locator(".hit")).to_contain_text("Harbour League")
    expect(page.locator(FIELD)).to_have_value("clubs")
    page.click("#reader-back")
    expect(page.locator("article h1")).to_have_text("Anna Berg")
    page.click("#reader-forward")
    expect(page.locator(".hit")).to_contain_text("Harbour League")
    wait_until_saved(page)
    reload(page)
    expect(page.locator(".hit")).to_contain_text("Harbour League")
    logged = operations(assignment)
    assert [value for name, value in logged if name == "search"] == ["anna BERG", "Anna Berg", "clubs"]
    assert [value for name, value in logged if name == "Now on"][1:4] == ["Anna Berg", "Anna Berg", "?search=clubs"]


def test_enter_offers_pages_with_such_a_title_above_the_results(page):
    page.fill(FIELD, "lea harb")
    expect(page.locator("#search-form [role=option]").first).to_have_text("Harbour League")
    page.press(FIELD, "Enter")
    page.locator(".results-titles a").focus()
    page.keyboard.press("Enter")
    expect(page.locator("article h1")).to_have_text("Harbour League")


def test_the_first_screen_has_one_box_to_type_in(page):
    boxes = page.locator("#reader input:visible")
    expect(boxes).to_have_count(1)
    expect(boxes).to_be_focused()
    page.keyboard.type("Anna Berg")
    page.keyboard.press("Enter")
    expect(page.locator("article h1")).to_have_text("Anna Berg")
    expect(boxes).to_have_count(2)  # on a page one can also find


def test_enter_opens_a_title_that_has_a_sign_of_the_search(page, corpus):
    save_pages(corpus, [PageRecord(Page('"Heroes" -1977', (Sentence("sentence_0", "An album."),)))])
    page.fill(FIELD, '"Heroes" -1977')
    page.press(FIELD, "Enter")
    expect(page.locator("article h1")).to_have_text('"Heroes" -1977')


@pytest.mark.extended
def test_who_types_on_gets_what_was_typed_and_not_what_was_marked_before(page, context):
    page.fill(FIELD, "harb")
    expect(page.locator("#search-form [role=option]").first).to_have_text("Harbour League")
    page.keyboard.press("ArrowDown")
    context.route("**/suggest/**", lambda route: None)  # the suggestions for the rest are slow
    page.keyboard.type("inger")
    page.keyboard.press("Enter")
    expect(page.locator("#results-count")).to_contain_text("harbinger")
    context.unroute_all(behavior="ignoreErrors")


def test_a_mistyped_query_offers_the_one_that_was_meant(page):
    search(page, "shipownr")
    page.click(".results-note a")
    expect(page.locator(FIELD)).to_have_value("shipowner")
    expect(page.locator(".results-count")).to_contain_text("shipowner")
    expect(page.locator(".hit")).to_have_count(1)
    expect(page.locator(".results-note")).to_have_count(0)


def test_an_example_of_the_help_card_runs(page):
    search(page, "zeppelin")
    example = page.locator(".search-help[open] td a").first
    query = example.text_content()
    example.click()
    expect(page.locator(FIELD)).to_have_value(query)
    expect(page.locator(".hit").first).to_be_visible()
    expect(page.locator(".search-help[open]")).to_have_count(0)


def test_without_an_index_titles_open_and_searching_again_helps_later(page, corpus, settings):
    shutil.rmtree(Path(settings.ATTEST_DATA_DIR) / "index")
    search(page, "clubs")
    expect(page.locator(".results .notice code")).to_be_attached()
    open_page(page, "Harbour League")
    page.click("#reader-back")
    expect(page.locator(".results .notice")).to_be_visible()
    build_index(corpus, force=True)
    page.click(".results .notice a")
    expect(page.locator(".hit")).to_contain_text("Harbour League")


def test_axe_finds_nothing_on_the_results(axe, page):
    for query in ("clubs", "shipownr", "zeppelin"):
        search(page, query)
        page.locator(".search-help").evaluate("card => (card.open = true)")
        assert violations(page) == [], query


@pytest.mark.extended
def test_axe_finds_nothing_on_suggestions_nor_without_an_index(axe, page, settings):
    page.fill(FIELD, "harbor")
    expect(page.locator("#search-form [role=option]").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    assert violations(page) == []
    shutil.rmtree(Path(settings.ATTEST_DATA_DIR) / "index")
    search(page, "clubs")
    page.locator(".results .notice summary").click()
    assert violations(page) == []


@pytest.mark.extended
def test_results_and_the_help_card_fit_the_pane(page):
    search(page, "zeppelin")
    pane = page.locator("#reader-scroll")
    for width in (1440, 900, 600):
        page.set_viewport_size({"width": width, "height": 900})
        assert pane.evaluate("pane => pane.scrollWidth - pane.clientWidth") == 0, width


def test_claim_writers_search_too(context, corpus, project, writing, writer):
    build_index(corpus)
    confirm(person=writer, project=project, kind="claim_generation", version=0)
    page = context.new_page()
    log_in(context, "wilma")
    page.goto(f"/write/{writing.public_id}/")
    page.wait_for_selector("#workspace[data-ready]")
    search(page, "clubs")
    page.click(".hit a")
    expect(page.locator("article h1")).to_have_text("Harbour League")
