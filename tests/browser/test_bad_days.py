"""A lease that ended, a clock set back, a page that changed, a draft too large, a computer that died: what then?

Nothing is lost, nothing is doubled, and a sentence says what is the matter.
"""

from __future__ import annotations

import json
import os
import signal
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from annotation.models import Assignment, Operation, Verification
from annotation.work.assignment import assign_next, expire_overdue
from annotation.work.guidelines import confirm
from annotation.work.models import AssignmentState
from annotation.workflows.claim_verification.replay import replay
from corpus.models import StoredPage
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from search.indexing.build import build_index
from tests.browser.workspace import (
    cards,
    decide,
    element,
    eventually,
    expect,
    log_in,
    open_page,
    open_workspace,
    operations,
    reload,
    sets_on_server,
    wait_until_saved,
    word,
)
from tests.cast import CAPTION, CELL, OTHER_PAGE, PAGES, SENTENCE
from tests.servers.browser import SWITCHES

pytestmark = pytest.mark.browser

FORGED = "Harbour League_cell_9_9_9"


def state_of(page):
    return page.locator("#saved-state")


def banner(page, name):
    return page.locator(f"[data-banner={name}]")


def kept_here(page, assignment):
    """What this browser keeps of the assignment, as text."""
    return page.evaluate("key => localStorage.getItem(key)", f"attest:outbox:{assignment.public_id}")


def hand_in(page):
    page.click("#submit")
    page.click("#confirm-submit")


def replayed_sets(assignment):
    return replay(Operation.objects.filter(assignment=assignment))["sets"]


def test_five_minutes_offline_are_made_up_for(visitor, context, assignment):
    page = visitor
    page.clock.install()
    open_workspace(page, assignment)
    open_page(page, "Harbour League")
    wait_until_saved(page)
    context.set_offline(True)
    element(page, CELL).click()
    page.clock.run_for(300_000)
    expect(state_of(page)).to_have_attribute("data-state", "offline")
    element(page, CAPTION).click()
    element(page, CELL).click()
    page.clock.run_for(2_000)
    assert sets_on_server(assignment)[0] == []
    context.set_offline(False)
    for _attempt in range(20):  # the page waits up to 24 of its seconds between two attempts
        page.clock.run_for(25_000)
        page.wait_for_timeout(100)
        if state_of(page).get_attribute("data-state") == "saved":
            break
    wait_until_saved(page)
    assert sets_on_server(assignment)[0] == [CAPTION]
    done = [one for one in operations(assignment) if one[0].startswith("Highlighting")]
    assert done == [("Highlighting", CELL), ("Highlighting", CAPTION), ("Highlighting deleted", CELL)]
    first, second, _third = Operation.objects.filter(assignment=assignment, name__startswith="Highlighting")
    assert 299 < second.seconds - first.seconds < 400  # and what the machine took meanwhile
    assert replayed_sets(assignment)[0] == [CAPTION]


def test_a_lease_that_ended_is_taken_up_again_by_working_on(page, assignment, project):
    open_page(page, "Harbour League")
    wait_until_saved(page)
    Assignment.objects.update(leased_until=timezone.now() - timedelta(minutes=1))
    expire_overdue(project=project, kind=assignment.kind)
    element(page, CELL).click()
    wait_until_saved(page)
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.HELD
    assert sets_on_server(assignment)[0] == [CELL]
    expect(banner(page, "lease-lost")).to_be_hidden()


def test_a_lease_that_went_to_someone_else_is_said_and_the_work_is_kept(page, assignment, project, other_verifier):
    open_page(page, "Harbour League")
    wait_until_saved(page)
    Assignment.objects.update(leased_until=timezone.now() - timedelta(minutes=1))
    theirs = assign_next(person=other_verifier, project=project, kind=assignment.kind)
    assert theirs.task_id == assignment.task_id
    element(page, CELL).click()
    expect(banner(page, "lease-lost")).to_be_visible()
    expect(banner(page, "lease-lost").locator("[data-text]")).not_to_be_empty()
    expect(cards(page)).to_have_count(1)
    assert sets_on_server(assignment)[0] == [CELL]


@pytest.mark.extended
def test_a_clock_that_is_set_back_sets_no_time_back(page, assignment):
    open_page(page, "Harbour League")
    element(page, CELL).click()
    page.evaluate("() => { const real = Date.now; Date.now = () => real() - 7_200_000; }")
    element(page, CAPTION).click()
    element(page, SENTENCE).click()
    wait_until_saved(page)
    times = list(Operation.objects.filter(assignment=assignment).values_list("seconds", "active_seconds"))
    assert times == sorted(times)
    assert times[-1][0] > times[1][0] > 0
    assert all(active <= wall for wall, active in times)


@pytest.mark.extended
def test_a_forged_element_is_refused_by_name_and_the_rest_stays(page, assignment):
    open_page(page, "Harbour League")
    element(page, SENTENCE).click()
    element(page, CELL).evaluate("(element, id) => { element.dataset.elementId = id; }", FORGED)
    element(page, FORGED).click()
    decide(page)
    hand_in(page)
    expect(page.locator("[data-errors=evidence_sets]")).to_contain_text(FORGED)
    assert not Verification.objects.exists()
    wait_until_saved(page)
    assert sets_on_server(assignment)[0] == [SENTENCE, FORGED]
    element(page, FORGED).click()
    hand_in(page)
    expect(page.locator(".thanks")).to_be_visible()
    assert [one.element_id for one in Verification.objects.get().evidence_sets.get().evidence.all()] == [SENTENCE]


def test_a_corpus_page_that_changed_meanwhile_is_said_and_the_work_stays(page, assignment, corpus):
    open_page(page, "Harbour League")
    element(page, CELL).click()
    element(page, SENTENCE).click()
    decide(page)
    wait_until_saved(page)
    without_table = PAGES["Harbour League"].split("{|", maxsplit=1)[0]
    StoredPage.objects.filter(corpus=corpus, title="Harbour League").delete()
    save_pages(corpus, [PageRecord(build_page("Harbour League", without_table).page, revision=200)])
    hand_in(page)
    expect(page.locator("[data-errors=evidence_sets]")).to_contain_text(CELL)
    expect(cards(page)).to_have_count(2)
    assert not Verification.objects.exists()
    assert sets_on_server(assignment)[0] == [CELL, SENTENCE]


@pytest.mark.extended
def test_a_draft_of_five_megabytes_is_refused_in_words_and_costs_nothing(visitor, context, assignment):
    page = visitor

    def inflated(route):
        html = route.fetch().text()
        assert html.count('"body": {') == 1
        ballast = json.dumps("x" * 5_300_000)
        route.fulfill(body=html.replace('"body": {', f'"body": {{"ballast": {ballast}, '), content_type="text/html")

    page.set_default_navigation_timeout(60_000)
    context.route(f"**/verify/{assignment.public_id}/", inflated)
    open_workspace(page, assignment)
    open_page(page, "Harbour League")
    element(page, CELL).click()
    expect(state_of(page)).to_have_attribute("data-state", "refused")
    expect(banner(page, "refused").locator("[data-text]")).to_contain_text("1000 kB")
    expect(banner(page, "refused").locator("[data-unkept]")).to_be_visible()
    expect(state_of(page)).to_contain_text(word(page, "refusedUnstored"))
    goes_unasked = page.evaluate("() => dispatchEvent(new Event('beforeunload', {cancelable: true}))")
    assert not goes_unasked
    expect(cards(page)).to_have_count(1)
    decide(page)
    eventually(page, lambda: ("Highlighting", CELL) in operations(assignment), True)  # the log goes on all the same
    hand_in(page)
    expect(page.locator(".thanks")).to_be_visible()
    assert [one.element_id for one in Verification.objects.get().evidence_sets.get().evidence.all()] == [CELL]


@pytest.mark.extended
def test_a_full_storage_is_said_only_when_it_matters(page, context, assignment):
    open_page(page, "Harbour League")
    wait_until_saved(page)
    page.evaluate(
        """() => {
             for (let size = 1 << 20; size > 0; size >>= 1)
               try { for (let n = 0; ; n += 1) localStorage.setItem(`junk ${size} ${n}`, "x".repeat(size)); } catch {}
           }"""
    )
    element(page, CELL).click()
    wait_until_saved(page)
    assert sets_on_server(assignment)[0] == [CELL]
    context.set_offline(True)
    element(page, CAPTION).click()
    expect(state_of(page)).to_contain_text(word(page, "offlineUnstored"))
    context.set_offline(False)
    wait_until_saved(page)
    assert sets_on_server(assignment)[0] == [CELL, CAPTION]


def test_two_computers_keep_both_logs_and_a_replay_ends_with_what_was_kept(page, chromium, live_server, assignment):
    open_page(page, "Harbour League")
    wait_until_saved(page)
    train = chromium.new_context(base_url=live_server.url)
    log_in(train)
    other = train.new_page()
    open_workspace(other, assignment)
    open_page(other, "Anna Berg")
    element(other, OTHER_PAGE).click()
    wait_until_saved(other)
    train.close()

    element(page, CELL).click()
    element(page, CAPTION).click()
    expect(banner(page, "conflict")).to_be_visible()
    page.click("[data-banner=conflict] [data-action=keep]")
    wait_until_saved(page)
    assert sets_on_server(assignment)[0] == [CELL, CAPTION]
    done = operations(assignment)
    assert all(done.count(("Highlighting", one)) == 1 for one in (CELL, CAPTION, OTHER_PAGE))
    assert len({row.browser for row in Operation.objects.exclude(browser="")}) == 2
    assert replayed_sets(assignment)[0] == [CELL, CAPTION]


@pytest.mark.extended
def test_an_old_copy_in_the_browser_brings_no_question_and_nothing_old_back(page, assignment):
    open_page(page, "Harbour League")
    element(page, CELL).click()
    wait_until_saved(page)
    before = kept_here(page, assignment)
    element(page, SENTENCE).click()
    eventually(page, lambda: kept_here(page, assignment) != before, True)
    old = kept_here(page, assignment)
    wait_until_saved(page)
    element(page, CAPTION).click()
    wait_until_saved(page)
    page.add_init_script(f"localStorage.setItem('attest:outbox:{assignment.public_id}', {json.dumps(old)})")
    reload(page)
    expect(cards(page)).to_have_count(3)
    expect(banner(page, "conflict")).to_be_hidden()
    wait_until_saved(page)
    assert sets_on_server(assignment)[0] == [CELL, SENTENCE, CAPTION]
    assert operations(assignment).count(("Highlighting", SENTENCE)) == 1


@pytest.mark.extended
def test_an_old_copy_of_claims_brings_no_question_either(context, corpus, project, writing, writer):
    build_index(corpus)
    confirm(person=writer, project=project, kind="claim_generation", version=0)
    page = context.new_page()
    log_in(context, "wilma")
    page.goto(f"/write/{writing.public_id}/")
    page.wait_for_selector("#workspace[data-ready]")
    page.fill("#claim-I", "Earlier words.")
    eventually(page, lambda: "Earlier words." in (kept_here(page, writing) or ""), True)
    old = kept_here(page, writing)
    wait_until_saved(page)
    page.fill("#claim-I", "Later words.")
    wait_until_saved(page)
    page.add_init_script(f"localStorage.setItem('attest:outbox:{writing.public_id}', {json.dumps(old)})")
    reload(page)
    expect(page.locator("#claim-I")).to_have_value("Later words.")
    expect(banner(page, "conflict")).to_be_hidden()
    wait_until_saved(page)
    writing.draft.refresh_from_db()
    assert writing.draft.body["claims"]["I"]["text"] == "Later words."


@pytest.fixture
def profile(tmp_path, corpus) -> str:
    """A folder in which a Chromium keeps what outlives it."""
    build_index(corpus)
    return str(tmp_path / "profile")


@pytest.mark.extended
def test_a_browser_that_was_killed_goes_on_from_what_was_saved(
    chromium, chromium_path, live_server, profile, assignment
):

    def begun():
        context = chromium.browser_type.launch_persistent_context(
            profile,
            executable_path=chromium_path,
            args=SWITCHES,
            base_url=live_server.url,
        )
        page = context.new_page()
        page.goto("/my-work/")
        if "/login/" in page.url:
            log_in(context)
        open_workspace(page, assignment)
        return context, page

    context, page = begun()
    open_page(page, "Harbour League")
    element(page, CELL).click()
    wait_until_saved(page)
    page.wait_for_timeout(7_000)  # by now Chromium has written its storage to the disk; what follows it has not
    element(page, CAPTION).click()
    wait_until_saved(page)
    killed = main_process(profile)
    os.kill(killed, signal.SIGKILL)
    deadline = time.monotonic() + 30
    while Path(f"/proc/{killed}").exists() and time.monotonic() < deadline:  # else its profile is taken
        time.sleep(0.1)

    context, page = begun()
    expect(cards(page)).to_have_count(2)
    expect(banner(page, "conflict")).to_be_hidden()
    element(page, SENTENCE).click()
    wait_until_saved(page)
    assert sets_on_server(assignment)[0] == [CELL, CAPTION, SENTENCE]
    done = operations(assignment)
    assert [done.count(("Highlighting", one)) for one in (CELL, CAPTION, SENTENCE)] == [1, 1, 1]
    assert replayed_sets(assignment)[0] == [CELL, CAPTION, SENTENCE]
    context.close()


def main_process(profile: str) -> int:
    """The one Chromium process of this profile that is no helper of another."""
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().decode().split("\0") if entry.name.isdigit() else []
        except OSError:
            continue
        if f"--user-data-dir={profile}" in words and not any(word.startswith("--type=") for word in words):
            return int(entry.name)
    raise AssertionError("no Chromium runs with this profile")
