"""From the verdict on: its questions, what was looked for, the other ways to leave a claim, changing what is done."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from annotation.models import Operation, Verification
from annotation.vocabulary.operation_names import OwnOperation
from annotation.work import draft as drafts
from annotation.work.guidelines import confirm
from annotation.work.models import AssignmentState
from annotation.workflows.claim_verification.models import Report
from annotation.workflows.claim_verification.payload import empty_body
from annotation.workflows.kinds import TaskKind
from tests.annotation.labels import FIVE
from tests.browser.axe import violations
from tests.browser.workspace import (
    API,
    cards,
    element,
    eventually,
    expect,
    open_page,
    open_workspace,
    operations,
    refuse,
    reload,
    wait_until_saved,
    word,
)
from tests.cast import CAPTION, CELL, CLAIMS, OTHER_PAGE, SENTENCE
from tests.frontend.submitting import edited, submitted

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

pytestmark = pytest.mark.browser

HEADER = "Harbour League_header_cell_0_0_1"
CHANGE = "main a[href$='/change/']"
NEI = "[value='NOT ENOUGH INFO']"


@pytest.fixture
def chosen(visitor, assignment, project, verifier) -> Page:
    """The workspace with one cell chosen, and a verdict and a challenge."""
    confirm(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION, version=0)
    body = empty_body(3) | {"sets": [[CELL], [], []], "verdict": "SUPPORTS", "challenge": "Other"}
    drafts.save(assignment=assignment, base_version=0, body=body)
    open_workspace(visitor, assignment)
    return visitor


def state_of(assignment) -> str:
    assignment.refresh_from_db()
    return assignment.state


def key(page: Page, name: str) -> None:
    """Pressed in the panel: in the search box it would be text."""
    page.focus("#set-panel")
    page.keyboard.press(name)


def verdict_name(page: Page, verdict: str) -> str:
    return page.get_attribute(f"[name=verdict][value={verdict}]", "data-name")


def challenge_name(page: Page) -> str:
    return page.locator("#challenge option:checked").text_content()


def questions(page: Page) -> Locator:
    return page.locator(".questions:visible")


# --- The verdict -----------------------------------------------------------------------------------------------------


def test_each_verdict_brings_its_questions(page):
    expect(questions(page)).to_have_count(0)
    key(page, "1")
    expect(questions(page)).to_have_attribute("data-questions", "SUPPORTS")
    page.keyboard.press("2")
    expect(questions(page)).to_have_attribute("data-questions", "REFUTES")
    page.keyboard.press("3")
    expect(questions(page)).to_have_attribute("data-questions", "NOT ENOUGH INFO")
    expect(page.locator(NEI)).to_be_focused()


@pytest.mark.extended
def test_the_questions_are_told_to_screen_readers(page):
    key(page, "2")
    last = questions(page).locator("li").last.text_content()
    expect(page.locator("#announcements")).to_contain_text(last)


@pytest.mark.extended
def test_a_first_set_that_is_empty_is_left_out(visitor, assignment):
    body = empty_body(3) | {"sets": [[], [CELL], []], "verdict": "SUPPORTS", "challenge": "Other"}
    drafts.save(assignment=assignment, base_version=0, body=body)
    page = visitor
    open_workspace(page, assignment)
    page.click("#submit")
    expect(page.locator(".confirm-set")).to_have_count(1)
    page.click("#confirm-submit")
    expect(page.locator(".thanks")).to_be_visible()
    kept = Verification.objects.get().evidence_sets.get()
    assert [one.element_id for one in kept.evidence.all()] == [CELL]


def test_one_key_submits_and_opens_the_next_claim(chosen, assignment):
    page = chosen
    wait_until_saved(page)
    page.focus("#submit")
    page.keyboard.press("Enter")
    page.locator("#confirm-submit-next").press("Enter")
    expect(page.locator(".claim .claim-text")).to_have_text(CLAIMS[1])
    page.wait_for_selector("#workspace[data-ready]")
    expect(page.locator(".thanks")).to_be_hidden()
    assert state_of(assignment) == AssignmentState.SUBMITTED
    assert Verification.objects.get().verdict == "SUPPORTS"


def test_a_set_within_another_is_warned_of_and_can_be_submitted(visitor, assignment):
    body = empty_body(3) | {"sets": [[CELL], [CELL, CAPTION], []], "verdict": "SUPPORTS", "challenge": "Other"}
    drafts.save(assignment=assignment, base_version=0, body=body)
    page = visitor
    open_workspace(page, assignment)
    page.click("#submit")
    expect(page.locator("#confirm-warnings li")).to_have_count(1)
    page.click("#confirm-submit")
    expect(page.locator(".thanks")).to_be_visible()


def test_a_project_s_own_labels_are_chosen_by_key_and_submitted(visitor, assignment, project):
    project.label_set = FIVE
    project.save()
    body = empty_body(3) | {"challenge": "Other"}
    drafts.save(assignment=assignment, base_version=0, body=body)
    page = visitor
    open_workspace(page, assignment)
    key(page, "2")
    expect(questions(page)).to_have_attribute("data-questions", "mostly true")
    page.click("#submit")
    expect(page.locator("[data-errors=evidence_sets]")).not_to_be_empty()
    page.keyboard.press("6")  # there is none
    key(page, "3")
    expect(page.locator("[value='half true']")).to_be_checked()
    expect(page.locator("#effort")).to_be_hidden()
    page.click("#submit")  # this one needs no evidence
    page.click("#confirm-submit")
    expect(page.locator(".thanks")).to_be_visible()
    assert Verification.objects.get().verdict == "half true"


# --- The confirmation ------------------------------------------------------------------------------------------------


def test_the_confirmation_shows_context_and_strikes_out_what_was_left_out(visitor, assignment):
    body = empty_body(3) | {"sets": [[CELL], [], []], "dropped": [{CELL: [HEADER]}, {}, {}]}
    drafts.save(
        assignment=assignment, base_version=0, body=body | {"verdict": "REFUTES", "challenge": "Numerical Reasoning"}
    )
    page = visitor
    open_workspace(page, assignment)
    page.click("#submit")
    dialog = page.locator("#confirmation")
    expect(dialog).to_contain_text(CLAIMS[0])
    expect(dialog.locator("[data-verdict]")).to_have_text(verdict_name(page, "REFUTES"))
    expect(dialog.locator("[data-challenge]")).to_have_text(challenge_name(page))
    expect(dialog.locator(".summary-path")).to_have_text("Harbour League › Seasons")
    expect(dialog.locator("th.is-dropped del")).to_have_text("Winner")
    expect(dialog.locator("th:not(.is-dropped)")).to_have_text("2001")
    expect(dialog.locator("th.is-dropped")).to_contain_text(word(page, "leftOut"))
    page.click("#confirm-submit")
    expect(page.locator(".thanks")).to_be_visible()
    evidence = Verification.objects.get().evidence_sets.get().evidence.get()
    assert evidence.dropped == [HEADER]
    assert HEADER not in evidence.context


@pytest.mark.extended
def test_going_back_from_the_confirmation_leads_to_where_one_was(chosen, assignment):
    page = chosen
    page.focus("#submit")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-submit-next")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#confirmation")).to_be_hidden()
    expect(page.locator("#submit")).to_be_focused()
    wait_until_saved(page)
    names = [name for name, _value in operations(assignment)]
    assert names.count(OwnOperation.CONFIRM_OPEN) == names.count(OwnOperation.CONFIRM_ADJUST) == 1


# --- Not enough information ------------------------------------------------------------------------------------------


def test_beside_not_enough_information_stands_what_was_looked_for(page):
    open_page(page, "Harbour League")
    expect(page.locator("#effort")).to_be_hidden()
    key(page, "3")
    effort = page.locator("#effort")
    effort.locator("summary").click()
    expect(effort.locator("[data-list=queries]")).to_contain_text("Harbour League")
    expect(effort.locator("[data-list=pages]")).to_contain_text("Harbour League")
    expect(effort.locator("[data-count=pages]")).to_have_text("1")
    # The claim names Anna Berg, whose page was not opened: one click does it, and then it was.
    effort.locator("[data-list=candidates] button", has_text="Anna Berg").click()
    expect(page.locator("article h1")).to_have_text("Anna Berg")
    expect(effort.locator("[data-list=pages]")).to_contain_text("Anna Berg")
    expect(effort.locator("[data-list=candidates]")).not_to_contain_text("Anna Berg")
    key(page, "1")
    expect(effort).to_be_hidden()


@pytest.mark.extended
def test_what_was_looked_for_offline_is_counted_too(page, context):
    key(page, "3")
    expect(page.locator("[data-list=candidates] button")).not_to_have_count(0)
    context.route(API, refuse)
    open_page(page, "Anna Berg")
    expect(page.locator("[data-list=queries]")).to_contain_text("Anna Berg")
    expect(page.locator("[data-list=pages]")).to_contain_text("Anna Berg")


@pytest.mark.extended
def test_what_was_looked_for_stays_listed_while_the_server_counts_anew(page, context):
    key(page, "3")
    expect(page.locator("[data-list=candidates] button")).not_to_have_count(0)
    context.route("**/effort/", lambda route: None)  # from now on it takes long
    open_page(page, "Harbour League")
    wait_until_saved(page)  # the server has it, and has not told so yet
    open_page(page, "Anna Berg")
    expect(page.locator("[data-list=pages]")).to_contain_text("Anna Berg")
    expect(page.locator("[data-list=pages]")).to_contain_text("Harbour League")
    context.unroute_all(behavior="ignoreErrors")


def test_after_the_projects_minutes_the_guide_suggests_and_blocks_nothing(visitor, project, assignment):
    project.guide_minutes = 10
    project.save()
    page = visitor
    page.clock.install()
    page.clock.resume()
    open_workspace(page, assignment)
    open_page(page, "Harbour League")
    guide = page.locator("#guide")
    expect(guide).to_be_hidden()
    page.clock.fast_forward(11 * 60 * 1000)
    expect(guide).to_contain_text("10")
    element(page, CELL).click()  # it is in nobody's way
    expect(cards(page)).to_have_count(1)
    guide.locator("[data-close]").click()
    expect(guide).to_be_hidden()
    wait_until_saved(page)
    assert operations(assignment).count(("guide-shown", "guide-shown")) == 1
    reload(page)
    page.clock.fast_forward(60 * 1000)
    expect(guide).to_be_hidden()


@pytest.mark.extended
def test_the_guides_answer_is_one_key_away(visitor, project, assignment):
    page = visitor
    page.clock.install()
    page.clock.resume()
    open_workspace(page, assignment)
    page.clock.fast_forward(11 * 60 * 1000)
    page.locator("#guide [data-choose]").press("Enter")
    expect(page.locator(NEI)).to_be_checked()
    expect(page.locator(NEI)).to_be_focused()
    expect(page.locator("#guide")).to_be_hidden()


def test_no_save_comes_after_the_submission(chosen, context):
    """It would be the beginning of a change of what was handed in."""
    page = chosen
    held: list[Route] = []
    handed_in: list[str] = []
    context.route("**/draft/", lambda route: held.append(route))
    page.on("request", lambda request: handed_in.append(request.url) if "/submission/" in request.url else None)
    key(page, "2")
    page.click("#submit")
    eventually(page, lambda: len(held), 1)
    page.click("#confirm-submit")
    expect(page.locator("#confirm-submit")).to_be_disabled()
    page.wait_for_timeout(500)
    assert handed_in == []
    held[0].continue_()
    expect(page.locator(".thanks")).to_be_visible()
    assert Verification.objects.get().verdict == "REFUTES"
    assert len(handed_in) == len(held) == 1


# --- Leaving a claim without a verdict -------------------------------------------------------------------------------


def test_a_claim_is_reported_for_several_reasons(chosen, assignment):
    page = chosen
    page.click("#report")
    page.click("#report-dialog .leaving-choose [type=submit]")
    expect(page.locator("#report-dialog .field-error")).to_have_text(word(page, "reportReasonMissing"))
    page.check("[value=language]")
    page.check("[value=display]")
    page.fill("#report-note", "Which league?")
    page.click("#report-dialog .leaving-choose [type=submit]")
    chosen_here = page.locator("#report-dialog .leaving-confirm")
    for reason in ("language", "display"):
        expect(chosen_here).to_contain_text(page.get_attribute(f"[value={reason}]", "data-name"))
    for text in ("Which league?", CLAIMS[0]):
        expect(chosen_here).to_contain_text(text)
    assert not Report.objects.exists()
    page.click("#report-dialog [data-send]")
    expect(page.locator("p[data-left=report]")).to_be_visible()
    report = Report.objects.get()
    assert (report.reasons, report.note) == (["language", "display"], "Which league?")
    assert state_of(assignment) == AssignmentState.REPORTED
    page.click("#left-next")
    page.wait_for_selector("#workspace[data-ready]")
    expect(page.locator(".claim .claim-text")).to_have_text(CLAIMS[1])


@pytest.mark.extended
def test_a_report_by_keyboard_gives_the_focus_back_when_it_is_called_off(chosen, assignment):
    page = chosen
    page.focus("#report")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    expect(page.locator("[value=unverifiable]")).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator("[data-send]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#report")).to_be_focused()
    assert state_of(assignment) == AssignmentState.HELD


@pytest.mark.parametrize(
    "way", ["report", *(pytest.param(way, marks=pytest.mark.extended) for way in ("skip", "park"))]
)
def test_leaving_survives_a_dead_server_and_a_reload(chosen, context, assignment, way):
    page = chosen
    context.route(API, refuse)
    leave(page, way)
    expect(page.locator("#left-state")).to_have_text(word(page, "submitOffline"))
    reload(page)
    expect(page.locator("#left-state")).to_have_text(word(page, "submitOffline"))
    context.unroute(API)
    expect(page.locator("#left-next")).to_be_visible()
    assert state_of(assignment) == {"report": "reported", "skip": "skipped", "park": "parked"}[way]
    assert Report.objects.count() == (way == "report")


@pytest.mark.parametrize(
    "way", ["report", *(pytest.param(way, marks=pytest.mark.extended) for way in ("skip", "park"))]
)
def test_leaving_whose_answer_was_lost_is_not_doubled(chosen, context, assignment, way):
    lost: list[str] = []

    def lose_first(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.request.url)
        route.fetch()
        route.abort("connectionreset")

    page = chosen
    context.route(re.compile(f"/{way}/"), lose_first)
    leave(page, way)
    expect(page.locator("#left-next")).to_be_visible()
    assert len(lost) == 1
    said = Operation.objects.filter(assignment=assignment, name=way)
    assert said.count() <= 1
    assert Report.objects.count() == (way == "report")


def leave(page: Page, way: str) -> None:
    page.click(f"#{way}")
    if way == "report":
        page.check("[value=guidelines]")
        page.click("#report-dialog .leaving-choose [type=submit]")
        page.click("#report-dialog [data-send]")
    if way == "skip":
        page.check("#skip-dialog [value=politics]")
        page.click("#skip-dialog [type=submit]")


def test_a_claim_is_skipped_for_a_reason(chosen, assignment):
    page = chosen
    page.click("#skip")
    page.check("#skip-dialog [value=other]")
    page.click("#skip-dialog [type=submit]")
    expect(page.locator("#skip-dialog")).to_be_visible()  # another reason has to be written
    page.fill("#skip-note", "I have written about it myself.")
    page.click("#skip-dialog [type=submit]")
    expect(page.locator("p[data-left=skip]")).to_be_visible()
    assert state_of(assignment) == AssignmentState.SKIPPED
    assert assignment.skip_note == "I have written about it myself."


def test_a_claim_is_put_aside_and_gone_on_with(chosen, assignment):
    page = chosen
    open_page(page, "Harbour League")
    element(page, CAPTION).click()
    page.click("#park")
    expect(page.locator("p[data-left=park] [data-until]")).not_to_be_empty()
    page.click("#left a[href='/my-work/']")
    expect(page.locator(".parked")).to_contain_text(CLAIMS[0])
    page.click(".parked form[action$='/resume/'] button")
    page.wait_for_selector("#workspace[data-ready]")
    assert page.url.endswith(f"/verify/{assignment.public_id}/")
    expect(cards(page)).to_have_count(2)
    expect(page.locator("article h1")).to_have_text("Harbour League")
    page.keyboard.press("Control+z")
    expect(cards(page)).to_have_count(1)


@pytest.mark.extended
def test_a_fourth_claim_cannot_be_put_aside_and_stays_open(chosen, context, assignment):
    page = chosen
    said = {"error": {"code": "too_many_parked", "message": "Three are the most.", "fields": {}}}
    context.route(re.compile("/park/"), lambda route: route.fulfill(status=409, json=said))
    page.click("#park")
    expect(page.locator("[data-banner=refused]")).to_contain_text("Three are the most.")
    expect(page.locator("#left")).to_be_hidden()
    open_page(page, "Anna Berg")
    element(page, OTHER_PAGE).click()
    wait_until_saved(page)
    expect(cards(page)).to_have_count(2)


# --- Changing what was submitted -------------------------------------------------------------------------------------


@pytest.fixture
def changing(visitor, assignment) -> Page:
    """The workspace with a submitted verification, opened from My work."""
    submitted(assignment, sets=((CELL,),))
    visitor.goto("/my-work/")
    visitor.click(f"main >> text={CLAIMS[0]}")
    visitor.click(CHANGE)
    visitor.wait_for_selector("#workspace[data-ready]")
    return visitor


def test_a_submitted_verification_is_changed_as_a_revision(changing, assignment):
    page = changing
    expect(cards(page)).to_have_count(1)
    expect(page.locator("[value=SUPPORTS]")).to_be_checked()
    open_page(page, "Harbour League")
    element(page, CAPTION).click()
    page.keyboard.press("2")
    wait_until_saved(page)
    page.click("#submit")
    expect(page.locator("#confirmation [data-verdict]")).to_have_text(verdict_name(page, "REFUTES"))
    expect(page.locator("#confirmation")).to_contain_text("Harbour League › Seasons")
    page.click("#confirm-submit")
    expect(page.locator("#thanks-words")).to_be_visible()
    now, before = Verification.objects.order_by("-submission__revision")
    assert (now.revision, now.is_current, now.verdict) == (2, True, "REFUTES")
    assert (before.revision, before.is_current, before.verdict) == (1, False, "SUPPORTS")
    assert [one.element_id for one in now.evidence_sets.get().evidence.all()] == [CELL, CAPTION]
    assert [name for name, _value in operations(assignment)].count("finish") == 2
    page.click(".thanks a[href*='/verify/']")
    expect(page.locator("[data-added='1'][data-removed='0']")).to_be_visible()


def test_changes_are_kept_until_they_are_saved(changing):
    page = changing
    key(page, "3")
    wait_until_saved(page)
    reload(page)
    expect(page.locator(NEI)).to_be_checked()
    page.click("#discard")
    expect(page.locator("main .confirm-facts .verdict.supports")).to_be_visible()
    page.click(CHANGE)
    page.wait_for_selector("#workspace[data-ready]")
    expect(page.locator("[value=SUPPORTS]")).to_be_checked()
    assert Verification.objects.count() == 1


def test_a_change_survives_a_dead_server_and_a_reload(changing, context):
    page = changing
    key(page, "2")
    context.route(API, refuse)
    page.click("#submit")
    page.click("#confirm-submit")
    expect(page.locator("#confirm-state")).to_have_text(word(page, "submitOffline"))
    reload(page)
    expect(page.locator("#confirm-state")).to_have_text(word(page, "submitOffline"))
    context.unroute(API)
    expect(page.locator(".thanks")).to_be_visible()
    assert list(Verification.objects.order_by("submission__revision").values_list("verdict", flat=True)) == [
        "SUPPORTS",
        "REFUTES",
    ]


def test_saving_what_was_not_changed_makes_no_revision(changing):
    page = changing
    page.click("#submit")
    page.click("#confirm-submit")
    expect(page.locator("#thanks-words")).to_be_visible()
    expect(page.locator("#thanks-words")).to_have_text(word(page, "nothingChanged"))
    assert Verification.objects.count() == 1


@pytest.mark.parametrize(
    ("choice", "verdict"),
    [("keep", "REFUTES"), pytest.param("take", "NOT ENOUGH INFO", marks=pytest.mark.extended)],
)
def test_a_change_from_another_window_is_not_overwritten_unasked(changing, assignment, choice, verdict):
    page = changing
    key(page, "2")
    wait_until_saved(page)
    edited(assignment, verdict="NOT ENOUGH INFO", sets=((SENTENCE,),))
    page.click("#submit")
    page.click("#confirm-submit")
    expect(page.locator("[data-banner=revision]")).to_be_visible()
    assert Verification.objects.count() == 2
    page.click(f"[data-banner=revision] [data-action={choice}]")
    expect(page.locator(f"[value='{verdict}']")).to_be_checked()
    wait_until_saved(page)
    page.click("#submit")
    page.click("#confirm-submit")
    expect(page.locator(".thanks")).to_be_visible()
    assert Verification.objects.get(submission__is_current=True).verdict == verdict


def test_a_change_that_comes_too_late_is_told_and_kept(changing, context, project):
    page = changing
    key(page, "2")
    wait_until_saved(page)
    said = {"error": {"code": "edit_closed", "message": "The time for changes is over.", "fields": {}}}
    context.route(re.compile("/verification/"), lambda route: route.fulfill(status=409, json=said))
    page.click("#submit")
    page.click("#confirm-submit")
    expect(page.locator("[data-banner=closed]")).to_contain_text("The time for changes is over.")
    expect(page.locator("[value=REFUTES]")).to_be_checked()
    assert Verification.objects.count() == 1


@pytest.mark.extended
def test_no_place_is_held_while_something_is_changed(changing):
    beats: list[str] = []
    changing.on("request", lambda request: beats.append(request.url) if "heartbeat" in request.url else None)
    changing.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    changing.wait_for_timeout(300)
    assert beats == []
    expect(changing.locator("[data-banner=closed]")).to_be_hidden()


# --- For everybody ---------------------------------------------------------------------------------------------------


@pytest.mark.extended
def test_axe_finds_nothing_in_any_of_these_windows(axe, chosen):
    page = chosen
    for number in "123":
        key(page, number)
        assert violations(page) == []
    page.locator("#effort summary").click()
    expect(page.locator("[data-list=candidates] button").first).to_be_visible()
    page.evaluate("document.querySelector('#guide').hidden = false")
    assert violations(page) == []
    for opens in ("#submit", "#skip", "#report"):
        page.click(opens)
        assert violations(page, "dialog[open]") == []
        if opens == "#report":
            page.check("[value=language]")
            page.click("#report-dialog .leaving-choose [type=submit]")
            assert violations(page, "dialog[open]") == []
        page.keyboard.press("Escape")
    page.click("#park")
    expect(page.locator("#left-next")).to_be_visible()
    assert violations(page) == []


def test_axe_finds_nothing_on_the_pages_around_it(axe, visitor, assignment, project):
    page = visitor
    submitted(assignment, sets=((CELL,),), dropped=({CELL: [HEADER]},))
    edited(assignment, verdict="REFUTES", sets=((CELL, SENTENCE),))
    for address in ("/my-work/", f"/p/{project.slug}/my-verifications/", f"/verify/{assignment.public_id}/"):
        page.goto(address)
        assert violations(page) == []
