"""A whole verification, two evidence sets over three pages: by mouse, by keyboard alone, and with the network cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from annotation.models import Assignment, Verification
from annotation.work.models import Operation
from annotation.workflows.claim_verification.replay import replay
from corpus.models import Corpus
from search.indexing.build import build_index
from tests.browser.workspace import cards, element, expect, log_in, open_workspace, wait_until_saved
from tests.cast import CELL, DECOMPOSED, OTHER_PAGE, SENTENCE

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser

WAY = [
    ("Harbour League", SENTENCE),
    ("Anna Berg", OTHER_PAGE),
    None,
    ("Harbour League", CELL),
    ("Åsa Lind", DECOMPOSED),
]
SETS = [[SENTENCE, OTHER_PAGE], [CELL, DECOMPOSED]]


class Mouse:
    """Everything by pointing; words are typed."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, title: str) -> None:
        self.page.fill("#search-form input", title)
        self.page.press("#search-form input", "Enter")
        expect(self.page.locator("article h1")).to_have_text(title)

    def pick(self, element_id: str) -> None:
        element(self.page, element_id).click()

    def next_set(self) -> None:
        self.page.get_by_role("tab").nth(1).click()

    def decide(self) -> None:
        self.page.locator(".verdict-choice").first.click()
        self.page.select_option("#challenge", "Multi-hop Reasoning")

    def hand_in(self) -> None:
        self.page.click("#submit")
        expect(self.page.locator("#confirmation")).to_contain_text("Anna Berg was a shipowner.")
        self.page.click("#confirm-submit")


class Keyboard:
    """Nothing but keys."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, title: str) -> None:
        self.page.keyboard.press("/")
        self.page.keyboard.type(title)
        self.page.keyboard.press("Enter")
        expect(self.page.locator("article h1")).to_have_text(title)
        self.page.keyboard.press("Escape")

    def pick(self, element_id: str) -> None:
        self.page.evaluate("document.activeElement.blur()")
        self.page.keyboard.press("a")
        self.page.keyboard.press("Control+Home")
        for key in ["ArrowDown"] * 12 + ["ArrowRight"] * 3:
            if self.here() == element_id or (key == "ArrowDown" and self.is_left_of(element_id)):
                break
            self.page.keyboard.press(key)
        if self.here() != element_id:
            self.page.keyboard.press("ArrowRight")
        assert self.here() == element_id
        self.page.keyboard.press("Enter")

    def here(self) -> str | None:
        return self.page.evaluate("document.activeElement.dataset.elementId ?? null")

    def is_left_of(self, element_id: str) -> bool:
        return bool(
            self.page.evaluate(
                "(id) => document.activeElement.nextElementSibling?.dataset.elementId === id"
                " && document.activeElement.matches('td, th')",
                element_id,
            )
        )

    def next_set(self) -> None:
        self.page.keyboard.press("]")

    def decide(self) -> None:
        self.page.keyboard.press("1")
        for _ in range(15):
            if self.page.evaluate("document.activeElement.id") == "challenge":
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("M")
        expect(self.page.locator("#challenge")).to_have_value("Multi-hop Reasoning")

    def hand_in(self) -> None:
        self.page.keyboard.press("Control+Enter")
        expect(self.page.locator("#confirm-submit-next")).to_be_focused()
        self.page.keyboard.press("Shift+Tab")
        expect(self.page.locator("#confirm-submit")).to_be_focused()
        self.page.keyboard.press("Enter")


@pytest.fixture
def workspace(context: BrowserContext, corpus: Corpus, assignment: Assignment) -> Page:
    build_index(corpus)
    page = context.new_page()
    log_in(context)
    open_workspace(page, assignment)
    return page


def verify(hand: Mouse | Keyboard, cut: BrowserContext | None = None) -> None:
    """The way; the network is away while the second piece of each set is chosen."""
    for step in WAY:
        if step is None:
            hand.next_set()
            continue
        title, element_id = step
        hand.open(title)
        if cut and element_id in (OTHER_PAGE, DECOMPOSED):
            cut.set_offline(True)
        hand.pick(element_id)
        if cut and element_id in (OTHER_PAGE, DECOMPOSED):
            expect(hand.page.locator("#saved-state")).to_have_attribute("data-state", "offline")
            cut.set_offline(False)
            wait_until_saved(hand.page)
    expect(cards(hand.page)).to_have_count(2)
    hand.decide()
    hand.hand_in()
    expect(hand.page.locator(".thanks")).to_be_visible()


def stored(assignment: Assignment) -> list[list[str]]:
    verification = Verification.objects.get(submission__assignment=assignment)
    return [[one.element_id for one in each.evidence.all()] for each in verification.evidence_sets]


def test_two_sets_over_three_pages_by_keyboard(workspace: Page, assignment: Assignment) -> None:
    verify(Keyboard(workspace))
    assert stored(assignment) == SETS


@pytest.mark.extended
def test_two_sets_over_three_pages_with_the_network_cut_on_the_way(
    workspace: Page, context: BrowserContext, assignment: Assignment
) -> None:
    verify(Mouse(workspace), cut=context)
    assert stored(assignment) == SETS
    log = list(Operation.objects.filter(assignment=assignment).order_by("sequence"))
    assert [one.value for one in log if one.name == "Highlighting"] == [id_ for ids in SETS for id_ in ids]
    assert replay(log)["sets"][:2] == SETS
