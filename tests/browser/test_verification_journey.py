"""A verifier's way through the workspace in a real Chromium: the whole of it, its evidence, its end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from annotation.models import Verification
from annotation.vocabulary.operation_names import OperationName
from annotation.work import draft as drafts
from annotation.work.models import AssignmentState
from annotation.workflows.claim_verification.payload import empty_body
from search.indexing.build import build_index
from tests.browser.workspace import (
    cards,
    decide,
    element,
    expect,
    log_in_by_form,
    open_page,
    open_workspace,
    operations,
    reload,
    sets_on_server,
    wait_until_saved,
    word,
)
from tests.cast import CAPTION, CELL, CLAIMS, OTHER_PAGE, SECOND_SENTENCE, SENTENCE

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.browser

FIRST_ITEM = "Harbour League_item_0_0"  # the other one begins with a link


# --- The whole way ---------------------------------------------------------------------------------------------------


def test_a_claim_from_the_login_to_the_thanks(context, corpus, claims, verifier):
    build_index(corpus)
    page = context.new_page()
    log_in_by_form(page)
    page.click("form[action$='/tasks/claim_verification/next/'] button")
    page.click(".confirm-read [type=submit]")  # the guidelines, once
    page.wait_for_selector("#workspace[data-ready]")
    expect(page.locator(".claim .claim-text")).to_have_text(CLAIMS[0])

    # Search with suggestions; the last line is full text.
    box = page.locator("#search-form input")
    expect(box).to_be_focused()
    box.press_sequentially("harb")
    options = page.locator("#search-form [role=option]")
    expect(options).to_contain_text(["Harbour League", word(page, "containing", query="harb")])
    box.press("ArrowDown")
    box.press("Enter")
    expect(page.locator("article h1")).to_have_text("Harbour League")

    # A link and back.
    page.click("article a:has-text('Anna Berg')")
    expect(page.locator("article h1")).to_have_text("Anna Berg")
    expect(cards(page)).to_have_count(0)
    page.click("#reader-back")
    expect(page.locator("article h1")).to_have_text("Harbour League")

    # A word on the page.
    page.keyboard.press("f")
    page.keyboard.type("EIGHT")
    page.keyboard.press("Enter")
    expect(page.locator("#find-count")).to_have_text("1 of 1")
    page.keyboard.press("Escape")
    expect(page.locator("#find-count")).to_have_text("")

    # Evidence, its context in a lighter colour, and its cards.
    element(page, SECOND_SENTENCE).click()
    element(page, CELL).click()
    expect(element(page, SECOND_SENTENCE)).to_have_class(re.compile("is-evidence"))
    expect(element(page, CELL)).to_have_class(re.compile("is-evidence"))
    for context_id in ("title", "section_0", "header_cell_0_0_1", "header_cell_0_1_0"):
        expect(element(page, f"Harbour League_{context_id}")).to_have_class(re.compile("is-context"))
    expect(cards(page)).to_have_count(2)
    expect(cards(page).nth(1)).to_contain_text("Quay Rovers")
    expect(cards(page).nth(1)).to_contain_text("2001")
    expect(cards(page).nth(1)).to_contain_text("Winner")

    # A reload in the middle.
    reload(page)
    expect(page.locator("article h1")).to_have_text("Harbour League")
    expect(cards(page)).to_have_count(2)
    expect(element(page, CELL)).to_have_class(re.compile("is-evidence"))

    # The network goes, and comes back.
    wait_until_saved(page)
    context.set_offline(True)
    element(page, CAPTION).click()
    expect(page.locator("#saved-state")).to_have_attribute("data-state", "offline")
    expect(cards(page)).to_have_count(3)
    context.set_offline(False)
    wait_until_saved(page)

    # Verdict, challenge, confirmation, submission.
    page.keyboard.press("1")
    page.select_option("#challenge", "Combining Tables and Text")
    page.click("#submit")
    dialog = page.locator("#confirmation")
    expect(dialog).to_contain_text(CLAIMS[0])
    expect(dialog.locator("[data-verdict]")).to_have_text(page.get_attribute("[value=SUPPORTS]", "data-name"))
    expect(dialog).to_contain_text("Harbour League › Seasons")
    page.click("#confirm-submit")
    expect(page.locator(".thanks")).to_be_visible()

    verification = Verification.objects.get()
    evidence = verification.evidence_sets.get().evidence.values_list("element_id", flat=True)
    assert (verification.verdict, verification.challenge) == ("SUPPORTS", "Combining Tables and Text")
    assert list(evidence) == [SECOND_SENTENCE, CELL, CAPTION]
    done = operations(verification.assignment)
    assert ("verdict", "SUPPORTS") in done
    assert [one for one in done if one[0] in list(OperationName)] == [  # what is released of it
        ("start", "start"),
        ("Now on", "?search="),
        ("search", "Harbour League"),
        ("Now on", "Harbour League"),
        ("hyperlink", "Anna Berg"),
        ("Now on", "Anna Berg"),
        ("back-button-clicked", "back-button-clicked"),
        ("Now on", "Harbour League"),
        ("Page search", "EIGHT"),
        ("page-search-reset", "page-search-reset"),
        ("Highlighting", SECOND_SENTENCE),
        ("Highlighting", CELL),
        ("Now on", "Harbour League"),
        ("Highlighting", CAPTION),
        ("finish", "finish"),
    ]

    page.click("#next-claim")
    page.wait_for_selector("#workspace[data-ready]")
    expect(page.locator(".claim .claim-text")).to_have_text(CLAIMS[1])
    expect(cards(page)).to_have_count(0)


def test_the_same_with_the_keyboard_alone(page, assignment):
    page.keyboard.press("Escape")
    page.keyboard.type("Harbour League")
    page.keyboard.press("Enter")
    expect(page.locator("article h1")).to_be_visible()
    page.keyboard.press("a")
    page.keyboard.press("Enter")  # the first sentence
    for _ in range(3):
        page.keyboard.press("ArrowDown")  # the second sentence, the caption, the first header
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(cards(page)).to_have_count(2)
    page.keyboard.press("]")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.keyboard.press("2")
    page.keyboard.press("Tab")
    expect(page.locator("#unsure")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("N")  # a second letter after a second would be another word
    expect(page.locator("#challenge")).to_have_value("Numerical Reasoning")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#confirm-submit-next")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#confirm-submit")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".thanks")).to_be_visible()

    verification = Verification.objects.get()
    sets = [list(each.evidence.values_list("element_id", flat=True)) for each in verification.evidence_sets]
    assert sets == [[SENTENCE, CELL], ["Harbour League_header_cell_0_1_0"]]
    assert verification.verdict == "REFUTES"


# --- Selecting -------------------------------------------------------------------------------------------------------


def test_a_second_click_removes_and_undo_brings_back(page, assignment):
    open_page(page, "Harbour League")
    element(page, CELL).click()
    element(page, FIRST_ITEM).click()
    element(page, CELL).click()
    expect(element(page, CELL)).not_to_have_class(re.compile("is-evidence"))
    expect(element(page, "Harbour League_header_cell_0_0_1")).not_to_have_class(re.compile("is-context"))
    page.keyboard.press("Control+z")
    expect(element(page, CELL)).to_have_class(re.compile("is-evidence"))
    page.keyboard.press("Control+Shift+z")
    expect(element(page, CELL)).not_to_have_class(re.compile("is-evidence"))
    page.keyboard.press("Control+z")
    wait_until_saved(page)
    assert CELL in sets_on_server(assignment)[0]
    deleted = [value for name, value in operations(assignment) if name == "Highlighting deleted"]
    assert deleted == [CELL, CELL]


def test_a_header_that_is_context_can_become_evidence(page):
    open_page(page, "Harbour League")
    header = element(page, "Harbour League_header_cell_0_0_1")
    element(page, CELL).click()
    expect(header).to_have_class(re.compile("is-context"))
    header.click()
    expect(header).to_have_class(re.compile("is-evidence"))
    header.click()
    expect(header).to_have_class(re.compile("is-context"))


def test_a_card_leads_to_its_element_and_removes_it(page, assignment):
    open_page(page, "Harbour League")
    element(page, CELL).click()
    open_page(page, "Anna Berg")
    element(page, OTHER_PAGE).click()
    cards(page).nth(0).locator(".card-open").click()
    expect(page.locator("article h1")).to_have_text("Harbour League")
    expect(element(page, CELL)).to_be_in_viewport()
    cards(page).nth(0).locator(".card-remove").click()
    expect(cards(page)).to_have_count(1)
    expect(element(page, CELL)).not_to_have_class(re.compile("is-evidence"))
    wait_until_saved(page)
    assert sets_on_server(assignment)[0] == [OTHER_PAGE]


def test_sets_are_kept_apart(page, assignment):
    open_page(page, "Harbour League")
    element(page, SENTENCE).click(position={"x": 3, "y": 3})
    page.click("#set-tab-1")
    expect(element(page, SENTENCE)).not_to_have_class(re.compile("is-evidence"))
    element(page, CELL).click()
    page.click("#set-tab-0")
    expect(element(page, CELL)).not_to_have_class(re.compile("is-evidence"))
    expect(element(page, SENTENCE)).to_have_class(re.compile("is-evidence"))
    wait_until_saved(page)
    assert sets_on_server(assignment) == [[SENTENCE], [CELL], []]


# --- What is missing is said beside its field ------------------------------------------------------------------------


def test_missing_parts_are_named_beside_their_fields(page):
    page.click("#submit")
    expect(page.locator("[data-errors=evidence_sets]")).to_have_text(word(page, "evidenceMissing"))
    expect(page.locator("[data-errors=verdict]")).to_have_text(word(page, "verdictMissing"))
    expect(page.locator("[data-errors=challenge]")).to_have_text(word(page, "challengeMissing"))
    page.keyboard.press("1")
    expect(page.locator("[data-errors=verdict]")).to_have_text("")


def test_identical_sets_are_named(page):
    open_page(page, "Harbour League")
    for number, ids in enumerate([(CELL, CAPTION), (CAPTION, CELL)], start=1):
        page.click(f"#set-tab-{number - 1}")
        for element_id in ids:
            element(page, element_id).click()
    decide(page)
    page.click("#submit")
    expect(page.locator("[data-errors=evidence_sets]")).to_have_text(word(page, "setsIdentical", first=1, second=2))


def test_what_the_server_refuses_is_said_and_the_work_kept(visitor, assignment):
    forged = empty_body(assignment.project.max_evidence_sets) | {"sets": [["Harbour League_sentence_99"], [], []]}
    drafts.save(assignment=assignment, base_version=0, body=forged)
    page = visitor
    open_workspace(page, assignment)
    expect(cards(page)).to_contain_text([word(page, "elementGone")])
    decide(page)
    page.click("#submit")
    page.click("#confirm-submit")
    expect(page.locator("[data-errors=evidence_sets]")).to_contain_text("Harbour League_sentence_99")
    expect(page.locator("#confirmation")).to_be_hidden()
    assert Verification.objects.count() == 0


def test_a_confirmation_shows_the_evidence_as_soon_as_it_is_there(visitor, context, assignment):
    chosen = empty_body(assignment.project.max_evidence_sets) | {
        "sets": [[CELL], [], []],
        "verdict": "SUPPORTS",
        "challenge": "Other",
    }
    drafts.save(assignment=assignment, base_version=0, body=chosen)
    waiting: list[Route] = []
    context.route(re.compile("/excerpts/"), lambda route: waiting.append(route))
    page = visitor
    open_workspace(page, assignment)
    page.click("#submit")
    expect(page.locator("#confirmation")).to_contain_text(word(page, "unknownPlace"))
    for route in waiting:
        route.continue_()
    expect(page.locator("#confirmation")).to_contain_text("Harbour League › Seasons")
    expect(page.locator("#confirmation")).not_to_contain_text(word(page, "unknownPlace"))


@pytest.mark.extended
def test_more_evidence_than_the_server_tells_of_at_a_time_is_shown(visitor, assignment):
    many = [f"Harbour League_sentence_{number}" for number in range(100, 610)]
    drafts.save(
        assignment=assignment,
        base_version=0,
        body=empty_body(assignment.project.max_evidence_sets) | {"sets": [many, [], []]},
    )
    page = visitor
    open_workspace(page, assignment)
    expect(cards(page)).to_have_count(510)
    expect(cards(page).nth(509)).to_contain_text(word(page, "elementGone"))


def test_one_click_gives_no_claim_back(page, assignment):
    page.click(".workspace-header .menu:last-of-type > summary")
    page.click(".give-back summary")
    expect(page.locator(".give-back p")).to_be_visible()
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.HELD
    page.click(".give-back [type=submit]")
    expect(page.locator(".message.success")).to_be_visible()
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.RELEASED
