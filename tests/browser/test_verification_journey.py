"""A verifier's way through the workspace in a real Chromium, with what goes wrong on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from annotation.models import Assignment, Draft, Operation, Verification
from annotation.work import draft as drafts
from annotation.workflows.claim_verification.payload import empty_body
from search.build import build_index
from tests.cast import CAPTION, CELL, CLAIMS, OTHER_PAGE, PASSWORD, SECOND_SENTENCE, SENTENCE
from tests.servers.browser import SWITCHES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route

playwright = pytest.importorskip("playwright.sync_api", reason="no Playwright: `.venv/bin/pip install playwright`")
expect = playwright.expect

pytestmark = pytest.mark.browser

FIRST_ITEM = "Harbour League_item_0_0"  # the other one begins with a link
API = re.compile(r"/api/v1/assignments/")


# --- The browser -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def chromium(chromium_path: str) -> Iterator[Browser]:
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=chromium_path, args=SWITCHES)
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser, live_server) -> Iterator[BrowserContext]:
    context = chromium.new_context(
        base_url=live_server.url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
    )
    context.set_default_timeout(15_000)
    failures: list[str] = []
    context.on("weberror", lambda error: failures.append(str(error.error)))
    context.on("console", lambda said: failures.append(said.text) if "Content Security Policy" in said.text else None)
    yield context
    context.close()
    assert failures == []


@pytest.fixture
def my_work(context, corpus, assignment) -> Page:
    """The verifier has logged in and holds the first claim."""
    build_index(corpus)
    page = context.new_page()
    log_in(page)
    return page


@pytest.fixture
def page(my_work, assignment) -> Page:
    """The workspace of the first claim."""
    open_workspace(my_work, assignment)
    return my_work


def log_in(page: Page) -> None:
    page.goto("/login/")
    page.fill("[name=username]", "vincent")
    page.fill("[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    page.wait_for_url("**/my-work/")


def open_workspace(page: Page, assignment: Assignment) -> None:
    page.goto(f"/verify/{assignment.public_id}/")
    page.wait_for_selector("#workspace[data-ready]")


def reload(page: Page) -> None:
    page.reload()
    page.wait_for_selector("#workspace[data-ready]")


def element(page: Page, element_id: str) -> Locator:
    return page.locator(f'#reader-frame [data-element-id="{element_id}"]')


def open_page(page: Page, title: str) -> None:
    page.fill("#search-form input", title)
    page.press("#search-form input", "Enter")
    expect(page.locator(f'article[data-page-title="{title}"]')).to_be_visible()


def cards(page: Page) -> Locator:
    return page.locator("#cards .card")


def wait_until_saved(page: Page) -> None:
    expect(page.locator("#saved-state")).to_have_attribute("data-state", "saved")
    page.wait_for_timeout(100)
    expect(page.locator("#saved-state")).to_have_attribute("data-state", "saved")


def decide(page: Page) -> None:
    page.locator(".verdict-choice").first.click()
    page.select_option("#challenge", "Other")


def refuse(route: Route) -> None:
    route.abort("connectionrefused")


def sets_on_server(assignment: Assignment) -> list[list[str]]:
    return Draft.objects.get(assignment=assignment).body["sets"]


def operations(assignment: Assignment) -> list[tuple[str, str]]:
    return list(Operation.objects.filter(assignment=assignment).values_list("name", "value"))


# --- The whole way ---------------------------------------------------------------------------------------------------


def test_a_claim_from_the_login_to_the_thanks(context, corpus, claims, verifier):
    build_index(corpus)
    page = context.new_page()
    log_in(page)
    page.click("text=Take a claim")
    page.wait_for_selector("#workspace[data-ready]")
    expect(page.locator(".claim .claim-text")).to_have_text(CLAIMS[0])

    # Search with suggestions; the last line is full text.
    box = page.locator(".start-screen input")
    expect(box).to_be_focused()
    box.press_sequentially("harb")
    options = page.locator(".start-screen [role=option]")
    expect(options).to_contain_text(["Harbour League", "Containing “harb”"])
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
    expect(cards(page).nth(1)).to_contain_text("Row 2001")
    expect(cards(page).nth(1)).to_contain_text("Column Winner")

    # A reload in the middle.
    reload(page)
    expect(page.locator("article h1")).to_have_text("Harbour League")
    expect(cards(page)).to_have_count(2)
    expect(element(page, CELL)).to_have_class(re.compile("is-evidence"))

    # The network goes, and comes back.
    wait_until_saved(page)
    context.set_offline(True)
    element(page, CAPTION).click()
    expect(page.locator("#saved-state")).to_contain_text("Offline: kept on this computer")
    expect(cards(page)).to_have_count(3)
    context.set_offline(False)
    wait_until_saved(page)

    # Verdict, challenge, confirmation, submission.
    page.keyboard.press("1")
    page.select_option("#challenge", "Combining Tables and Text")
    page.click("#submit")
    dialog = page.locator("#confirmation")
    expect(dialog).to_contain_text(CLAIMS[0])
    expect(dialog).to_contain_text("Supported")
    expect(dialog).to_contain_text("Harbour League › Seasons")
    page.click("#confirm-submit")
    expect(page.locator(".thanks")).to_be_visible()

    verification = Verification.objects.get()
    evidence = verification.evidence_sets.get().evidence.values_list("element_id", flat=True)
    assert (verification.verdict, verification.challenge) == ("SUPPORTS", "Combining Tables and Text")
    assert list(evidence) == [SECOND_SENTENCE, CELL, CAPTION]
    assert operations(verification.assignment) == [
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
    page.keyboard.type("Num")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#confirmation")).to_contain_text("Numerical reasoning")
    page.keyboard.press("Enter")
    expect(page.locator(".thanks")).to_be_visible()

    verification = Verification.objects.get()
    sets = [list(each.evidence.values_list("element_id", flat=True)) for each in verification.evidence_sets.all()]
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
    page.click("[role=tab]:has-text('Set 2')")
    expect(element(page, SENTENCE)).not_to_have_class(re.compile("is-evidence"))
    element(page, CELL).click()
    page.click("[role=tab]:has-text('Set 1')")
    expect(element(page, CELL)).not_to_have_class(re.compile("is-evidence"))
    expect(element(page, SENTENCE)).to_have_class(re.compile("is-evidence"))
    wait_until_saved(page)
    assert sets_on_server(assignment) == [[SENTENCE], [CELL], []]


# --- Finding pages ---------------------------------------------------------------------------------------------------


def test_a_redirect_is_named_and_followed(page):
    page.fill("#search-form input", "harbor")
    expect(page.locator("#search-form [role=option]").first).to_have_text("Harbor League → Harbour League")
    page.locator("#search-form [role=option]").first.click()
    expect(page.locator("article")).to_contain_text("(Redirected from Harbor League)")


def test_full_text_and_back_and_forward(page, assignment):
    page.fill("#search-form input", "shipowner")
    page.click("#search-form [role=option]:has-text('Containing')")
    expect(page.locator(".hit mark")).to_have_text("shipowner")
    page.click(".hit a")
    expect(page.locator("article h1")).to_have_text("Anna Berg")
    page.keyboard.press("Alt+ArrowLeft")
    expect(page.locator(".hit mark")).to_have_text("shipowner")
    page.keyboard.press("Alt+ArrowRight")
    expect(page.locator("article h1")).to_have_text("Anna Berg")
    reload(page)
    page.click("#reader-back")
    expect(page.locator(".hit mark")).to_have_text("shipowner")
    wait_until_saved(page)
    assert ("search", "Contains...shipowner") in operations(assignment)
    assert ("Now on", "?search=shipowner") in operations(assignment)


def test_an_unknown_title_offers_full_text_and_loses_nothing(page):
    open_page(page, "Harbour League")
    element(page, CELL).click()
    page.fill("#search-form input", "Zorglub")
    page.press("#search-form input", "Enter")
    expect(page.locator(".reader-message")).to_contain_text("There is no page “Zorglub”")
    page.keyboard.press("Enter")  # the offer has the focus
    expect(page.locator(".results")).to_contain_text("No page contains “Zorglub”")
    expect(cards(page)).to_have_count(1)


def test_the_browsers_back_button_goes_back_in_the_reader(page):
    open_page(page, "Harbour League")
    page.click("article a:has-text('Anna Berg')")
    expect(page.locator("article h1")).to_have_text("Anna Berg")
    page.evaluate("history.back()")
    expect(page.locator("article h1")).to_have_text("Harbour League")


def test_a_page_that_does_not_come_says_so_and_comes_later(page, context):
    open_page(page, "Harbour League")
    context.route(re.compile("/read/"), refuse)
    page.click("article a:has-text('Anna Berg')")
    expect(page.locator("#reader-failure")).to_be_visible()
    expect(page.locator("article h1")).to_have_text("Harbour League")
    context.unroute(re.compile("/read/"))
    page.click("#reader-retry")
    expect(page.locator("article h1")).to_have_text("Anna Berg")
    expect(page.locator("#reader-failure")).to_be_hidden()


# --- Nothing is lost -------------------------------------------------------------------------------------------------


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

    def lose_answer(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    open_page(page, "Harbour League")
    wait_until_saved(page)
    context.route(API, lose_answer)
    element(page, CELL).click()
    expect(page.locator("#saved-state")).to_have_attribute("data-state", "offline")
    element(page, CAPTION).click()
    page.wait_for_timeout(1500)  # time for another attempt, whose answer is lost as well
    reload(page)
    context.unroute(API)
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
    expect(page.locator("#confirm-state")).to_contain_text("kept on this computer")
    reload(page)
    expect(page.locator("#confirm-state")).to_contain_text("kept on this computer")
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


def test_a_second_tab_reads_and_can_take_over(page, context, assignment):
    open_page(page, "Harbour League")
    element(page, CELL).click()
    other = context.new_page()
    open_workspace(other, assignment)
    expect(other.locator("[data-banner=second-tab]")).to_be_visible()
    element(other, CAPTION).click()
    expect(cards(other)).to_have_count(1)
    other.click("text=Work here instead")
    expect(page.locator("[data-banner=second-tab]")).to_be_visible()
    other.wait_for_selector("#workspace[data-ready]")
    expect(other.locator("[data-banner=second-tab]")).to_be_hidden()
    element(other, CAPTION).click()
    expect(cards(other)).to_have_count(2)
    wait_until_saved(other)
    assert sets_on_server(assignment)[0] == [CELL, CAPTION]


@pytest.mark.parametrize(("choice", "kept"), [("keep", [CELL]), ("take", [OTHER_PAGE])])
def test_work_from_another_computer_is_not_overwritten_unasked(page, assignment, choice, kept):
    open_page(page, "Harbour League")
    wait_until_saved(page)
    stored = drafts.draft_of(assignment)
    elsewhere = empty_body(assignment.project) | {"sets": [[OTHER_PAGE], [], []]}
    drafts.save(assignment=assignment, base_version=stored.version, body=elsewhere)

    element(page, CELL).click()
    expect(page.locator("[data-banner=conflict]")).to_be_visible()
    assert sets_on_server(assignment)[0] == [OTHER_PAGE]
    page.click(f"[data-banner=conflict] [data-action={choice}]")
    wait_until_saved(page)
    expect(cards(page)).to_have_count(1)
    assert sets_on_server(assignment)[0] == kept


def test_a_logout_elsewhere_keeps_the_work(page, context, assignment):
    open_page(page, "Harbour League")
    wait_until_saved(page)
    context.clear_cookies()
    element(page, CELL).click()
    expect(page.locator("[data-banner=logged-out]")).to_be_visible()
    other = context.new_page()
    log_in(other)
    wait_until_saved(page)
    expect(page.locator("[data-banner=logged-out]")).to_be_hidden()
    assert sets_on_server(assignment)[0] == [CELL]


# --- What is missing is said beside its field ------------------------------------------------------------------------


def test_missing_parts_are_named_beside_their_fields(page):
    page.click("#submit")
    expect(page.locator("[data-errors=evidence_sets]")).to_contain_text("Select at least one piece of evidence")
    expect(page.locator("[data-errors=verdict]")).to_have_text("Choose a verdict.")
    expect(page.locator("[data-errors=challenge]")).to_have_text("Choose the main challenge.")
    page.keyboard.press("1")
    expect(page.locator("[data-errors=verdict]")).to_have_text("")


def test_identical_sets_are_named(page):
    open_page(page, "Harbour League")
    for number, ids in enumerate([(CELL, CAPTION), (CAPTION, CELL)], start=1):
        page.click(f"[role=tab]:has-text('Set {number}')")
        for element_id in ids:
            element(page, element_id).click()
    decide(page)
    page.click("#submit")
    expect(page.locator("[data-errors=evidence_sets]")).to_contain_text("Sets 1 and 2 hold the same evidence")


def test_what_the_server_refuses_is_said_and_the_work_kept(my_work, assignment):
    forged = empty_body(assignment.project) | {"sets": [["Harbour League_sentence_99"], [], []]}
    drafts.save(assignment=assignment, base_version=0, body=forged)
    page = my_work
    open_workspace(page, assignment)
    expect(cards(page)).to_contain_text(["This element is not in the corpus"])
    decide(page)
    page.click("#submit")
    page.click("#confirm-submit")
    expect(page.locator("[data-errors=evidence_sets]")).to_contain_text("Harbour League_sentence_99")
    expect(page.locator("#confirmation")).to_be_hidden()
    assert Verification.objects.count() == 0


# --- Shape -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [1440, 900, 600])
def test_the_page_itself_never_scrolls(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    open_page(page, "Harbour League")
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [width, 900]


def test_the_divider_is_remembered(page):
    page.focus("#divider")
    before = page.locator("#reader").bounding_box()["width"]
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    after = page.locator("#reader").bounding_box()["width"]
    assert after < before
    reload(page)
    assert page.locator("#reader").bounding_box()["width"] == pytest.approx(after, abs=2)


def test_the_keys_are_listed(page):
    page.keyboard.press("Escape")
    page.locator("#keys-button").focus()
    page.keyboard.press("?")
    expect(page.locator("#keys-dialog")).to_contain_text("Previous or next evidence set")
    page.keyboard.press("Escape")
    expect(page.locator("#keys-dialog")).to_be_hidden()
