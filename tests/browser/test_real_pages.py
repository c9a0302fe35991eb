"""What annotators do, on pages of Wikipedia that the project did not write, by mouse and by keyboard.

The pages: an article with three boxes (Cross game), brackets and tables whose headers span (Academy Fantasia, 1989
Formula One season), small tables one below another (Eastern Wu, Less Than Jake discography), a tree of a hundred items
(Actinopterygii), formulas (Ambiguity), cells over several rows (Governor-General), cells that templates make (Academy
Awards), right-to-left words (Algeria), tables longer than the window (Comparison of Linux distributions). Writing,
searching and the texts of challenges: test_real_rooms.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from annotation.models import Assignment, CheckLine, Project
from corpus.models import Corpus
from corpus.store import save_pages
from search.indexing.build import build_index
from tests.browser.real_pages import real_page
from tests.browser.test_reflow import BEYOND
from tests.browser.workspace import (
    cards,
    decide,
    element,
    eventually,
    expect,
    log_in,
    open_page,
    open_workspace,
    reload,
    sets_on_server,
    wait_until_saved,
)
from tests.cast import claim_of

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.extended]

BOXES, SINGERS, SEASON, WU = "Cross game", "Academy Fantasia", "1989 Formula One season", "Eastern Wu"
TREE, FORMULAS, RECORDS = "Actinopterygii", "Ambiguity", "Less Than Jake discography"
SYSTEMS = "Comparison of Linux distributions"
GOVERNORS, AWARDS, ALGERIA = "Governor-General of the Union of South Africa", "Academy Awards", "Algeria"
EVIDENCE = re.compile("is-evidence")
FOCUSED = "#reader-frame .citable:focus"
OFFENDERS = (Path(__file__).parents[2] / "benchmarks" / "layout" / "offenders.js").read_text(encoding="utf-8")
LAY_OUT_ALL = 'document.querySelectorAll(".part").forEach(({ style }) => { style.contentVisibility = "visible"; })'
LAPTOP, DESKTOP = {"width": 1366, "height": 768}, {"width": 1440, "height": 900}

# The first and the last element of each kind.
OF_EACH_KIND = """() => {
  const kinds = ["li > .citable", "td.citable", "th.citable", "caption.citable", "p > .citable"];
  return kinds.flatMap((kind) => {
    const all = [...document.querySelectorAll(`#reader-frame ${kind}`)].filter((each) => each.textContent.trim());
    return [...new Set([all[0], all.at(-1)])].filter(Boolean).map((each) => each.dataset.elementId);
  });
}"""
# Where its own words stand that are no link; null if there are none.
OWN_WORDS = """async (element) => {
  for (let frames = 0; frames < 6; frames += 1) {
    element.scrollIntoView({ block: "center", inline: "center" });
    await new Promise(requestAnimationFrame);
  }
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim() || node.parentElement.closest("a, math")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = [...range.getClientRects()].find(({ width, height }) => width > 3 && height > 3);
    if (box) return [box.left + box.width / 2, box.top + box.height / 2];
  }
  return null;
}"""
# Whether the focused element is seen where its first words stand, and nothing stands over it.
IS_SEEN = """() => {
  const element = document.activeElement;
  const box = [...element.getClientRects()].find(({ width }) => width > 1);
  if (!box) return false; // not laid out yet
  const { left, top, width, height } = box;
  const hit = document.elementFromPoint(left + Math.min(4, width / 2), top + Math.min(8, height / 2));
  return element.matches(".citable") && !!hit && (element.contains(hit) || hit.contains(element));
}"""
# In one moment, as from somebody who types faster than the page is laid out.
NEXT_TABLE_AND_ITS_END = """() => {
  for (const [key, ctrlKey] of [["t", false], ["End", true]]) {
    const event = new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  }
}"""
SIX_FRAMES = "async () => { for (let left = 6; left > 0; left -= 1) await new Promise(requestAnimationFrame); }"
WHOLE_CARDS = """() => {
  const pane = document.querySelector("#set-panel").getBoundingClientRect();
  const boxes = [...document.querySelectorAll("#cards .card")].map((card) => card.getBoundingClientRect());
  return boxes.filter(({ top, bottom }) => top >= pane.top - 1 && bottom <= pane.bottom + 1).length;
}"""


@pytest.fixture
def reading(corpus, context, assignment: Assignment, shared_data: Path) -> Callable[..., Page]:
    """The workspace over these pages; the first is open and has the keyboard."""

    def opened(*titles: str, **viewport: int) -> Page:
        keep_real_pages(corpus, shared_data, *titles)
        log_in(context)
        page = context.new_page()
        page.set_viewport_size(viewport or DESKTOP)
        open_workspace(page, assignment)
        go(page, titles[0])
        return page

    return opened


def keep_real_pages(corpus: Corpus, shared_data: Path, *titles: str) -> None:
    """Add the pages to the corpus and its index."""
    save_pages(corpus, [real_page(shared_data, title) for title in titles])
    build_index(corpus)


def go(page: Page, title: str) -> None:
    open_page(page, title)
    page.wait_for_selector("#reader-frame article:not(.is-arriving)")
    page.press("#search-form input", "Escape")
    page.locator("#reader-frame").focus()


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def stand_on(page: Page, element_id: str) -> Locator:
    """The keyboard is there, as if arrows had led to it."""
    found = element(page, element_id)
    found.evaluate("each => { each.tabIndex = 0; each.focus(); }")
    return found


def select(page: Page, element_id: str) -> None:
    """A real click on its words, or on the handle where all of them are links."""
    found = element(page, element_id)
    place = found.evaluate(OWN_WORDS)
    if place is None:
        found.locator("a").first.hover()
        page.click("#select-handle")
    else:
        page.mouse.click(*place)
    expect(found).to_have_class(EVIDENCE)


# --- Part 1: layout; part 2: trust -----------------------------------------------------------------------------------
def test_no_box_overlaps_and_no_word_is_broken(reading):
    page = reading(BOXES, WU, SINGERS, SEASON)
    for viewport in (DESKTOP, {"width": 900, "height": 900}):
        page.set_viewport_size(viewport)
        for title in (BOXES, WU, SINGERS, SEASON):
            go(page, title)
            page.evaluate(LAY_OUT_ALL)
            assert page.evaluate(OFFENDERS) == [], (title, viewport)


def test_coloured_cells_of_a_season_are_selected(reading, assignment):
    page = reading(SEASON)
    chosen = [page.locator("#reader-frame td.citable[bgcolor]").nth(number) for number in (0, 40)]
    plain = [each.evaluate("each => getComputedStyle(each).backgroundColor") for each in chosen]
    select(page, chosen[0].get_attribute("data-element-id"))
    stand_on(page, chosen[1].get_attribute("data-element-id"))
    press(page, "Enter")
    expect(cards(page)).to_have_count(2)
    for each, ground in zip(chosen, plain, strict=True):
        expect(each).not_to_have_css("background-color", ground)


def test_cells_that_a_template_makes_are_marked_and_passed_by(reading, assignment):
    page = reading(AWARDS)
    untrusted = page.locator("#reader-frame :is(td, th).untrusted").first
    untrusted.scroll_into_view_if_needed()
    untrusted.click()
    note = untrusted.locator("xpath=ancestor::table").get_attribute("aria-describedby")
    assert untrusted.get_by_role("img").count() or page.locator(f"#{note}").is_visible()
    expect(cards(page)).to_have_count(0)
    press(page, "j", "ArrowDown", "Enter")
    expect(cards(page)).to_have_count(1)
    wait_until_saved(page)
    assert untrusted.get_attribute("data-element-id") not in sets_on_server(assignment)[0]


def test_a_sentence_with_formulas_is_selected_with_its_tex(reading):
    page = reading(FORMULAS)
    drawn = page.locator("#reader-frame .citable:has(math)")
    ids = [drawn.nth(number).get_attribute("data-element-id") for number in (0, 1)]
    select(page, ids[0])
    stand_on(page, ids[1])
    press(page, "Enter")
    expect(cards(page)).to_have_count(2)
    for number in (0, 1):
        expect(cards(page).nth(number).locator(".card-text")).to_contain_text(r"\(")


# --- Part 3: context -------------------------------------------------------------------------------------------------
def test_headers_of_all_rows_of_a_monarch_are_added(reading, assignment):
    page = reading(GOVERNORS)
    cell = f"{GOVERNORS}_cell_2_1_5"
    select(page, cell)
    offers = cards(page).locator("[data-add]")
    expect(offers).to_have_count(4)
    wanted = [offers.nth(number).get_attribute("data-add") for number in (0, 1)]
    offers.nth(0).click()
    offers.nth(1).focus()
    press(page, "Enter")
    expect(cards(page).locator("[data-add][aria-pressed=true]")).to_have_count(2)
    expect(page.locator("#reader-frame .is-context")).not_to_have_count(0)
    wait_until_saved(page)
    assert sets_on_server(assignment)[0] == [cell]
    reload(page)
    for each in wanted:
        expect(cards(page).locator(f'[data-add="{each}"]')).to_have_attribute("aria-pressed", "true")


def test_an_item_deep_in_a_tree_is_offered_what_stands_above_it(reading):
    page = reading(TREE)
    press(page, "o", "End", "Enter")
    item = f"{TREE}_item_0_2"
    stand_on(page, item)
    press(page, "Enter")
    above = cards(page).locator(f'[data-add="{TREE}_item_0_0"]')
    expect(above).to_have_attribute("aria-pressed", "false")
    above.click()
    expect(element(page, f"{TREE}_item_0_0")).to_have_class(re.compile("is-context"))


# --- Part 4: one gesture ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_each_kind_of_element_is_selected(reading, assignment, way):
    titles = (WU, TREE, BOXES, ALGERIA)
    page = reading(*titles)
    wanted: list[str] = []
    for title in titles:
        go(page, title)
        for each in page.evaluate(OF_EACH_KIND):
            wanted.append(each)
            if way == "mouse":
                select(page, each)
            else:
                expect(stand_on(page, each)).to_be_focused()
                press(page, "Enter")
                expect(element(page, each)).to_have_class(EVIDENCE)
    assert len(wanted) > 20
    wait_until_saved(page)
    assert sorted(sets_on_server(assignment)[0]) == sorted(wanted)


def test_the_columns_gutter_is_reached_over_headers_that_span(reading, assignment):
    page = reading(SINGERS)
    cell = element(page, f"{SINGERS}_cell_4_7_4")
    own = cell.evaluate(
        f"async (each) => {{ await ({OWN_WORDS})(each); const b = each.getBoundingClientRect();"
        " return [b.left + 6, b.top + 6]; }"
    )
    page.mouse.move(*own)
    gutter = page.locator("#gutter-column")
    expect(gutter).to_be_visible()
    box = gutter.bounding_box()
    middle = box["x"] + box["width"] / 2
    page.mouse.move(middle, box["y"] + box["height"] + 6, steps=12)  # over what stands between, up to the first row
    page.evaluate(SIX_FRAMES)
    page.mouse.move(middle, box["y"] + box["height"] / 2)
    expect(gutter).to_be_visible()
    gutter.click()
    expect(cell).to_have_class(EVIDENCE)
    wait_until_saved(page)
    by_mouse = sets_on_server(assignment)[0]
    press(page, "Control+z")
    expect(cards(page)).to_have_count(0)
    stand_on(page, f"{SINGERS}_cell_4_7_4")
    press(page, "c")
    expect(cell).to_have_class(EVIDENCE)
    wait_until_saved(page)
    assert sorted(sets_on_server(assignment)[0]) == sorted(by_mouse) and len(by_mouse) > 2


def test_two_real_pages_side_by_side(reading, assignment):
    page = reading(WU, RECORDS)
    press(page, "d")
    expect(page.locator("#beside-frame article")).to_be_visible()
    go(page, RECORDS)
    press(page, "t", "ArrowDown", "Enter")
    expect(cards(page)).to_have_count(1)
    beside = page.locator("#beside-frame p > .citable").first
    page.mouse.click(*beside.evaluate(OWN_WORDS))
    expect(cards(page)).to_have_count(2)
    wait_until_saved(page)
    assert {each.partition("_")[0] for each in sets_on_server(assignment)[0]} == {WU, RECORDS}


# --- Part 5: keyboard on long pages ----------------------------------------------------------------------------------
@pytest.mark.parametrize("title", [WU, RECORDS])
def test_no_header_stands_over_the_cell_that_has_the_keyboard(reading, title):
    """Upwards, from the end of the page over all that one comes by."""
    page = reading(title, **LAPTOP)
    press(page, "o", "End", "Enter")
    for _ in range(20):
        press(page, "ArrowDown")
    for step in range(36):
        press(page, "ArrowUp")
        eventually(page, lambda: page.evaluate(IS_SEEN), wanted=True)
        assert page.evaluate("document.activeElement.dataset.elementId"), step


def test_keys_that_follow_at_once_have_the_last_word(reading):
    page = reading(SYSTEMS, **LAPTOP)
    for _ in range(3):
        page.evaluate(NEXT_TABLE_AND_ITS_END)
        page.evaluate(SIX_FRAMES)
        assert page.evaluate(IS_SEEN), page.evaluate("document.activeElement.dataset.elementId")


def test_what_was_found_is_entered_and_selected(reading):
    page = reading(ALGERIA)
    press(page, "f")
    page.keyboard.type("Tuareg")
    expect(page.locator("#find-count")).not_to_be_empty()
    press(page, "Enter", "Escape")
    expect(page.locator(FOCUSED)).to_contain_text("Tuareg")
    press(page, "Enter")
    expect(cards(page)).to_contain_text("Tuareg")


# --- Part 6: evidence first; part 11: reflow -------------------------------------------------------------------------
@pytest.mark.parametrize("viewport", [LAPTOP, DESKTOP], ids=["768", "900"])
def test_two_whole_cards_of_long_items_are_in_view(reading, viewport):
    page = reading(BOXES, **viewport)
    longest = page.evaluate("""() => [...document.querySelectorAll("#reader-frame .citable")]
        .sort((one, other) => other.textContent.length - one.textContent.length).slice(0, 3)
        .map((each) => each.dataset.elementId)""")
    for each in longest:
        select(page, each)
    expect(cards(page)).to_have_count(3)
    page.locator("#set-panel").evaluate("each => { each.scrollTop = 0; }")
    eventually(page, lambda: page.evaluate(WHOLE_CARDS) >= 2, wanted=True)
    text = cards(page).first.locator(".card-text")
    cut = text.bounding_box()["height"]
    cards(page).first.locator("[data-open]").focus()  # by keyboard it is read as a whole
    eventually(page, lambda: text.bounding_box()["height"] > cut, wanted=True)


def test_a_phone_shows_wide_tables_by_scrolling_down(reading):
    page = reading(SINGERS, width=320, height=640)
    assert page.evaluate(BEYOND) == []
    page.locator("#reader-frame td.citable").nth(8).click()
    expect(cards(page)).to_have_count(1)
    assert page.evaluate(BEYOND) == []


# --- Part 10: a day; part 12: the check ------------------------------------------------------------------------------
def test_a_cell_far_down_is_bookmarked_and_found_again(reading):
    page = reading(SEASON, WU)
    press(page, "t", "t", "ArrowDown", "p")
    kept = page.locator(FOCUSED).get_attribute("data-element-id")
    page.click("#bookmarks > summary")
    page.click("#bookmark-pick")
    select_only = element(page, f"{SEASON}_sentence_0")
    page.mouse.click(*select_only.evaluate(OWN_WORDS))
    expect(page.locator("#bookmark-list > li")).to_have_count(2)
    expect(cards(page)).to_have_count(0)
    go(page, WU)
    press(page, "Shift+P")
    page.locator("#bookmark-list [data-open]").first.press("Enter")
    expect(element(page, kept)).to_be_focused()
    expect(element(page, kept)).to_be_in_viewport()


def test_the_check_names_what_no_card_of_a_season_holds(reading, assignment):
    Project.objects.update(check_mode="on", check_share=1)
    claim = claim_of(assignment)
    claim.text = "The 1989 Formula One season was won by Alain Prost with 76 points."
    claim.save()
    page = reading(SEASON)
    select(page, f"{SEASON}_sentence_0")
    decide(page)
    page.click("#submit")
    check = page.locator("#confirm-check")
    expect(check).to_have_attribute("data-state", "ready")
    line = check.locator('li[data-code="part"]')
    expect(line).to_be_visible()
    line.locator("select").focus()
    press(page, "ArrowDown", "ArrowDown")
    expect(line).to_have_attribute("data-state", "dismissed")
    page.click("#confirm-submit")
    expect(page.locator("#confirmation")).to_have_attribute("data-stage", "done")
    assert CheckLine.objects.get(code="part").state == "dismissed"


# --- Joining and contradictions, both ways ----------------------------------------------------------------------------
@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_a_sentence_is_joined_with_its_neighbour(reading, assignment, way):
    page = reading(ALGERIA)
    first = f"{ALGERIA}_sentence_3"
    if way == "mouse":
        select(page, first)
        cards(page).locator("[data-more]").click()
        page.locator("#card-menu [role=menuitem]").first.click()
    else:
        stand_on(page, first)
        press(page, "Enter")
        expect(cards(page)).to_have_count(1)
        cards(page).locator("[data-more]").focus()
        press(page, "Enter")
        expect(page.locator("#card-menu [role=menuitem]").first).to_be_focused()
        press(page, "Enter")
    expect(cards(page)).to_have_class(re.compile("is-joined"))
    wait_until_saved(page)
    chosen = sets_on_server(assignment)[0]
    assert len(chosen) == 2 and first in chosen


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_two_cells_of_a_season_are_recorded_as_a_contradiction(reading, way):
    page = reading(SEASON)
    cells = page.locator("#reader-frame td.citable[bgcolor]")
    for number in (0, 1):
        select(page, cells.nth(number).get_attribute("data-element-id"))
    summary, record = page.locator("#set-menu summary"), page.locator("#contradiction-form button")
    if way == "mouse":
        summary.click()
        page.click("#contradiction-open")
        record.click()
    else:
        summary.focus()
        press(page, "Enter")
        page.locator("#contradiction-open").focus()
        press(page, "Enter")
        record.focus()
        press(page, "Enter")
    expect(page.locator("#contradiction-list .contradiction")).to_have_count(1)
    page.locator("#contradiction-dialog [data-close]").click()
    decide(page)
    page.click("#submit")
    expect(page.locator("#confirm-contradictions [data-passage]")).to_have_count(2)
