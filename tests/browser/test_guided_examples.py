"""Guided examples as somebody does them in the first hour: a step at a time, by mouse and by keyboard."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from annotation.models import Claim, Submission
from annotation.quality.calibration.gold_items import GoldAnswer, checked, make_gold
from annotation.vocabulary.tasks import Phase
from annotation.work.guidelines import confirm
from corpus.store import PageRecord, save_pages
from search.indexing.build import build_index
from tests.annotation.guided import VERIFYING, WRITING, answer, example, next_of, writing_example
from tests.browser.axe import violations
from tests.browser.test_reflow import BEYOND, SIZES
from tests.browser.workspace import cards, element, expect, log_in, open_page, open_workspace, wait_until_saved
from tests.cast import SECOND_SENTENCE, SENTENCE, three_claims

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
CELL_OF_ALASKA, ITS_WORDS = "Alaska_cell_1_3_3", "38/28"


@pytest.fixture
def page(corpus, context, verifier) -> Page:
    build_index(corpus)
    log_in(context)
    return context.new_page()


def at(page: Page, step: str) -> None:
    """The bar asks for this step, and what it is about is outlined."""
    expect(page.locator("#guided")).to_have_attribute("data-step", step)
    expect(page.locator(".guided-target")).to_have_count(1)


def state_of(page: Page, step: str, state: str) -> None:
    expect(page.locator(f'#guided-all [data-step="{step}"]')).to_have_attribute("data-state", state)


def feedback(page: Page) -> None:
    page.wait_for_url("**/guided-examples/*/")
    expect(page.locator("[data-test=guided-feedback]")).to_be_visible()


def test_by_mouse_with_feedback_at_once_and_a_second_attempt(page, project, verifier):
    example(project, "text")
    taken = next_of(verifier, project)
    open_workspace(page, taken)
    at(page, "open")
    open_page(page, "Harbour League")
    at(page, "find")
    page.fill("#find-form input", "founded")
    at(page, "select")
    element(page, SENTENCE).click(position={"x": 4, "y": 8})
    expect(cards(page)).to_have_count(1)
    at(page, "context")
    cards(page).first.hover()
    at(page, "verdict")
    page.locator("label.verdict-choice").first.click()
    at(page, "challenge")
    page.select_option("#challenge", "Other")
    at(page, "submit")
    wait_until_saved(page)
    page.reload()  # what is done is known again: from the work, and from what comes after it
    page.wait_for_selector("#workspace[data-ready]")
    at(page, "submit")
    state_of(page, "find", "done")
    page.click("#submit")
    state_of(page, "submit", "done")
    page.click("#confirm-submit")
    feedback(page)
    expect(page.locator(".guided-missing")).to_have_attribute("data-piece", SECOND_SENTENCE)
    page.click("button[name=keep]")
    page.wait_for_selector("#workspace[data-ready]")
    expect(cards(page)).to_have_count(1)
    expect(element(page, SENTENCE)).to_be_visible()  # where it was left
    element(page, SECOND_SENTENCE).click(position={"x": 4, "y": 8})
    expect(cards(page)).to_have_count(2)
    page.click("#submit")
    page.click("#confirm-submit")
    feedback(page)
    expect(page.locator(".guided-result")).to_have_attribute("data-all-right", "yes")
    assert Submission.objects.get(assignment=taken, is_current=True).revision == 2


def test_by_keyboard_in_a_table_of_a_real_page(page, corpus, project, verifier, alaska):
    save_pages(corpus, [PageRecord(alaska)])
    build_index(corpus)
    claim = Claim.objects.create(project=project, text="A borough of Alaska.", phase=Phase.GUIDED)
    right = checked(project, GoldAnswer("SUPPORTS", ["Other"], [[CELL_OF_ALASKA]], "Its row says so."))
    make_gold(claim=claim, phase=Phase.GUIDED, right=right, by=None)
    open_workspace(page, next_of(verifier, project))
    at(page, "open")
    page.keyboard.press("/")
    page.keyboard.type("Alaska")
    page.keyboard.press("Enter")
    at(page, "find")
    page.locator("#guided-all summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator('#guided-all [aria-current="step"]')).to_have_attribute("data-step", "find")
    page.keyboard.press("Escape")
    expect(page.locator("#guided-all summary")).to_be_focused()
    page.locator("#guided-pass").focus()
    page.keyboard.press("Enter")
    at(page, "select_cell")
    state_of(page, "find", "passed")
    page.locator("#reader-frame").focus()
    page.keyboard.press("f")
    page.keyboard.type(ITS_WORDS)
    state_of(page, "find", "done")
    page.keyboard.press("Enter")
    expect(page.locator("#find-count")).to_have_text(re.compile(r"^1\D+1$"))
    page.keyboard.press("Escape")
    expect(element(page, CELL_OF_ALASKA)).to_be_focused()
    page.keyboard.press("Enter")
    expect(cards(page)).to_have_count(1)
    at(page, "context")
    page.locator("#cards button").first.focus()
    at(page, "verdict")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("1")
    at(page, "challenge")
    page.locator("#challenge").focus()
    page.keyboard.press("End")
    at(page, "submit")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#confirm-submit")).to_be_focused()
    page.keyboard.press("Enter")
    feedback(page)
    expect(page.locator(".guided-right")).to_have_attribute("data-piece", CELL_OF_ALASKA)


def test_three_claims(page, context, project, writer, highlight):
    confirm(person=writer, project=project, kind=WRITING, version=0)
    writing_example(highlight)
    taken = next_of(writer, project, WRITING)
    log_in(context, "wilma")
    page.goto(f"/write/{taken.public_id}/")
    page.wait_for_selector("#workspace[data-ready]")
    at(page, "read")
    claims = three_claims()
    page.locator("#claim-I").click()
    at(page, "write_I")
    page.fill("#claim-I", claims["I"]["text"])
    page.locator("#claim-II").focus()
    at(page, "other_page")
    open_page(page, "Anna Berg")
    at(page, "write_II")
    page.fill("#claim-II", claims["II"]["text"])
    page.locator("#claim-III").focus()
    at(page, "write_III")
    page.fill("#claim-III", claims["III"]["text"])
    page.locator("#search-form input").focus()
    at(page, "hints")
    page.locator("#challenge-I").focus()
    at(page, "challenges")
    for kind in claims:
        page.select_option(f"#challenge-{kind}", "Other")
    at(page, "submit")
    page.click("#submit-claims")
    feedback(page)
    expect(page.locator("[data-claim]")).to_have_count(3)


def test_nothing_of_it_is_wider_than_a_phone_or_bars_anybody(page, project, verifier, axe):
    confirm(person=verifier, project=project, kind=VERIFYING, version=0)
    item = example(project, "text")
    taken = next_of(verifier, project)
    open_workspace(page, taken)
    page.click("#guided-all summary")
    assert violations(page, "#guided") == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BEYOND) == [], (width, height)
        page.locator("#submit").scroll_into_view_if_needed()
        expect(page.locator("#submit")).to_be_in_viewport()

    answer(taken)
    for address in (f"/p/{project.slug}/guided-examples/", f"/p/{project.slug}/guided-examples/{item.pk}/"):
        page.goto(address)
        assert page.evaluate(BEYOND) == [], address
        assert violations(page) == [], address
