"""What axe finds on the pages people work on, in both themes: nothing."""

from __future__ import annotations

import uuid
from dataclasses import replace

import pytest

from annotation.api.workflow_requests import submit
from annotation.work.guidelines import confirm
from benchmarks.workspace.pages import GRID, grid_page
from corpus.page.elements import Page
from corpus.store import PageRecord, save_pages
from tests.browser.axe import violations
from tests.browser.workspace import element, expect, open_page, open_workspace
from tests.cast import CELL, three_claims

pytestmark = pytest.mark.browser


@pytest.fixture
def page(as_person, project, writing, writer):
    """The claim writer, logged in."""
    confirm(person=writer, project=project, kind="claim_generation", version=0)
    return as_person("wilma")


@pytest.fixture
def room(as_person, assignment):
    """The verifier's workspace, on its first screen."""
    page = as_person("vincent")
    open_workspace(page, assignment)
    return page


def test_the_claim_workspace_with_hints_and_errors(page, writing):
    page.goto(f"/write/{writing.public_id}/")
    page.wait_for_selector("#workspace[data-ready]")
    page.fill("#claim-I", "he was probably rich")
    page.click("#submit-claims")
    expect(page.locator("[data-hints='I'] .hint").first).to_be_visible()
    assert violations(page) == []


def test_the_room_of_submitted_claims(page, writing):
    submit(writing, {"client_id": str(uuid.uuid4()), "claims": three_claims()})
    page.goto(f"/write/{writing.public_id}/claims/")
    page.wait_for_selector("#workspace[data-ready]")
    page.fill("#claim-II", "Another claim.")
    page.click("#save-claims")
    page.click(".earlier-versions summary")
    page.click("#challenge-I ~ .challenge-help summary")
    assert violations(page) == []


@pytest.mark.extended
def test_the_windows_of_the_claim_workspace(page, writing):
    page.goto(f"/write/{writing.public_id}/")
    page.wait_for_selector("#workspace[data-ready]")
    for opens in ("#skip", "#guidelines-button", "#keys-button"):
        page.click(opens)
        assert violations(page, "dialog[open]") == [], opens
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)


def test_the_pages_around_it(page):
    for address in ("/my-work/", "/p/harbour/guidelines/claim_generation/"):
        page.goto(address)
        assert violations(page) == [], address


# --- The verifier ----------------------------------------------------------------------------------------------------


def test_the_first_screen_and_suggestions(room):
    room.click(".start-screen .search-help summary")
    assert violations(room) == []
    room.fill("#search-form input", "harb")
    expect(room.locator("#search-form [role=option]").first).to_be_visible()
    assert violations(room) == []


def test_an_article_with_evidence_and_something_found(room):
    open_page(room, "Harbour League")
    element(room, CELL).click()
    room.fill("#find-form input", "Quay")
    expect(room.locator("#find-count")).not_to_be_empty()
    room.press("#find-form input", "Enter")
    assert violations(room) == []


def test_a_wide_table(room, corpus):
    *above, table = grid_page().elements
    save_pages(corpus, [PageRecord(Page(GRID, (*above, replace(table, rows=table.rows[:8]))))])
    open_page(room, GRID)
    expect(room.locator(".wikitable-frame[role=region]")).to_be_visible()
    assert violations(room) == []


def test_results_without_a_hit(room):
    room.fill("#search-form input", "Zorglub")
    room.press("#search-form input", "Enter")
    expect(room.locator("#results-count")).to_be_visible()
    assert violations(room) == []


def test_a_page_read_by_itself_for_a_claim(room):
    open_page(room, "Harbour League")
    with room.context.expect_page() as opened:
        room.click("article a[data-title]", modifiers=["ControlOrMeta"])
    expect(opened.value.locator("[data-assignment] button")).to_be_visible()
    assert violations(opened.value) == []


def test_the_windows_of_the_workspace(room):
    for dialog in ("keys-dialog", "report-dialog", "skip-dialog", "compare-dialog", "guidelines"):
        room.evaluate("dialog => document.getElementById(dialog).showModal()", dialog)
        assert violations(room, "dialog[open]") == [], dialog
        room.evaluate("dialog => document.getElementById(dialog).close()", dialog)


def test_what_is_missing_and_the_confirmation(room):
    open_page(room, "Harbour League")
    room.click("#submit")
    expect(room.locator("[data-errors=verdict]")).not_to_be_empty()
    assert violations(room) == []
    element(room, CELL).click()
    room.locator(".verdict-choice").first.click()
    room.select_option("#challenge", "Other")
    room.click("#submit")
    expect(room.locator("#confirmation")).to_be_visible()
    assert violations(room) == []


# --- Managers --------------------------------------------------------------------------------------------------------

MANAGED = """
    manage manage/claims manage/verifications manage/people manage/highlights manage/skipped manage/withdrawn
    manage/settings manage/reports guidelines/claim_verification
"""


def test_the_pages_of_managers(as_person, assignment, manager):
    page = as_person("maya")
    for name in MANAGED.split():
        page.goto(f"/p/harbour/{name}/")
        assert page.locator("main h1").count() == 1, name
        assert violations(page) == [], name


def test_the_pages_of_everybody(as_person, assignment, manager):
    page = as_person("maya")
    for address in ("/my-work/", "/tokens/", "/preferences/", "/password/", "/projects/new/"):
        page.goto(address)
        assert violations(page) == [], address


def test_a_verifiers_own_pages(as_person, assignment):
    page = as_person("vincent")
    for address in ("/my-work/", "/p/harbour/my-verifications/", "/p/harbour/wiki/?title=Harbour+League"):
        page.goto(address)
        assert violations(page) == [], address
