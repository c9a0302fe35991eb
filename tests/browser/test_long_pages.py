"""Pages of 2 MB and tables of 10,000 cells: read, searched and walked over like any other."""

from __future__ import annotations

import pytest

from benchmarks.workspace.pages import GRID, grid_page, joined
from corpus.importing.outcomes import Imported, outcome_of
from corpus.sources import read_source
from corpus.store import PageRecord, save_pages
from tests.browser.workspace import element, eventually, expect

pytestmark = pytest.mark.browser

LONG = "Page of 2 MB"
FIND = "#find-form input"
LAST = "Table of 10,000 cells_cell_0_199_49"


@pytest.fixture(scope="module")
def long_page(shared_data):
    """Real articles, one after the other: 2 MB of page JSON."""
    real = {}
    for record in read_source(shared_data / "wikitext" / "articles.jsonl.xz"):
        outcome = outcome_of(record)
        if isinstance(outcome, Imported):
            real[outcome.title] = outcome.data
        if len(real) == 40:
            break
    longest = sorted(real, key=lambda title: -len(real[title]))
    return joined(LONG, 2_000_000, real, longest)


@pytest.fixture
def long(corpus, long_page):
    save_pages(corpus, [PageRecord(long_page)])


@pytest.fixture
def grid(corpus):
    save_pages(corpus, [PageRecord(grid_page())])


def open_page(page, title):
    """As `workspace.open_page`, with patience: the first reader of a long page waits for its HTML to be made."""
    page.fill("#search-form input", title)
    page.press("#search-form input", "Enter")
    page.locator(f'article[data-page-title="{title}"]').wait_for(timeout=90_000)  # no handle: it would keep the page


def in_view(page, what):
    """Whether it comes to stand where one sees it, and stays there."""
    expect(what).to_be_in_viewport()
    page.wait_for_timeout(400)
    return what.evaluate("""element => {
        const own = element.getBoundingClientRect();
        const pane = document.querySelector("#reader-scroll").getBoundingClientRect();
        return own.bottom > pane.top && own.top < pane.bottom;
    }""")


def is_on_top(cell):
    """Whether nothing hides the middle of it."""
    return cell.evaluate("""cell => {
        const { left, top, width, height } = cell.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) === cell;
    }""")


def wait_until_still(page):
    """Until nothing has moved in the pane for some frames: far parts get their height when somebody comes near."""
    page.evaluate("""async () => {
        const pane = document.querySelector("#reader-scroll");
        let last = "";
        for (let same = 0; same < 5; ) {
            await new Promise((next) => requestAnimationFrame(next));
            const now = `${pane.scrollTop} ${pane.scrollHeight}`;
            same = now === last ? same + 1 : 0;
            last = now;
        }
    }""")


@pytest.mark.extended
def test_every_element_of_a_long_page_is_there_at_once(page, long):
    open_page(page, LONG)
    shown = page.locator("#reader-frame .citable").count()
    told = "JSON.parse(document.querySelector('script.context-data').textContent).chain_of.length"
    assert shown == page.evaluate(told) > 10_000


@pytest.mark.extended
def test_find_counts_all_and_goes_to_the_last(page, long):
    open_page(page, LONG)
    page.fill(FIND, "the")
    page.wait_for_function("() => /^0 of [0-9]{3,}/.test(document.querySelector('#find-count').textContent)")
    text = page.evaluate("""() => {
        const walker = document.createTreeWalker(document.querySelector("#reader-frame article"), NodeFilter.SHOW_TEXT);
        let count = 0;
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            if (!node.parentElement.closest(".contents")) count += node.data.toLowerCase().split("the").length - 1;
        }
        return count;
    }""")
    said = int(page.locator("#find-count").text_content().split()[-1])
    assert said == pytest.approx(text, rel=0.001)  # a word over two links is found, and not counted here
    page.press(FIND, "Shift+Enter")
    page.press(FIND, "Shift+Enter")
    expect(page.locator("#find-count")).to_have_text(f"{said} of {said}")
    assert page.evaluate("document.querySelector('#reader-scroll').scrollTop") > 100_000
    page.press(FIND, "Escape")
    expect(page.locator("#find-count")).to_have_text("")
    assert page.evaluate("CSS.highlights.get('found').size") == 0


@pytest.mark.extended
def test_typing_goes_on_while_a_long_page_is_searched(page, long):
    open_page(page, LONG)
    page.focus(FIND)
    for letter in "e of the":
        page.keyboard.type(letter)
    expect(page.locator(FIND)).to_have_value("e of the")
    page.wait_for_function("() => document.querySelector('#find-count').textContent !== ''")


@pytest.mark.extended
def test_going_back_finds_the_place_where_one_was(page, long):
    open_page(page, LONG)
    one = page.locator("#reader-frame h2").nth(30)
    one.evaluate("element => element.scrollIntoView()")
    wait_until_still(page)
    open_page(page, "Anna Berg")
    page.click("#reader-back")
    expect(page.locator(f'article[data-page-title="{LONG}"]')).to_be_visible()
    assert in_view(page, page.locator("#reader-frame h2").nth(30))


@pytest.mark.extended
def test_the_contents_list_follows_and_leads_anywhere(page, long):
    open_page(page, LONG)
    page.click("#contents button")
    link = page.locator("#contents-list a").last
    name = link.text_content()
    link.click()
    heading = page.locator("#reader-frame .article-body :is(h2, h3, h4, h5, h6)").last
    assert in_view(page, heading)
    expect(page.locator("#contents-list")).to_be_hidden()
    expect(page.locator("#contents [data-here]")).not_to_be_empty()
    assert heading.text_content() in name
    page.click("#contents button")
    page.keyboard.press("Escape")
    expect(page.locator("#contents-list")).to_be_hidden()
    expect(page.locator("#contents button")).to_be_focused()


@pytest.mark.extended
def test_the_arrows_walk_a_table_of_10000_cells_to_its_end(page, grid):
    open_page(page, GRID)
    element(page, f"{GRID}_cell_0_1_1").evaluate("cell => { cell.tabIndex = 0; cell.focus(); }")
    page.keyboard.press("ArrowDown")
    expect(element(page, f"{GRID}_cell_0_2_1")).to_be_focused()
    page.keyboard.press("End")
    expect(element(page, f"{GRID}_cell_0_2_49")).to_be_focused()
    page.keyboard.press("Control+End")
    expect(element(page, LAST)).to_be_focused()
    page.keyboard.press("Home")
    expect(element(page, f"{GRID}_header_cell_0_199_0")).to_be_focused()
    page.keyboard.press("Control+Home")
    expect(element(page, f"{GRID}_header_cell_0_0_0")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(element(page, f"{GRID}_table_caption_0")).to_be_focused()


def test_headers_of_a_wide_table_stay_in_sight_and_hide_nothing(page, grid):
    open_page(page, GRID)
    page.wait_for_selector("article:not(.is-arriving)")
    element(page, f"{GRID}_cell_0_100_25").evaluate("cell => { cell.tabIndex = 0; cell.focus(); }")
    for key in ("ArrowUp", "ArrowLeft") * 3:
        page.keyboard.press(key)
    own = element(page, f"{GRID}_cell_0_97_22")
    expect(own).to_be_focused()
    for each in (own, *(element(page, f"{GRID}_{name}") for name in ("header_cell_0_0_22", "header_cell_0_97_0"))):
        eventually(page, lambda cell=each: is_on_top(cell), True)  # headers follow in the frame after


@pytest.mark.extended
def test_only_the_row_headers_in_view_are_layers_of_their_own(page, grid):
    open_page(page, GRID)
    page.wait_for_selector("article:not(.is-arriving)")
    follows = page.locator(".wikitable th.follows")
    expect(element(page, f"{GRID}_header_cell_0_1_0")).to_have_class("citable follows")
    assert follows.count() < 80  # of 199
    element(page, f"{GRID}_cell_0_180_25").scroll_into_view_if_needed()
    expect(element(page, f"{GRID}_header_cell_0_180_0")).to_have_class("citable follows")
    expect(element(page, f"{GRID}_header_cell_0_1_0")).to_have_class("citable")
    assert 5 < follows.count() < 80


@pytest.mark.extended
def test_a_wide_table_does_not_widen_the_page(page, grid):
    open_page(page, GRID)
    pane, frame = page.locator("#reader-scroll"), page.locator(".wikitable-frame")
    expect(frame).to_have_attribute("aria-label", "Measured values by station and year")
    for width, height in ((900, 900), (720, 450)):
        page.set_viewport_size({"width": width, "height": height})
        expect(frame).to_have_attribute("tabindex", "0")
        assert pane.evaluate("pane => pane.scrollWidth - pane.clientWidth") == 0, width
        assert frame.evaluate("frame => frame.scrollWidth > frame.clientWidth"), width


def test_a_click_changes_a_handful_of_elements(page, grid):
    open_page(page, GRID)
    page.wait_for_selector("article:not(.is-arriving)")
    expect(element(page, f"{GRID}_header_cell_0_1_0")).to_have_class("citable follows")
    wait_until_still(page)
    page.evaluate("""() => {
        window.touched = new Set();
        new MutationObserver((records) => records.forEach(({ target }) => touched.add(target))).observe(
            document.querySelector("#reader-frame"), { subtree: true, childList: true, attributes: true });
    }""")
    element(page, f"{GRID}_cell_0_3_3").click()
    expect(element(page, f"{GRID}_cell_0_3_3")).to_have_class("citable is-evidence")
    expect(element(page, f"{GRID}_header_cell_0_0_3")).to_have_class("citable is-context")
    assert page.evaluate("touched.size") < 12


@pytest.mark.extended
def test_pages_that_were_left_are_forgotten(page, grid):
    meters = page.context.new_cdp_session(page)
    meters.send("Performance.enable")

    def nodes():
        meters.send("HeapProfiler.collectGarbage")
        return {each["name"]: each["value"] for each in meters.send("Performance.getMetrics")["metrics"]}["Nodes"]

    open_page(page, GRID)
    open_page(page, "Anna Berg")
    page.wait_for_timeout(1_000)  # what was begun for a page that is left ends in its next turn
    before = nodes()
    for _ in range(4):
        open_page(page, GRID)
        open_page(page, "Anna Berg")
    eventually(page, lambda: nodes() < before + 2_000, True)
