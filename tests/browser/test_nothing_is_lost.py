"""Reloads, dead servers, lost answers, second windows: what a verifier did is kept, and kept once."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest

from annotation.models import Verification
from annotation.work import draft as drafts
from annotation.workflows.claim_verification.draft_schema import empty_body
from tests.browser.workspace import (
    API,
    cards,
    decide,
    element,
    eventually,
    expect,
    log_in_by_form,
    open_page,
    open_workspace,
    operations,
    refuse,
    reload,
    sets_on_server,
    wait_until_saved,
    word,
)
from tests.cast import CAPTION, CELL, OTHER_PAGE

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.browser

SENT = re.compile(r"/api/v1/assignments/[^/]+/(draft|operations)/")


def test_a_reload_while_the_server_is_dead_loses_nothing(page, context, assignment):
    open_page(page, "Harbour League")
    wait_until_saved(page)
    context.route(API, refuse)
    element(page, CELL).click()
    page.keyboard.press("3")
    expect(page.locator("#saved-state")).to_have_attribute("data-state", "offline")
    reload(page)
    expect(cards(page)).to_have_count(1)
    expect(page.locator("[value='NOT ENOUGH INFO']")).to_be_checked()
    context.unroute(API)
    wait_until_saved(page)
    assert sets_on_server(assignment)[0] == [CELL]
    assert operations(assignment).count(("Highlighting", CELL)) == 1


def test_a_page_made_before_the_last_save_brings_nothing_old_back(page, context, assignment):
    open_page(page, "Harbour League")
    wait_until_saved(page)
    old = page.request.get(page.url).text()
    element(page, CELL).click()
    wait_until_saved(page)
    context.route(page.url, lambda route: route.fulfill(body=old, content_type="text/html"))
    reload(page)
    expect(cards(page)).to_have_count(1)
    element(page, CAPTION).click()
    wait_until_saved(page)
    expect(page.locator("[data-banner=conflict]")).to_be_hidden()
    assert sets_on_server(assignment)[0] == [CELL, CAPTION]


def test_answers_that_get_lost_double_nothing(page, context, assignment):
    """The server stores it and dies before it can say so."""

    lost: list[str] = []

    def lose_answer(route: Route) -> None:
        route.fetch()
        lost.append(route.request.url)
        route.abort("connectionreset")

    open_page(page, "Harbour League")
    wait_until_saved(page)
    context.route(SENT, lose_answer)
    element(page, CELL).click()
    expect(page.locator("#saved-state")).to_have_attribute("data-state", "offline")
    element(page, CAPTION).click()
    before = len(lost)
    eventually(page, lambda: len(lost) > before, True)  # another attempt, whose answer is lost as well
    reload(page)
    context.unroute_all(behavior="ignoreErrors")  # the reload may have ended a request that was under way
    wait_until_saved(page)
    expect(page.locator("[data-banner=conflict]")).to_be_hidden()
    assert sets_on_server(assignment)[0] == [CELL, CAPTION]
    assert operations(assignment).count(("Highlighting", CELL)) == 1


def test_a_submission_survives_lost_answers_and_a_reload(page, context, assignment):
    open_page(page, "Harbour League")
    element(page, CELL).click()
    decide(page)
    wait_until_saved(page)
    context.route(API, refuse)
    page.click("#submit")
    page.click("#confirm-submit")
    expect(page.locator("#confirm-state")).to_have_text(word(page, "submitOffline"))
    reload(page)
    expect(page.locator("#confirm-state")).to_have_text(word(page, "submitOffline"))
    context.unroute(API)
    expect(page.locator(".thanks")).to_be_visible()
    assert Verification.objects.count() == 1


def test_a_submission_whose_answer_was_lost_is_not_doubled(page, context, assignment):
    lost: list[str] = []

    def lose_first(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.request.url)
        route.fetch()
        route.abort("connectionreset")

    open_page(page, "Harbour League")
    element(page, CELL).click()
    decide(page)
    wait_until_saved(page)
    context.route(re.compile("/submission/"), lose_first)
    page.click("#submit")
    page.click("#confirm-submit")
    expect(page.locator(".thanks")).to_be_visible()
    assert Verification.objects.count() == 1


@pytest.mark.extended
def test_a_browser_whose_lock_is_never_answered_keeps_no_workspace_shut(visitor, assignment):
    """Seen after SIGKILL: the lock manager of the profile answers nobody any more."""
    page = visitor
    page.add_init_script("LockManager.prototype.request = () => new Promise(() => {})")
    open_workspace(page, assignment)
    open_page(page, "Harbour League")
    element(page, CELL).click()
    wait_until_saved(page)
    assert sets_on_server(assignment)[0] == [CELL]


def test_a_second_tab_reads_and_can_take_over(page, context, assignment):
    open_page(page, "Harbour League")
    element(page, CELL).click()
    other = context.new_page()
    open_workspace(other, assignment)
    expect(other.locator("[data-banner=second-tab]")).to_be_visible()
    element(other, CAPTION).click()
    expect(other.locator("[data-action=take-over]")).to_be_focused()
    expect(cards(other)).to_have_count(1)
    other.keyboard.press("Enter")
    expect(page.locator("[data-banner=second-tab]")).to_be_visible()
    other.wait_for_selector("#workspace[data-ready]")
    expect(other.locator("[data-banner=second-tab]")).to_be_hidden()
    element(other, CAPTION).click()
    expect(cards(other)).to_have_count(2)
    wait_until_saved(other)
    assert sets_on_server(assignment)[0] == [CELL, CAPTION]


def test_a_second_tab_looks_and_is_inert(page, context, assignment):
    open_page(page, "Harbour League")
    element(page, CELL).click()
    wait_until_saved(page)
    other = context.new_page()
    open_workspace(other, assignment)
    here = other.locator("[data-action=take-over]")
    expect(other.locator("#saved-state")).to_have_attribute("data-state", "read-only")
    assert other.evaluate("getComputedStyle(document.querySelector('#panel')).opacity") == "0.5"
    for key in ("1", "Control+z", "+", "Control+Enter"):
        other.locator("#reader-frame").focus()
        other.keyboard.press(key)
        expect(here).to_be_focused()
    other.locator("#reader-frame").focus()
    other.locator(".verdict-choice").first.click(force=True)
    expect(here).to_be_focused()
    expect(other.locator(".verdict-choice input:checked")).to_have_count(0)
    other.click(".workspace-header .menu summary")
    expect(other.locator(".workspace-header .give-back")).to_have_attribute("inert", "")


@pytest.mark.parametrize(
    ("choice", "kept"), [("keep", [CELL]), pytest.param("take", [OTHER_PAGE], marks=pytest.mark.extended)]
)
def test_work_from_another_computer_is_not_overwritten_unasked(page, assignment, choice, kept):
    open_page(page, "Harbour League")
    wait_until_saved(page)
    stored = drafts.draft_of(assignment)
    elsewhere = empty_body(assignment.project.max_evidence_sets) | {"sets": [[OTHER_PAGE], [], []]}
    drafts.save(assignment=assignment, base_version=stored.version, body=elsewhere)

    element(page, CELL).click()
    expect(page.locator("[data-banner=conflict]")).to_be_visible()
    assert sets_on_server(assignment)[0] == [OTHER_PAGE]
    page.click(f"[data-banner=conflict] [data-action={choice}]")
    wait_until_saved(page)
    expect(cards(page)).to_have_count(1)
    assert sets_on_server(assignment)[0] == kept


@pytest.mark.extended
def test_who_comes_back_to_the_tab_need_not_wait_for_the_next_attempt(page, context, assignment):
    open_page(page, "Harbour League")
    wait_until_saved(page)
    page.clock.install()
    context.route(API, refuse)
    element(page, CELL).click()
    expect(page.locator("#saved-state")).to_have_attribute("data-state", "offline")
    page.clock.pause_at(time.time() + 60)  # no attempt is made by itself any more
    expect(page.locator("#saved-state")).to_have_attribute("data-state", "offline")
    context.unroute(API)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as when another tab was in front
    wait_until_saved(page)
    assert sets_on_server(assignment)[0] == [CELL]


def test_a_logout_elsewhere_keeps_the_work(page, context, assignment):
    open_page(page, "Harbour League")
    wait_until_saved(page)
    context.clear_cookies()
    element(page, CELL).click()
    expect(page.locator("[data-banner=logged-out]")).to_be_visible()
    other = context.new_page()
    log_in_by_form(other)
    wait_until_saved(page)
    expect(page.locator("[data-banner=logged-out]")).to_be_hidden()
    assert sets_on_server(assignment)[0] == [CELL]
