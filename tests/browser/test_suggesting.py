"""What a model suggests: cards, marks, arms, what is logged; and a workspace that goes on where there is nothing."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from annotation.models import Operation, Project
from annotation.suggestions.hashing import text_hash
from annotation.suggestions.models import RunState, Suggestion, SuggestionRun
from annotation.work import draft as drafts
from tests.browser.axe import violations
from tests.browser.workspace import (
    cards,
    element,
    eventually,
    expect,
    open_page,
    open_workspace,
    reload,
    sets_on_server,
    wait_until_saved,
    word,
)
from tests.cast import CELL, ITEM, OTHER_PAGE, SECOND_SENTENCE, SENTENCE

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

pytestmark = pytest.mark.browser

ASKED = re.compile(r"/api/v1/assignments/[^/]+/suggestions/$")
SUGGESTED = re.compile("is-suggested")
EVIDENCE = re.compile("is-evidence")
QUIET = re.compile("is-quiet")
FOUND = [
    ("sentences", 1, "Harbour League", SENTENCE),
    ("sentences", 2, "Anna Berg", OTHER_PAGE),
    ("cells", 1, "Harbour League", CELL),
    ("cells", 2, "Harbour League", ITEM),
]


@pytest.fixture
def impatient() -> None:
    """The page gives up on the answer when it does for people."""


@pytest.fixture
def visitor(request, visitor) -> Page:
    """On a busy machine the server may take longer than a page waits for what is only an extra."""
    if "impatient" not in request.fixturenames:
        visitor.add_init_script("""const given = AbortSignal.timeout.bind(AbortSignal);
            AbortSignal.timeout = (time) => given(20 * time);""")
    return visitor


@pytest.fixture
def arms(project: Project):
    """Puts every claim of the project into one arm."""

    def only(arm: str) -> None:
        weights = {"none": 0, "after": 0, "at_once": 0} | {arm: 1}
        Project.objects.filter(pk=project.pk).update(suggestion_arms=weights, suggestions_on=True)

    return only


@pytest.fixture
def found(project, claims):
    """What the model found for the first claim."""
    run = SuggestionRun.objects.create(
        project=project,
        claim=claims[0],
        text_hash=text_hash(claims[0].text),
        state=RunState.READY,
        model="test",
        version="1",
    )
    for stage, rank, page, element_id in FOUND:
        Suggestion.objects.create(
            run=run, stage=stage, rank=rank, page_title=page, element_id=element_id, model="test", version="1", score=1
        )
    return run


@pytest.fixture
def page(visitor, assignment, arms, found):
    """The workspace in which suggestions are shown at once."""
    arms("at_once")
    open_workspace(visitor, assignment)
    expect(visitor.locator("#suggested")).to_be_visible()
    return visitor


def suggestion(page: Page, element_id: str) -> Locator:
    return page.locator(f'[data-suggestion="{element_id}"]')


def into_suggestions(page: Page) -> None:
    """By key, from the article: in the search field an s is an s."""
    page.locator("#reader-frame").focus()
    page.keyboard.press("s")


def part(page: Page) -> Locator:
    return page.locator("#suggested")


def told(assignment) -> list[tuple[str, str, dict]]:
    """The log, as far as it speaks of suggestions and evidence."""
    rows = Operation.objects.filter(assignment=assignment).values_list("name", "value", "detail")
    return [row for row in rows if row[0].startswith(("suggestion", "Highlighting", "undo", "redo"))]


def named(assignment, name: str) -> list[str]:
    return [value for each, value, _detail in told(assignment) if each == name]


def expect_nothing(page: Page, assignment) -> None:
    """No card, no mark, and work as ever."""
    expect(part(page)).to_be_hidden()
    open_page(page, "Harbour League")
    expect(page.locator("#reader-frame .is-suggested")).to_have_count(0)
    into_suggestions(page)
    element(page, CELL).click()
    expect(cards(page)).to_have_count(1)
    expect(part(page)).to_be_hidden()
    wait_until_saved(page)
    assert sets_on_server(assignment)[0] == [CELL]
    assert [name for name, _value, _detail in told(assignment)] == ["Highlighting"]


# --- What is seen ----------------------------------------------------------------------------------------------------


def test_a_card_says_where_its_element_stands_and_opens_it(page):
    expect(part(page).locator("[data-count]")).to_have_text("4")
    card = suggestion(page, CELL)
    for words in ("Harbour League", "Seasons", "Winners by season", "2001", "Winner", "Quay Rovers"):
        expect(card).to_contain_text(words)
    card.locator(".card-open").click()
    expect(element(page, CELL)).to_be_in_viewport()
    suggestion(page, OTHER_PAGE).locator(".card-text").click()
    expect(element(page, OTHER_PAGE)).to_be_visible()


def test_what_is_suggested_is_marked_on_its_page_and_said(page):
    open_page(page, "Harbour League")
    for one in (SENTENCE, CELL, ITEM):
        expect(element(page, one)).to_have_class(SUGGESTED)
        expect(element(page, one)).to_have_attribute("aria-description", word(page, "isSuggested"))
    expect(element(page, SECOND_SENTENCE)).not_to_have_class(SUGGESTED)
    look = "e => { const s = getComputedStyle(e); return [s.textDecorationStyle, s.outlineStyle, s.backgroundColor] }"
    assert element(page, SENTENCE).evaluate(look)[0] == "dotted"
    assert element(page, CELL).evaluate(look)[1] == "dotted"
    clear = "rgba(0, 0, 0, 0)"  # filled is evidence, and context
    assert element(page, SENTENCE).evaluate(look)[2] == element(page, CELL).evaluate(look)[2] == clear


@pytest.mark.extended
def test_the_part_is_folded_up_and_stays_so(page):
    fold = page.locator("#suggested-fold")
    fold.click()
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(suggestion(page, SENTENCE)).to_be_hidden()
    reload(page)
    expect(part(page)).to_be_visible()
    expect(suggestion(page, SENTENCE)).to_be_hidden()
    into_suggestions(page)  # who asks for them wants to see them
    expect(suggestion(page, SENTENCE).locator(".card-open")).to_be_focused()


# --- Accepting and dismissing ----------------------------------------------------------------------------------------


def test_an_accepted_suggestion_is_evidence_and_can_be_undone(page, assignment):
    suggestion(page, CELL).locator("[data-accept]").click()
    expect(cards(page)).to_have_count(1)
    expect(cards(page)).to_contain_text("Quay Rovers")
    expect(suggestion(page, CELL)).to_have_class(QUIET)
    expect(suggestion(page, CELL).locator("[data-accept]")).to_be_hidden()
    expect(part(page).locator("[data-count]")).to_have_text("3")
    page.keyboard.press("Control+z")
    expect(cards(page)).to_have_count(0)
    expect(suggestion(page, CELL)).not_to_have_class(QUIET)
    page.keyboard.press("Control+Shift+z")
    expect(cards(page)).to_have_count(1)
    wait_until_saved(page)
    accepted = ("suggestion-accepted", CELL, {"rank": 1, "stage": "cells", "set": 0})
    chosen = ("Highlighting", CELL, {"set": 0, "at": 0})
    done = [row for row in told(assignment) if row[0] != "suggestion-shown"]
    undone = [("undo", "undo", {}), ("Highlighting deleted", CELL, {"set": 0, "at": 0}), ("redo", "redo", {})]
    assert done == [accepted, chosen, *undone, accepted, chosen]


@pytest.mark.extended
def test_it_goes_into_the_set_that_is_shown(page, assignment):
    page.locator("#set-tab-1").click()
    suggestion(page, SENTENCE).locator("[data-accept]").click()
    expect(cards(page)).to_have_count(1)
    page.locator("#set-tab-0").click()
    expect(suggestion(page, SENTENCE)).not_to_have_class(QUIET)  # it may be wanted here as well
    expect(suggestion(page, SENTENCE)).to_contain_text(word(page, "alreadyIn", set=word(page, "setNumber", number=2)))
    wait_until_saved(page)
    assert sets_on_server(assignment) == [[], [SENTENCE], []]
    assert [detail["set"] for name, _value, detail in told(assignment) if name == "suggestion-accepted"] == [1]


def test_a_click_on_a_marked_element_accepts_it(page, assignment):
    open_page(page, "Harbour League")
    element(page, SENTENCE).click(position={"x": 5, "y": 5})
    expect(element(page, SENTENCE)).to_have_class(EVIDENCE)
    expect(suggestion(page, SENTENCE)).to_have_class(QUIET)
    element(page, SECOND_SENTENCE).click()
    wait_until_saved(page)
    assert named(assignment, "suggestion-accepted") == [SENTENCE]
    assert sets_on_server(assignment)[0] == [SENTENCE, SECOND_SENTENCE]


@pytest.mark.extended
def test_a_click_makes_nothing_anew(page):
    open_page(page, "Harbour League")
    page.evaluate("""() => { window.changed = []; new MutationObserver((all) => {
        window.changed.push(...all.filter((one) => one.type === "childList" && one.target.closest("#suggested-list")));
    }).observe(document.body, { childList: true, subtree: true }); }""")
    element(page, CELL).click()
    element(page, SECOND_SENTENCE).click()
    expect(cards(page)).to_have_count(2)
    said = "window.changed.filter((one) => !one.target.matches('.suggestion-note')).length"
    assert page.evaluate(said) == 0


def test_a_dismissed_suggestion_stays_away_and_can_be_undone(page, assignment, context):
    open_page(page, "Harbour League")
    suggestion(page, CELL).locator("[data-dismiss]").click()
    expect(suggestion(page, CELL)).to_have_count(0)
    expect(element(page, CELL)).not_to_have_class(SUGGESTED)
    wait_until_saved(page)
    reload(page)
    expect(suggestion(page, SENTENCE)).to_be_visible()
    expect(suggestion(page, CELL)).to_have_count(0)
    page.add_init_script("localStorage.clear()")  # another computer
    reload(page)
    expect(suggestion(page, SENTENCE)).to_be_visible()
    expect(suggestion(page, CELL)).to_have_count(0)
    suggestion(page, ITEM).locator("[data-dismiss]").click()
    expect(suggestion(page, ITEM)).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(suggestion(page, ITEM)).to_be_visible()
    expect(element(page, ITEM)).to_have_class(SUGGESTED)
    wait_until_saved(page)
    dismissals = [row[1:] for row in told(assignment) if row[0] == "suggestion-dismissed"]
    place = {"rank": 2, "stage": "cells"}
    assert dismissals == [
        (CELL, {"rank": 1, "stage": "cells"}),
        (ITEM, place),
        (ITEM, place | {"taken_back": True}),
    ]
    assert drafts.draft_of(assignment).body["suggested"]["dismissed"] == [CELL]


@pytest.mark.extended
def test_what_was_dismissed_and_is_then_chosen_was_not_suggested(page, assignment):
    open_page(page, "Harbour League")
    suggestion(page, CELL).locator("[data-dismiss]").click()
    element(page, CELL).click()
    wait_until_saved(page)
    assert named(assignment, "suggestion-accepted") == []
    assert sets_on_server(assignment)[0] == [CELL]


@pytest.mark.extended
def test_when_all_are_dismissed_nothing_is_left_of_them(page):
    for _stage, _rank, _page, one in FOUND:
        suggestion(page, one).locator("[data-dismiss]").click()
    expect(part(page)).to_be_hidden()
    page.keyboard.press("Control+z")
    expect(part(page)).to_be_visible()


def test_each_is_noted_as_shown_once_and_only_what_was_seen(page, assignment):
    page.set_viewport_size({"width": 1440, "height": 620})
    page.locator("#suggested-fold").click()
    expect(suggestion(page, SENTENCE)).to_be_in_viewport()
    eventually(page, lambda: SENTENCE in named(assignment, "suggestion-shown"), True)
    assert ITEM not in named(assignment, "suggestion-shown")  # it is still below the edge of the list
    suggestion(page, ITEM).scroll_into_view_if_needed()
    eventually(page, lambda: ITEM in named(assignment, "suggestion-shown"), True)
    reload(page)
    open_page(page, "Harbour League")
    page.wait_for_timeout(1200)  # time in which it could be said again
    wait_until_saved(page)
    shown = named(assignment, "suggestion-shown")
    assert len(shown) == len(set(shown))


# --- Arms ------------------------------------------------------------------------------------------------------------


def test_the_arm_without_suggestions_shows_nothing(visitor, assignment, arms, found):
    arms("none")
    open_workspace(visitor, assignment)
    visitor.wait_for_timeout(500)
    expect_nothing(visitor, assignment)
    assert "suggested" not in drafts.draft_of(assignment).body


def test_after_their_own_first_selection(visitor, assignment, arms, found):
    arms("after")
    with visitor.expect_response(ASKED):
        open_workspace(visitor, assignment)
    open_page(visitor, "Harbour League")
    expect(part(visitor)).to_be_hidden()
    expect(visitor.locator("#reader-frame .is-suggested")).to_have_count(0)
    element(visitor, SENTENCE).click(position={"x": 5, "y": 5})
    expect(part(visitor)).to_be_visible()
    expect(element(visitor, CELL)).to_have_class(SUGGESTED)
    expect(visitor.locator("#announcements")).to_contain_text(word(visitor, "suggestionsCame", count=4))
    element(visitor, SENTENCE).click(position={"x": 5, "y": 5})  # and out again
    wait_until_saved(visitor)
    visitor.add_init_script("localStorage.clear()")  # another computer
    reload(visitor)
    expect(cards(visitor)).to_have_count(0)
    expect(part(visitor)).to_be_visible()
    assert named(assignment, "suggestion-accepted") == []  # what came first was their own


def test_suggestions_that_come_later_are_asked_for_again(visitor, assignment, arms, found):
    arms("at_once")
    SuggestionRun.objects.update(text_hash="of other words")
    visitor.clock.install()
    with visitor.expect_response(ASKED) as first:
        open_workspace(visitor, assignment)
    assert first.value.json()["state"] == "pending"
    expect(part(visitor)).to_be_hidden()
    SuggestionRun.objects.update(text_hash=text_hash(found.claim.text))
    ask_again(visitor)
    expect(part(visitor)).to_be_visible()


def ask_again(page: Page) -> None:
    """If the page has not begun to wait by now, it waits for its 15 seconds."""
    page.wait_for_timeout(200)
    with page.expect_response(ASKED):
        page.clock.fast_forward(15_000)


@pytest.mark.extended
def test_it_does_not_ask_for_ever(visitor, assignment, arms, found):
    arms("at_once")
    SuggestionRun.objects.update(text_hash="of other words")
    asked = []
    visitor.on("request", lambda request: asked.append(request.url) if ASKED.search(request.url) else None)
    visitor.clock.install()
    with visitor.expect_response(ASKED):
        open_workspace(visitor, assignment)
    for _ in range(4):
        ask_again(visitor)
    for _ in range(4):
        visitor.wait_for_timeout(200)
        visitor.clock.fast_forward(15_000)
    assert len(asked) == 5


# --- Absent, slow, broken --------------------------------------------------------------------------------------------


@pytest.mark.extended
def test_a_broken_answer_is_no_answer(visitor, assignment, arms, found):
    arms("at_once")
    answers = [
        {"status": 500, "body": "oh no"},
        {"status": 403, "body": '{"error": {"code": "not_authenticated", "message": "Who?"}}'},
        {"status": 200, "body": '{"state": "ready", "show": "at_once", "suggestions": [null, {"element_id": 5}]}'},
    ]
    coming = iter(answers)
    visitor.route(ASKED, lambda route: route.fulfill(**next(coming), content_type="application/json"))
    for answer in answers:
        with visitor.expect_response(ASKED) as came:
            open_workspace(visitor, assignment)
        assert came.value.status == answer["status"]
        came.value.finished()
        expect(visitor.locator("[data-banner=logged-out]")).to_be_hidden()
        expect(part(visitor)).to_be_hidden()
    expect_nothing(visitor, assignment)


@pytest.mark.extended
def test_a_slow_answer_is_not_waited_for(visitor, assignment, arms, found, impatient):
    arms("at_once")
    held: list[Route] = []
    given_up: list[str] = []
    visitor.route(ASKED, lambda route: held.append(route))
    visitor.on("requestfailed", lambda request: given_up.append(request.url) if ASKED.search(request.url) else None)
    open_workspace(visitor, assignment)
    open_page(visitor, "Harbour League")
    element(visitor, CELL).click()
    expect(cards(visitor)).to_have_count(1)  # meanwhile
    eventually(visitor, lambda: len(given_up), 1)
    assert len(held) == 1
    expect(part(visitor)).to_be_hidden()
    expect(visitor.locator("#saved-state")).to_have_attribute("data-state", "saved")


@pytest.mark.extended
def test_a_project_that_wants_none_shows_none(visitor, assignment, arms, found):
    arms("at_once")
    Project.objects.update(suggestions_on=False)
    open_workspace(visitor, assignment)
    visitor.wait_for_timeout(300)
    expect_nothing(visitor, assignment)


@pytest.mark.extended
def test_a_draft_of_another_version_is_no_trouble(visitor, assignment, arms, found):
    arms("at_once")
    body = {"sets": [[CELL], [], []], "suggested": ["what", {"is": "this"}]}
    drafts.save(assignment=assignment, base_version=0, body=body)
    open_workspace(visitor, assignment)
    expect(suggestion(visitor, CELL)).to_have_class(QUIET)
    suggestion(visitor, ITEM).locator("[data-dismiss]").click()
    wait_until_saved(visitor)
    assert drafts.draft_of(assignment).body["suggested"]["dismissed"] == [ITEM]


# --- Keyboard and access ---------------------------------------------------------------------------------------------


def test_by_keyboard_alone(page, assignment):
    into_suggestions(page)
    expect(suggestion(page, SENTENCE).locator(".card-open")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(suggestion(page, OTHER_PAGE).locator(".card-open")).to_be_focused()
    page.keyboard.press("y")
    expect(page.locator("#announcements")).to_contain_text(
        word(page, "added", number=1, text="Anna Berg was a shipowner.")
    )
    expect(suggestion(page, CELL).locator(".card-open")).to_be_focused()  # on to the next
    page.keyboard.press("n")
    expect(page.locator("#announcements")).to_contain_text(word(page, "suggestionDismissed", text="Quay Rovers"))
    expect(suggestion(page, ITEM).locator(".card-open")).to_be_focused()
    page.keyboard.press("Delete")
    expect(suggestion(page, SENTENCE).locator(".card-open")).to_be_focused()
    page.keyboard.press("Enter")
    expect(element(page, SENTENCE)).to_be_in_viewport()
    page.keyboard.press("Control+z")
    expect(page.locator("#announcements")).to_contain_text(
        word(page, "undone", what=word(page, "suggestionBack", text="Åsa Lind's Pilots"))
    )
    wait_until_saved(page)
    assert sets_on_server(assignment)[0] == [OTHER_PAGE]


@pytest.mark.extended
def test_who_dismisses_the_last_one_stays_on_the_page(page):
    into_suggestions(page)
    for _ in FOUND:
        page.keyboard.press("n")
    expect(part(page)).to_be_hidden()
    expect(page.locator("#set-tab-0")).to_be_focused()


@pytest.mark.extended
def test_the_keys_are_in_the_help(page):
    page.click("#keys-button")
    expect(page.locator("#keys-dialog kbd", has_text=re.compile("^s$"))).to_be_visible()


@pytest.mark.extended
def test_axe_finds_nothing(axe, page):
    open_page(page, "Harbour League")
    assert violations(page) == []
    suggestion(page, CELL).locator("[data-accept]").click()
    expect(cards(page)).to_have_count(1)
    assert violations(page) == []
    page.locator("#suggested-fold").click()
    assert violations(page) == []


@pytest.mark.extended
def test_at_twice_the_size_everything_can_be_reached(page):
    page.set_viewport_size({"width": 720, "height": 450})
    last = suggestion(page, ITEM)
    last.locator("[data-accept]").click()
    expect(cards(page)).to_have_count(1)
    assert json.loads(page.evaluate("JSON.stringify(document.documentElement.scrollWidth <= innerWidth)"))


# --- The sets above them ---------------------------------------------------------------------------------------------


@pytest.mark.extended
def test_the_count_of_every_set_can_be_read_at_900_pixels(page, context):
    page.set_viewport_size({"width": 900, "height": 900})
    for language in ("en", "de"):
        context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
        reload(page)
        all_counts_are_in_sight(page)


def all_counts_are_in_sight(page: Page) -> None:
    for number in range(3):
        tab, count = page.locator(f"#set-tab-{number}"), page.locator(f"#set-tab-{number} .tab-count")
        expect(tab).to_have_text(re.compile(rf"{number + 1}\s*0$"))
        bar, place = page.locator("#set-tabs").bounding_box(), count.bounding_box()
        assert bar and place and bar["x"] <= place["x"]
        assert place["x"] + place["width"] <= bar["x"] + bar["width"] + 0.5
