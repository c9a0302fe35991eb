"""A claim writer's way: a highlight, three claims, hints; and nothing that was typed is lost."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest

from annotation.models import Assignment, Claim, ClaimSet, Draft, Highlight, Operation
from annotation.work.assignment import assign_next
from annotation.work.guidelines import confirm
from annotation.work.models import AssignmentState
from search.indexing.build import build_index
from tests.browser.workspace import (
    API,
    element,
    eventually,
    expect,
    log_in,
    open_page,
    refuse,
    reload,
    wait_until_saved,
    word,
)
from tests.cast import SENTENCE, claim_of, three_claims

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.browser
TYPES = ("I", "II", "III")


@pytest.fixture
def page(context, corpus, project, writing, writer):
    """The writer has logged in and has the highlight before them."""
    build_index(corpus)
    confirm(person=writer, project=project, kind="claim_generation", version=0)
    page = context.new_page()
    log_in(context, "wilma")
    page.goto(f"/write/{writing.public_id}/")
    page.wait_for_selector("#workspace[data-ready]")
    return page


def write(page, **texts):
    for kind, claim in three_claims(**texts).items():
        page.fill(f"#claim-{kind}", claim["text"])
        page.select_option(f"#challenge-{kind}", claim["challenge"])


def texts(page):
    return [page.input_value(f"#claim-{kind}") for kind in TYPES]


def hints(page, kind):
    return page.locator(f"[data-hints='{kind}'] .hint")


def is_save(request):
    return request.method == "PUT" and request.url.endswith("/draft/")


def text_on_server(assignment, kind):
    draft = Draft.objects.filter(assignment=assignment).first()
    return draft.body["claims"][kind]["text"] if draft else ""


def test_a_long_german_label_leaves_room_for_the_choice(page, context):
    address = {"domain": "localhost", "path": "/"}
    context.add_cookies([{"name": "django_language", "value": "de", **address}])
    page.set_viewport_size({"width": 900, "height": 900})
    reload(page)
    for kind in TYPES:
        choice = page.locator(f"#challenge-{kind}")
        assert choice.evaluate("each => each.getBoundingClientRect().width") >= 130  # the first option, and its arrow


def test_who_types_without_a_pause_is_saved_on_the_way(page, writing):
    page.clock.install()
    page.clock.pause_at(time.time() + 60)  # from here on its time is ours: no pause between two keys is a long one
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or "") if is_save(request) else None)
    page.focus("#claim-I")
    typed = "abcdefghij"
    for letter in typed:
        page.keyboard.press(letter)
        page.clock.run_for(200)
    eventually(page, lambda: any(typed[:2] in body for body in sent), True)
    eventually(page, lambda: text_on_server(writing, "I")[:2], typed[:2])
    assert typed.startswith(text_on_server(writing, "I"))


def test_a_newcomer_finds_everything_from_their_work_to_three_claims(context, corpus, project, writer, highlight):
    build_index(corpus)
    log_in(context, "wilma")
    page = context.new_page()
    page.goto("/my-work/")
    page.click("form[action$='/tasks/claim_generation/next/'] button")
    page.wait_for_url("**/guidelines/claim_generation/**")
    page.click(".confirm-read [type=submit]")
    page.wait_for_selector("#workspace[data-ready]")
    expect(page.locator("#asked-I .must.is-false")).to_be_visible()
    expect(page.locator("#asked-II [data-test=several-pages]")).to_be_visible()
    expect(page.locator("#asked-III [data-mutated=II]")).to_be_visible()
    write(page)
    page.click("#submit-claims")
    expect(page.locator("#thanks")).to_be_visible()
    assert Claim.objects.filter(author=writer).count() == 3
    assert Assignment.objects.get().state == AssignmentState.SUBMITTED
    page.click("#thanks a[href$='/claims/']")
    expect(page.locator("#claim-II")).to_have_value(three_claims()["II"]["text"])


def test_the_highlight_is_marked_and_one_click_away(page, writing):
    expect(page.locator(".is-highlighted")).to_have_count(1)
    expect(element(page, SENTENCE)).to_have_class("citable is-highlighted")
    open_page(page, "Anna Berg")
    expect(page.locator(".is-highlighted")).to_have_count(0)
    page.click("#to-highlight")
    expect(element(page, SENTENCE)).to_be_in_viewport()
    wait_until_saved(page)
    names = list(Operation.objects.filter(assignment=writing).values_list("name", "value"))
    assert names == [
        ("start", "start"),
        ("Now on", "Harbour League"),
        ("search", "Anna Berg"),
        ("Now on", "Anna Berg"),
        ("Jump to Highlight", "Jump to Highlight"),
        ("Now on", "Harbour League"),
    ]


@pytest.mark.extended
def test_a_highlighted_table_is_marked_as_a_whole(page):
    Highlight.objects.update(kind="table", element_ids=["Harbour League_table_0"])
    reload(page)
    expect(page.locator("table.is-highlighted")).to_have_count(1)
    expect(page.locator("#asked-I [data-test=cells]")).to_be_visible()


def test_the_claim_to_be_changed_is_shown_as_it_is_typed(page):
    expect(page.locator("[data-mutated]")).to_have_text(word(page, "mutatedMissing", type="II"))
    page.fill("#claim-II", "Anna Berg was a shipowner.")
    expect(page.locator("[data-mutated]")).to_have_text("Anna Berg was a shipowner.")


@pytest.mark.extended
def test_what_is_typed_before_the_page_is_ready_is_kept(page, context, writing):
    held: list[Route] = []
    context.route("**/js/writing.js", lambda route: held.append(route))
    page.goto(page.url, wait_until="commit")
    eventually(page, lambda: len(held), 1)
    page.fill("#claim-I", "Typed early.")
    held[0].continue_()
    page.wait_for_selector("#workspace[data-ready]")
    expect(page.locator("#claim-I")).to_have_value("Typed early.")
    wait_until_saved(page)
    assert text_on_server(writing, "I") == "Typed early."


def test_what_is_typed_is_on_the_server_within_two_seconds(page, writing):
    page.clock.install()
    page.clock.pause_at(time.time() + 60)
    page.fill("#claim-I", "The league was founded in 1931.")
    page.clock.run_for(1500)  # the page's time, which stands still now: what was not sent is not going to be
    eventually(page, lambda: text_on_server(writing, "I"), "The league was founded in 1931.")


def test_a_reload_while_the_server_is_dead_loses_nothing(page, context, writing):
    wait_until_saved(page)
    context.route(API, refuse)
    write(page)
    expect(page.locator("#saved-state")).to_have_attribute("data-state", "offline")
    reload(page)
    assert texts(page) == [claim["text"] for claim in three_claims().values()]
    context.unroute(API)
    wait_until_saved(page)
    assert Draft.objects.get(assignment=writing).body["claims"] == three_claims()


def test_claims_handed_in_without_an_answer_arrive_once(page, context, writing):
    write(page)
    wait_until_saved(page)
    calls = []

    def lose_the_answer(route):
        calls.append(route.fetch())
        route.abort("connectionreset")

    context.route("**/submission/", lose_the_answer, times=1)
    page.click("#submit-claims")
    expect(page.locator("#thanks")).to_be_visible()
    assert [answer.status for answer in calls] == [200]
    assert (ClaimSet.objects.count(), Claim.objects.count()) == (1, 3)


@pytest.mark.extended
def test_what_is_on_its_way_is_not_changed(page, context):
    """What one wrote then would not be handed in, and would be forgotten with what was."""
    write(page)
    context.route("**/submission/", refuse)
    page.click("#submit-claims")
    expect(page.locator("#submit-state")).to_have_text(word(page, "submitOffline"))
    page.locator("#claim-I").evaluate("field => field.focus()")
    page.keyboard.type("More. ")
    assert texts(page) == [claim["text"] for claim in three_claims().values()]
    context.unroute("**/submission/")
    expect(page.locator("#thanks")).to_be_visible()
    assert Claim.objects.get(claim_type="I").text == three_claims()["I"]["text"]


def test_what_is_missing_is_said_beside_its_field(page):
    page.fill("#claim-I", "The league was founded in 1931.")
    page.click("#submit-claims")
    expect(page.locator("[data-errors='claims.I.challenge']")).to_have_text(word(page, "challengeMissing"))
    expect(page.locator("[data-errors='claims.II.text']")).to_have_text(word(page, "textMissing"))
    expect(page.locator("#challenge-I")).to_be_focused()
    assert not ClaimSet.objects.exists()


def test_a_claim_that_the_project_has_is_said_beside_it_and_one_goes_on(page, project):
    Claim.objects.create(project=project, text=three_claims()["III"]["text"])
    write(page)
    page.click("#submit-claims")
    expect(page.locator("[data-errors='claims.III.text']")).not_to_be_empty()
    page.fill("#claim-III", "Anna Berg did not found a league.")
    page.click("#submit-claims")
    expect(page.locator("#thanks")).to_be_visible()


def test_hints_come_while_one_writes_and_are_put_aside(page, writing):
    page.fill("#claim-II", "She was probably a shipowner")
    expect(hints(page, "II")).to_have_count(2)  # what is only unfinished is not told while one is at it
    page.focus("#claim-I")
    expect(hints(page, "II")).to_have_count(4)
    page.click("[data-hints='II'] [data-code='hedges'] .hint-dismiss")
    expect(page.locator("[data-hints='II'] [data-code='hedges']")).to_have_count(0)
    wait_until_saved(page)
    assert Operation.objects.filter(assignment=writing, name="hint-dismissed", value="II hedges").count() == 1
    reload(page)
    expect(hints(page, "II")).to_have_count(3)


@pytest.mark.extended
def test_a_hint_is_put_aside_straight_from_the_field(page):
    """What is told only when one has left the field must not come under the finger that presses."""
    page.fill("#claim-II", "She was probably a shipowner")
    expect(hints(page, "II")).to_have_count(2)
    page.click("[data-hints='II'] [data-code='hedges'] .hint-dismiss")
    expect(page.locator("[data-hints='II'] [data-code='hedges']")).to_have_count(0)
    expect(page.locator("#claim-II")).to_be_focused()


@pytest.mark.extended
def test_a_click_on_a_hint_shows_its_words(page):
    page.fill("#claim-II", "Anna Berg was probably a shipowner.")
    page.click("[data-hints='II'] .hint-text")
    assert page.evaluate("getSelection().toString()") == "probably"


def test_skipping_needs_a_reason_and_leads_on(page, writing):
    page.click("#skip")
    page.check("[name=reason][value=formatting]")
    page.click(".skip-form [type=submit]")
    page.wait_for_url("**/my-work/")
    expect(page.locator(".message.success")).to_be_visible()
    writing.refresh_from_db()
    assert (writing.state, writing.skip_reason) == (AssignmentState.SKIPPED, "formatting")


@pytest.mark.extended
def test_the_way_back_to_the_highlight_moves_nothing_but_the_article(page):
    page.set_viewport_size({"width": 900, "height": 560})  # the cards reach below it
    page.click("#to-highlight")
    expect(element(page, SENTENCE)).to_be_in_viewport()
    expect(page.locator("#saved-state")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollHeight <= window.innerHeight")


def test_a_change_that_was_not_saved_outlives_a_reload(page, writing):
    write(page)
    page.click("#submit-claims")
    expect(page.locator("#thanks")).to_be_visible()
    page.click("#thanks a[href$='/claims/']")
    page.wait_for_selector("#workspace[data-ready]")
    before = page.input_value("#claim-II")
    changed = before.replace(".", " today.")
    page.fill("#claim-II", changed)
    page.reload()
    expect(page.locator("#claim-II")).to_have_value(changed)
    expect(page.locator("#kept-changes")).to_be_visible()
    page.click("#kept-changes button")
    expect(page.locator("#claim-II")).to_have_value(before)

    page.fill("#claim-I", "")
    page.fill("#claim-II", changed)
    page.click("#save-claims")  # refused: the first claim is empty
    expect(page.locator("[data-errors='claims.I.text']")).not_to_be_empty()
    page.goto(f"/write/{writing.public_id}/claims/")
    expect(page.locator("#claim-I")).to_have_value("")
    expect(page.locator("#claim-II")).to_have_value(changed)

    page.fill("#claim-I", three_claims()["I"]["text"])
    page.click("#save-claims")
    expect(page.locator(".message.success")).to_be_visible()
    page.reload()
    expect(page.locator("#claim-II")).to_have_value(changed)
    expect(page.locator("#kept-changes")).to_be_hidden()
    assert Claim.objects.filter(text=changed).count() == 1


def test_three_claims_are_written_and_handed_in_by_keyboard(page):
    page.keyboard.press("Escape")
    page.locator("#reader-frame").focus()
    for number, claim in enumerate(three_claims().values(), start=1):
        page.keyboard.press(str(number))
        page.keyboard.type(claim["text"])
        while page.evaluate("document.activeElement.tagName") != "SELECT":
            page.keyboard.press("Tab")
        page.keyboard.press("O")  # Other
        page.locator("#reader-frame").focus()
    page.keyboard.press("1")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#thanks")).to_be_visible()
    expect(page.locator("#next-highlight")).to_be_focused()


@pytest.mark.extended
def test_a_second_tab_only_reads(page, context, writing):
    other = context.new_page()
    other.goto(f"/write/{writing.public_id}/")
    expect(other.locator("[data-banner='second-tab']")).to_be_visible()
    page.fill("#claim-I", "The league was founded in 1931.")
    wait_until_saved(page)
    assert Draft.objects.get(assignment=writing).body["claims"]["I"]["text"] == "The league was founded in 1931."


def test_words_typed_before_a_second_tab_knows_are_kept_for_it(page, context, writing):
    typed = "The league was founded in 1921."
    other = context.new_page()
    held: list[Route] = []

    def hold_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    other.route(re.compile(r"/js/writing\.js"), hold_first)
    other.goto(f"/write/{writing.public_id}/", wait_until="commit")
    other.fill("#claim-II", typed)
    eventually(other, lambda: len(held), 1)
    held[0].continue_()
    other.wait_for_selector("#workspace[data-ready]")
    expect(other.locator("#saved-state")).to_have_attribute("data-state", "read-only")
    other.locator("#reader-frame").focus()
    other.keyboard.press("1")
    expect(other.locator("[data-action=take-over]")).to_be_focused()
    other.keyboard.press("Enter")
    expect(page.locator("[data-banner='second-tab']")).to_be_visible()
    eventually(other, lambda: Draft.objects.get(assignment=writing).body["claims"]["II"]["text"], typed)


@pytest.fixture
def submitted(page, writing):
    """The room of the three claims, a moment after they were submitted."""
    write(page)
    page.click("#submit-claims")
    page.click("#thanks a[href$='/claims/']")
    page.wait_for_selector("#workspace[data-ready]")
    return page


def test_claims_are_changed_until_somebody_verifies_them(submitted):
    submitted.fill("#claim-II", "Anna Berg founded the league.")
    submitted.click("#save-claims")
    submitted.click("summary:has(~ ol [data-version='1'])")
    expect(submitted.locator("[data-version='1'] .reading")).to_have_text(three_claims()["II"]["text"])
    claim = Claim.objects.get(claim_type="II")
    assert claim.text == "Anna Berg founded the league."
    assert claim.revisions.count() == 2


def test_claims_are_changed_beside_article_and_highlight_with_hints(submitted, writing):
    expect(element(submitted, SENTENCE)).to_have_class("citable is-highlighted")
    open_page(submitted, "Anna Berg")
    submitted.keyboard.press("Escape")
    submitted.locator("#reader-frame").focus()
    submitted.keyboard.press("h")
    expect(element(submitted, SENTENCE)).to_be_in_viewport()
    before = Operation.objects.filter(assignment=writing).count()
    submitted.fill("#claim-II", "She was probably a shipowner.")
    expect(submitted.locator("[data-mutated]")).to_have_text("She was probably a shipowner.")
    expect(submitted.locator("[data-hints='II'] [data-code='hedges']")).to_be_visible()
    submitted.focus("#claim-I")
    submitted.keyboard.press("Control+Enter")
    expect(submitted.locator(".message.success")).to_be_visible()
    assert Claim.objects.get(claim_type="II").text == "She was probably a shipowner."
    assert Operation.objects.filter(assignment=writing).count() == before  # the log of what was submitted is closed


def test_a_claim_in_verification_is_read_there(submitted, project, verifier):
    taken = assign_next(person=verifier, project=project, kind="claim_verification")
    kind = claim_of(taken).claim_type
    submitted.reload()
    submitted.wait_for_selector("#workspace[data-ready]")
    expect(submitted.locator(f"#claim-{kind}")).to_have_attribute("readonly", "")
    expect(submitted.locator(f"#challenge-{kind}")).to_be_disabled()
    expect(submitted.locator("#save-claims")).to_be_visible()


def test_all_hints_are_counted_and_one_click_away(page):
    page.fill("#claim-II", "She was probably many things, they might say, arguably the greatest; he was perhaps rich")
    page.focus("#claim-I")
    more = page.locator("[data-more='II']")
    expect(more).to_be_visible()
    expect(hints(page, "II")).to_have_count(4)
    total = int(re.findall(r"\d+", more.text_content())[1])
    assert total > 4
    more.press("Enter")
    expect(hints(page, "II")).to_have_count(total)
    page.click("[data-hints='II'] .hint-dismiss >> nth=0")
    expect(hints(page, "II")).to_have_count(total - 1)
    more.click()
    expect(hints(page, "II")).to_have_count(4)


def test_the_challenges_are_explained_beside_the_field(page):
    page.focus("#challenge-II")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.set_viewport_size({"width": 900, "height": 600})
    for place in ("first", "last"):  # no part of it is cut off by the cards that scroll
        expect(getattr(page.locator(".claim-card:nth-of-type(2) .challenges dt"), place)).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(page.locator(".claim-card:nth-of-type(2) .challenges")).to_be_hidden()
