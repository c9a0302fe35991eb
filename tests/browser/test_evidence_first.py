"""1366 x 768: two whole evidence cards stay in view. Sets keep their colours; element ids are shown on request."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from annotation.models import Claim, Project
from annotation.suggestions.hashing import text_hash
from annotation.suggestions.models import RunState, Suggestion, SuggestionRun
from annotation.work import draft as drafts
from annotation.workflows.claim_verification.draft_schema import empty_body
from corpus.store import PageRecord, save_pages
from search.indexing.build import build_index
from tests.browser.workspace import cards, expect, log_in, open_workspace, reload
from tests.cast import CELL, SENTENCE, claim_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

CLAIM = (
    "Alaska, whose population was 71.2 percent White in the census of 1980, has an average minimum temperature "
    "of 11 degrees Fahrenheit in January in Anchorage, and was admitted to the Union in 1959 as its 49th state."
)
EVIDENCE = ["Alaska_cell_1_1_3", "Alaska_cell_3_1_3", "Alaska_cell_0_5_1", "Alaska_sentence_3"]
SUGGESTED = ["Alaska_cell_3_2_1", "Alaska_cell_3_3_1", "Alaska_sentence_1", "Alaska_cell_1_2_1"]
# Pixels of each card that can be seen, beside those it has.
CARDS = """() => {
  const pane = document.querySelector("#set-panel").getBoundingClientRect();
  return [...document.querySelectorAll("#cards .card")].map((card) => {
    const { top, bottom, height } = card.getBoundingClientRect();
    return [Math.round(Math.min(bottom, pane.bottom) - Math.max(top, pane.top)), Math.round(height)];
  });
}"""
GROUND = "element => getComputedStyle(element).backgroundColor"


@pytest.fixture
def draft(corpus, alaska, project: Project, assignment):
    """A verification on a real page, nearly done: four elements out of three tables and the text, four suggestions."""
    save_pages(corpus, [PageRecord(alaska)])
    build_index(corpus)
    claim = claim_of(assignment)
    Claim.objects.filter(pk=claim.pk).update(text=CLAIM)
    weights = {"none": 0, "after": 0, "at_once": 1}
    Project.objects.filter(pk=project.pk).update(suggestion_arms=weights, suggestions_on=True)
    run = SuggestionRun.objects.create(
        project=project, claim=claim, text_hash=text_hash(CLAIM), state=RunState.READY, model="test", version="1"
    )
    for rank, element_id in enumerate(SUGGESTED, 1):
        Suggestion.objects.create(
            run=run,
            stage="cells",
            rank=rank,
            page_title="Alaska",
            element_id=element_id,
            model="test",
            version="1",
            score=1,
        )
    body = empty_body(3) | {"sets": [EVIDENCE, [], []], "verdict": "NOT ENOUGH INFO", "place": {"title": "Alaska"}}
    drafts.save(assignment=assignment, base_version=0, body=body | {"challenge": "Combining Tables and Text"})


@pytest.fixture
def laptop(context, draft, assignment) -> Page:
    log_in(context)
    page = context.new_page()
    page.set_viewport_size({"width": 1366, "height": 768})
    open_workspace(page, assignment)
    expect(page.locator("#suggested")).to_be_visible()
    expect(cards(page)).to_have_count(len(EVIDENCE))
    expect(cards(page).first.locator(".chip")).not_to_have_count(0)  # its context has come
    return page


def whole_cards(page: Page) -> int:
    return sum(seen >= height > 40 for seen, height in page.evaluate(CARDS))


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.extended)])
def test_two_whole_cards_are_in_view_with_suggestions_questions_and_effort(laptop, context, language):
    context.add_cookies([{"name": "django_language", "value": language, "url": laptop.url}])
    reload(laptop)
    expect(laptop.locator("#suggested")).to_be_visible()
    expect(laptop.locator(".questions:visible")).to_have_count(1)
    expect(laptop.locator("#effort")).to_be_visible()
    assert whole_cards(laptop) >= 2, laptop.evaluate(CARDS)
    for each in ("#suggested-fold", "#effort summary", ".verdict-row", "#submit"):
        box = laptop.locator(each).bounding_box()
        assert box and box["y"] + box["height"] <= 768, each
    cut = "each => each.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)"
    assert not laptop.locator(".tab-words").evaluate_all(cut)  # names of sets
    # One line each; a row of three verdicts.
    lines = ("#suggested-fold", ".verdict-row", "#challenge-explanation")
    heights = [laptop.locator(each).bounding_box()["height"] for each in lines]
    assert max(heights) < 40, heights
    laptop.focus("#challenge")  # all of what it means, for whoever chooses
    expect(laptop.locator("#challenge-explanation")).to_have_css("white-space-collapse", "collapse")
    expect(laptop.locator("#challenge-explanation")).to_have_css("text-wrap-mode", "wrap")


def test_unfolded_suggestions_cover_the_verdict_and_no_card(laptop):
    laptop.locator("#suggested-fold").click()
    expect(laptop.locator("[data-suggestion]").first).to_be_in_viewport()
    assert whole_cards(laptop) >= 2, laptop.evaluate(CARDS)
    laptop.locator("[data-accept]").first.click()
    expect(cards(laptop)).to_have_count(len(EVIDENCE))  # a cell of the same column joins its card
    laptop.locator("#set-panel").focus()
    laptop.keyboard.press("1")  # whoever goes to the verdict sees it
    expect(laptop.locator("#suggested-list")).to_be_hidden()
    laptop.locator("#set-panel").focus()
    laptop.keyboard.press("s")
    expect(laptop.locator("[data-suggestion] .card-open:focus")).to_be_visible()
    laptop.keyboard.press("Escape")
    expect(laptop.locator("#suggested-list")).to_be_hidden()
    expect(laptop.locator("#suggested-fold")).to_be_focused()
    reload(laptop)
    expect(laptop.locator("#suggested-fold")).to_have_attribute("aria-expanded", "false")


def test_element_ids_are_shown_to_who_wants_them(laptop):
    ids = laptop.locator("#cards .card-id")
    expect(ids.first).to_be_hidden()
    laptop.locator(".site-tools > .menu > summary").click()
    laptop.click("#element-ids")
    expect(ids.first).to_be_visible()
    expect(ids.first).to_have_text(EVIDENCE[0])
    reload(laptop)  # and stays so
    expect(ids.first).to_be_visible()
    expect(laptop.locator("#element-ids")).to_have_attribute("aria-pressed", "true")


def test_sets_keep_their_colours_where_they_are_read_again(visitor, assignment):
    looks = [{"name": "", "colour": "violet"}, {"name": "", "colour": "green"}, {"name": "", "colour": ""}]
    body = empty_body(3) | {"sets": [[CELL], [SENTENCE], []], "looks": looks, "verdict": "SUPPORTS"}
    drafts.save(assignment=assignment, base_version=0, body=body | {"challenge": "Other"})
    page = visitor
    open_workspace(page, assignment)
    tabs = [page.locator(f"#set-tab-{number} .set-swatch").evaluate(GROUND) for number in range(2)]
    assert len(set(tabs)) == 2
    page.locator("#set-panel").focus()
    page.keyboard.press("v")
    compared = [page.locator("#compare-sets .has-it").nth(number).evaluate(GROUND) for number in range(2)]
    assert compared == tabs
    page.keyboard.press("Escape")
    page.click("#submit")
    confirmed = [page.locator(".confirm-set mark").nth(number).evaluate(GROUND) for number in range(2)]
    assert confirmed == tabs
    page.click("#confirm-submit")
    expect(page.locator(".thanks")).to_be_visible()
    page.goto(f"/verify/{assignment.public_id}/")
    submitted = [page.locator(".evidence-read mark").nth(number).evaluate(GROUND) for number in range(2)]
    assert submitted == tabs
