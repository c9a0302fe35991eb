"""Choosing evidence in a real Chromium: by mouse, by key, by row; its context, cards and sets; taking it all back."""

from __future__ import annotations

import json
import re
from unicodedata import normalize

import pytest

from annotation.work import draft as drafts
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from tests.browser.test_context_by_hand import BOTH
from tests.browser.workspace import (
    cards,
    element,
    expect,
    open_page,
    open_workspace,
    operations,
    reload,
    sets_on_server,
    wait_until_saved,
    word,
)
from tests.cast import CAPTION, CELL, OTHER_PAGE, SECOND_SENTENCE, SENTENCE

pytestmark = pytest.mark.browser

FLEET = """
The '''Fleet''' has many ships. It was probably founded in 1850. Nobody knows the day. It might grow.

{| class="wikitable"
! Ship !! Built !! Home
|-
! Ada
| 1901 || Hull
|-
! Bea
| 1902 || rowspan="2" | Leith
|-
! Cora
| 1903
|}
"""
SHIPS = "Fleet_cell_0_{}_{}"
BUILT = [SHIPS.format(row, 1) for row in (1, 2, 3)]
ADA = [SHIPS.format(1, 1), SHIPS.format(1, 2)]
BUILT_HEADER = "Fleet_header_cell_0_0_1"
ADA_HEADER = "Fleet_header_cell_0_1_0"
EVIDENCE, CONTEXT = re.compile("is-evidence"), re.compile("is-context")


@pytest.fixture
def fleet(corpus):
    built = build_page("Fleet", FLEET).page
    assert built is not None
    save_pages(corpus, [PageRecord(built, revision=7)])


@pytest.fixture
def page(corpus, fleet, visitor, assignment):
    open_workspace(visitor, assignment)
    open_page(visitor, "Fleet")
    return visitor


def first_set(page, assignment) -> list[str]:
    wait_until_saved(page)
    return sets_on_server(assignment)[0]


def body(assignment) -> dict:
    return drafts.draft_of(assignment).body


def stand_on(page, element_id: str) -> None:
    """The keyboard is there, as if arrows had led to it."""
    element(page, element_id).evaluate("element => { element.tabIndex = -1; element.focus(); }")


def set_name(page, number: int) -> str:
    return word(page, "setNumber", number=number)


def said(page):
    return page.locator("#announcements")


def highlighted(assignment) -> list[tuple[str, str]]:
    return [each for each in operations(assignment) if each[0].startswith("Highlighting")]


# --- Rows and columns ------------------------------------------------------------------------------------------------


def test_a_columns_gutter_selects_each_of_its_cells_once(page, assignment):
    element(page, BUILT[1]).hover()
    page.locator("#gutter-column").click()
    expect(said(page)).to_have_text(word(page, "cellsAdded", count=3, number=1))
    for cell in BUILT:
        expect(element(page, cell)).to_have_class(EVIDENCE)
    expect(element(page, BUILT_HEADER)).to_have_class(CONTEXT)
    expect(element(page, BUILT_HEADER)).not_to_have_class(EVIDENCE)
    assert first_set(page, assignment) == BUILT
    assert highlighted(assignment) == [("Highlighting", cell) for cell in BUILT]
    page.locator("#gutter-column").click()  # all of them are chosen: it takes them back
    expect(said(page)).to_have_text(word(page, "cellsRemoved", count=3, number=1))
    assert first_set(page, assignment) == []


@pytest.mark.extended
def test_a_rows_gutter_selects_what_reaches_into_the_row(page, assignment):
    element(page, BUILT[2]).hover()
    page.locator("#gutter-row").click()
    assert sorted(first_set(page, assignment)) == sorted([BUILT[2], SHIPS.format(2, 2)])


@pytest.mark.extended
def test_r_and_c_select_a_row_and_a_column_and_shift_takes_them_back(page, assignment):
    stand_on(page, ADA_HEADER)
    page.keyboard.press("r")
    expect(said(page)).to_have_text(word(page, "cellsAdded", count=2, number=1))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("c")
    expect(said(page)).to_have_text(word(page, "cellsAdded", count=2, number=1))  # one was in it
    page.keyboard.press("Shift+R")
    assert first_set(page, assignment) == BUILT[1:]
    page.keyboard.press("Control+z")
    assert sorted(first_set(page, assignment)) == sorted([*ADA, *BUILT[1:]])


def test_many_cells_share_a_card_and_leave_it_one_by_one(page, assignment):
    stand_on(page, BUILT[0])
    page.keyboard.press("c")
    expect(cards(page)).to_have_count(1)
    expect(cards(page)).to_contain_text("Built")
    expect(page.locator(".card-cell")).to_have_count(3)
    expect(page.locator(".card-cell").first).to_contain_text("Ada")
    page.locator(".card-cell").nth(1).locator(".card-remove").click()
    assert first_set(page, assignment) == [BUILT[0], BUILT[2]]
    page.locator("[data-remove-all]").click()
    assert first_set(page, assignment) == []


# --- Ranges ----------------------------------------------------------------------------------------------------------


def test_shift_click_selects_a_rectangle_as_one_step(page, assignment):
    element(page, ADA[0]).click()
    element(page, SHIPS.format(2, 2)).click(modifiers=["Shift"])
    assert sorted(first_set(page, assignment)) == sorted([*ADA, *BUILT[1:], SHIPS.format(2, 2)])
    page.keyboard.press("Control+z")
    assert first_set(page, assignment) == [ADA[0]]


def test_shift_and_arrows_mark_a_rectangle_that_enter_selects(page, assignment):
    stand_on(page, ADA[0])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".is-in-range")).to_have_count(4)
    assert sets_on_server_or_nothing(assignment) == []
    page.keyboard.press("Enter")
    expect(said(page)).to_have_text(word(page, "cellsAdded", count=4, number=1))
    expect(page.locator(".is-in-range")).to_have_count(0)
    assert len(first_set(page, assignment)) == 4
    page.keyboard.press("Control+z")
    assert first_set(page, assignment) == []


@pytest.mark.extended
def test_escape_lets_go_of_what_was_marked(page, assignment):
    stand_on(page, ADA[0])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Escape")
    expect(page.locator(".is-in-range")).to_have_count(0)


@pytest.mark.extended
def test_shift_click_selects_a_run_of_sentences(page, assignment):
    element(page, "Fleet_sentence_0").click()
    element(page, "Fleet_sentence_2").click(modifiers=["Shift"])
    assert first_set(page, assignment) == [f"Fleet_sentence_{number}" for number in range(3)]
    assert page.evaluate("getSelection().toString()") == ""


def sets_on_server_or_nothing(assignment) -> list[str]:
    return (body(assignment).get("sets") or [[]])[0]


# --- Context ---------------------------------------------------------------------------------------------------------


def test_a_wrong_header_is_left_out_with_one_click_and_put_back_with_another(page, assignment):
    element(page, BUILT[0]).click()
    chip = cards(page).locator(".chip:has-text('Ada')")
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "false")
    expect(element(page, ADA_HEADER)).not_to_have_class(CONTEXT)
    expect(element(page, BUILT_HEADER)).to_have_class(CONTEXT)
    wait_until_saved(page)
    assert body(assignment)["dropped"][0] == {BUILT[0]: [ADA_HEADER]}
    reload(page)
    expect(element(page, ADA_HEADER)).not_to_have_class(CONTEXT)
    page.keyboard.press("Control+z")
    expect(element(page, ADA_HEADER)).to_have_class(CONTEXT)
    page.keyboard.press("Control+Shift+z")
    expect(chip).to_have_attribute("aria-pressed", "false")
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(chip).to_be_focused()
    wait_until_saved(page)
    assert body(assignment)["dropped"][0] == {}


def test_what_was_left_out_goes_and_comes_back_with_its_evidence(page, assignment):
    element(page, BUILT[0]).click()
    cards(page).locator(".chip:has-text('Ada')").click()
    element(page, BUILT[0]).click()
    wait_until_saved(page)
    assert body(assignment)["dropped"][0] == {}
    page.keyboard.press("Control+z")
    expect(cards(page).locator(".chip:has-text('Ada')")).to_have_attribute("aria-pressed", "false")


def test_a_header_may_be_context_and_evidence_at_once(page):
    header = element(page, BUILT_HEADER)
    element(page, BUILT[0]).click()
    header.click()
    expect(header).to_have_class(re.compile("is-evidence.*is-context|is-context.*is-evidence"))
    expect(header).to_have_attribute("aria-description", word(page, "isBoth"))
    expect(cards(page).first.locator(".chip:has-text('Built')")).to_contain_text(word(page, "evidenceSign"))
    element(page, BUILT[0]).click()
    expect(header).not_to_have_class(CONTEXT)
    expect(header).to_have_class(EVIDENCE)


@pytest.mark.extended
def test_headers_can_be_left_out_after_a_reload_on_another_page(page, assignment):
    element(page, BUILT[0]).click()
    open_page(page, "Anna Berg")
    reload(page)
    cards(page).locator(".chip:has-text('Built')").click()
    wait_until_saved(page)
    assert body(assignment)["dropped"][0] == {BUILT[0]: [BUILT_HEADER]}


# --- Hedges ----------------------------------------------------------------------------------------------------------


def test_a_hedged_sentence_is_marked_on_its_card(page):
    element(page, "Fleet_sentence_1").click()
    expect(cards(page).locator("mark.hedge")).to_have_text("probably")
    expect(cards(page).locator(".card-hedge")).to_have_count(1)
    expect(said(page)).to_contain_text("“probably”")
    element(page, "Fleet_sentence_0").click()
    expect(cards(page).nth(1).locator(".card-hedge")).to_have_count(0)


# --- Cards -----------------------------------------------------------------------------------------------------------


def test_cards_are_put_in_another_order_by_key_and_by_mouse(page, assignment):
    chosen = [f"Fleet_sentence_{number}" for number in range(3)]
    for each in chosen:
        element(page, each).click()
    cards(page).nth(2).locator(".card-open").focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(cards(page).nth(1).locator(".card-open")).to_be_focused()
    assert first_set(page, assignment) == [chosen[0], chosen[2], chosen[1]]
    page.keyboard.press("Control+z")
    assert first_set(page, assignment) == chosen
    target = cards(page).nth(2)
    box = target.bounding_box()
    assert box
    height = box["height"]
    cards(page).nth(0).locator(".card-grip").drag_to(target, target_position={"x": 40, "y": height - 3})
    expect(cards(page).nth(0)).to_have_attribute("data-card", chosen[1])
    assert first_set(page, assignment) == [chosen[1], chosen[2], chosen[0]]
    reload(page)
    page.keyboard.press("Control+z")
    assert first_set(page, assignment) == chosen


def test_one_card_at_a_time_is_reached_by_tab_and_arrows_go_on(page, assignment):
    for number in range(3):
        element(page, f"Fleet_sentence_{number}").click()
    assert page.locator("#cards button[tabindex='0']").count() == 3  # open, remove, menu of one card
    page.keyboard.press("e")
    page.keyboard.press("ArrowDown")
    expect(cards(page).nth(1).locator(".card-open")).to_be_focused()
    page.keyboard.press("Delete")
    expect(cards(page)).to_have_count(2)
    expect(cards(page).nth(1).locator(".card-open")).to_be_focused()
    assert first_set(page, assignment) == ["Fleet_sentence_0", "Fleet_sentence_2"]


def test_a_card_moves_to_another_set_with_its_refined_context(page, assignment):
    element(page, BUILT[0]).click()
    cards(page).locator(".chip:has-text('Ada')").click()
    cards(page).locator(".card-open").focus()
    page.keyboard.press("m")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#card-menu button:focus")).to_have_text(word(page, "moveTo", set=set_name(page, 3)))
    page.keyboard.press("Enter")
    wait_until_saved(page)
    assert sets_on_server(assignment) == [[], [], [BUILT[0]]]
    assert body(assignment)["dropped"] == [{}, {}, {BUILT[0]: [ADA_HEADER]}]
    reload(page)
    page.keyboard.press("Control+z")
    wait_until_saved(page)
    assert sets_on_server(assignment) == [[BUILT[0]], [], []]
    assert body(assignment)["dropped"] == [{BUILT[0]: [ADA_HEADER]}, {}, {}]


@pytest.mark.extended
def test_a_card_dropped_onto_a_tab_moves_there(page, assignment):
    element(page, "Fleet_sentence_0").click()
    cards(page).locator(".card-grip").drag_to(page.locator("#set-tab-1"))
    expect(cards(page)).to_have_count(0)
    wait_until_saved(page)
    assert sets_on_server(assignment) == [[], ["Fleet_sentence_0"], []]


# --- Sets ------------------------------------------------------------------------------------------------------------


def open_set_menu(page):
    page.locator("#set-menu > summary").click()


@pytest.mark.extended
def test_who_types_the_moment_the_menu_opens_loses_no_letter(page):
    page.evaluate(
        """() => {
          document.querySelector("#set-menu > summary").click();
          const name = document.querySelector("#set-name");
          name.focus();
          name.value = "Founding";
        }"""
    )
    page.wait_for_function("document.querySelector('#set-menu').open")
    page.wait_for_timeout(200)  # whatever hears that it has opened has heard it
    page.keyboard.press("Enter")
    expect(page.locator("#set-tab-0")).to_contain_text("Founding")


def test_a_set_is_copied_emptied_named_and_coloured_and_all_of_it_undone(page, assignment):
    element(page, "Fleet_sentence_0").click()
    element(page, BUILT[0]).click()
    open_set_menu(page)
    page.locator("#set-copies button", has_text="2").click()
    expect(said(page)).to_have_text(word(page, "copiedToSet", set=set_name(page, 2), count=2))
    open_set_menu(page)
    page.locator("#set-clear").click()
    open_set_menu(page)
    page.fill("#set-name", "Founding")
    page.keyboard.press("Enter")
    open_set_menu(page)
    page.locator(".set-colours label:has([value=violet])").click()
    page.keyboard.press("Escape")
    expect(page.locator("#set-tab-0")).to_contain_text("Founding")
    expect(page.locator("#workspace")).to_have_attribute("data-colour", "violet")
    wait_until_saved(page)
    stored = body(assignment)
    assert stored["sets"] == [[], ["Fleet_sentence_0", BUILT[0]], []]
    assert stored["looks"][0] == {"name": "Founding", "colour": "violet"}

    reload(page)
    steps = [("colour", "yellow"), ("name", ""), ("sets", 2), ("copy", 0)]
    for what, wanted in steps:
        page.locator("#undo").click()
        wait_until_saved(page)
        stored = body(assignment)
        found = {
            "colour": stored["looks"][0]["colour"],
            "name": stored["looks"][0]["name"],
            "sets": len(stored["sets"][0]),
            "copy": len(stored["sets"][1]),
        }
        assert found[what] == wanted, what


def test_sets_are_added_up_to_the_projects_most(visitor, assignment, project, fleet):
    type(project).objects.filter(pk=project.pk).update(max_evidence_sets=5)
    open_workspace(visitor, assignment)
    page = visitor
    expect(page.locator("#set-tabs [role=tab]")).to_have_count(3)
    page.locator("#set-add").click()
    page.locator("#set-add").press("+")
    expect(page.locator("#set-tabs [role=tab]")).to_have_count(5)
    expect(page.locator("#set-add")).to_be_disabled()
    expect(page.locator("#set-tab-4")).to_have_attribute("aria-selected", "true")
    wait_until_saved(page)
    reload(page)
    expect(page.locator("#set-tabs [role=tab]")).to_have_count(5)
    page.locator("#undo").click()
    expect(page.locator("#set-tabs [role=tab]")).to_have_count(4)


def test_a_set_within_another_and_twins_are_warned_about(page):
    element(page, "Fleet_sentence_0").click()
    open_set_menu(page)
    page.locator("#set-copies button", has_text="2").click()
    expect(page.locator("#set-warnings")).to_contain_text(word(page, "setsIdentical", first=1, second=2))
    element(page, BUILT[0]).click()
    expect(page.locator("#set-warnings")).to_contain_text(word(page, "setWithin", inner=2, outer=1))
    expect(page.locator("#set-warnings")).not_to_contain_text(word(page, "setsIdentical", first=1, second=2))


def test_sets_are_compared_side_by_side(page):
    element(page, "Fleet_sentence_0").click()
    open_set_menu(page)
    page.locator("#set-copies button", has_text="2").click()
    element(page, BUILT[0]).click()
    page.keyboard.press("v")
    dialog = page.locator("#compare-dialog")
    expect(dialog).to_contain_text(word(page, "inAllSets", count=1))
    expect(dialog).to_contain_text(word(page, "onlyInSet", set=set_name(page, 1), count=1))
    expect(dialog.locator("tbody").nth(1)).to_contain_text("1901")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


# --- Undo ------------------------------------------------------------------------------------------------------------


@pytest.mark.extended
def test_verdict_and_challenge_can_be_undone_after_a_reload(page, assignment):
    page.keyboard.press("1")
    page.keyboard.press("2")
    page.select_option("#challenge", "Other")
    wait_until_saved(page)
    reload(page)
    page.locator("#undo").click()
    expect(page.locator("#challenge")).to_have_value("")
    page.locator("#undo").click()
    expect(page.locator("input[value=SUPPORTS]")).to_be_checked()
    page.locator("#undo").click()
    expect(page.locator("input[name=verdict]:checked")).to_have_count(0)
    page.locator("#redo").click()
    expect(page.locator("input[value=SUPPORTS]")).to_be_checked()


@pytest.mark.extended
def test_an_undo_history_of_an_earlier_version_is_understood(page, assignment):
    element(page, "Fleet_sentence_0").click()
    wait_until_saved(page)
    old = {"done": [{"set": 0, "id": "Fleet_sentence_0", "index": 0, "added": True}], "undone": []}
    # As the next page begins: the one that is left writes once more that it is hidden.
    page.add_init_script(
        f"""{{
          const key = Object.keys(localStorage).find(key => key.startsWith('attest:outbox:'));
          const kept = JSON.parse(localStorage.getItem(key));
          localStorage.setItem(key, JSON.stringify({{ ...kept, undo: {json.dumps(old)} }}));
        }}"""
    )
    reload(page)
    expect(cards(page)).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(cards(page)).to_have_count(0)


def test_a_draft_of_an_earlier_version_opens(visitor, assignment):
    sets = [[SENTENCE, CELL], [OTHER_PAGE], []]
    old = {"sets": sets, "active_set": 1, "verdict": "", "challenge": "", "place": {}}
    drafts.save(assignment=assignment, base_version=0, body=old)
    open_workspace(visitor, assignment)
    expect(cards(visitor)).to_have_count(1)
    visitor.locator("#set-tab-0").click()
    expect(cards(visitor)).to_have_count(2)
    open_page(visitor, "Harbour League")
    element(visitor, CAPTION).click()
    wait_until_saved(visitor)
    assert sets_on_server(assignment)[0] == [SENTENCE, CELL, CAPTION]
    assert SECOND_SENTENCE not in sets_on_server(assignment)[0]


# --- Words of evidence -----------------------------------------------------------------------------------------------


@pytest.mark.extended
def test_a_card_says_of_an_element_on_the_page_what_the_server_says(page):
    for title in ("Fleet", "Harbour League"):
        open_page(page, title)
        from_page, from_server = page.evaluate(BOTH)
        assert len(from_page) > 8
        assert normalize("NFC", json.dumps(from_page, ensure_ascii=False)) == normalize(
            "NFC", json.dumps(from_server, ensure_ascii=False)
        )


@pytest.mark.extended
def test_cards_are_told_by_the_page_when_the_server_is_slow(page, context):
    element(page, BUILT[0]).click()
    wait_until_saved(page)
    context.route(re.compile("/excerpts/"), lambda route: None)  # it never answers
    reload(page)
    expect(cards(page)).to_contain_text("1901")
    expect(cards(page).locator(".chip:has-text('Ada')")).to_be_visible()
    context.unroute_all(behavior="ignoreErrors")
