"""Announcements in a real Chromium: they come between two claims, and never into one; and the pages are accessible."""

from __future__ import annotations

import pytest

from annotation.models import AnnouncementRead
from annotation.projects.announcements import announce
from annotation.projects.questions import add_entry, answer, ask
from annotation.work.guidelines import confirm
from annotation.workflows.kinds import TaskKind
from search.indexing.build import build_index
from tests.annotation.test_own_agreement import both  # noqa: F401 - a fixture
from tests.browser.axe import violations
from tests.browser.workspace import (
    decide,
    element,
    expect,
    log_in,
    open_page,
    open_workspace,
    sets_on_server,
    wait_until_saved,
)
from tests.browser.workspace import reload as load_again
from tests.cast import SENTENCE

pytestmark = pytest.mark.browser

KIND = TaskKind.CLAIM_VERIFICATION


def test_what_must_be_read_waits_for_the_end_of_the_claim(context, corpus, project, assignment, verifier, manager):
    build_index(corpus)
    confirm(person=verifier, project=project, kind=KIND, version=0)
    page = context.new_page()
    log_in(context)
    open_workspace(page, assignment)
    open_page(page, "Harbour League")
    element(page, SENTENCE).click()
    wait_until_saved(page)
    announce(project=project, by=manager, title="Footnotes", text="They **count**.", must_read=True)

    load_again(page)  # in the middle of the claim, after a break
    expect(page.get_by_text("Footnotes")).to_have_count(0)
    assert sets_on_server(assignment)[0] == [SENTENCE]
    decide(page)
    page.click("#submit")
    page.click("#confirm-submit")
    page.click("#next-claim")

    expect(page.locator(".announcement h3")).to_have_text("Footnotes")
    assert page.url.endswith("then=claim_verification")
    page.click(".announcement [type=submit]")
    page.click("form[action$='/tasks/claim_verification/next/'] button")
    page.wait_for_selector("#workspace[data-ready]")
    assert AnnouncementRead.objects.get().person == verifier


@pytest.fixture
def told(project, verifier, manager):
    """An announcement to read, one that was read, a question with its answer, and a frequent one."""
    row = announce(project=project, by=manager, title="Tables", text="Cells **count**.\n\n- A caption", must_read=True)
    announce(project=project, by=manager, title="Holidays", text="Next week.", must_read=False)
    asked = answer(ask(project=project, asker=verifier, text="Is a list a table?"), by=manager, text="*No.*")
    add_entry(project=project, by=manager, question="Is a list a table?", answer="No.", asked=asked)
    ask(project=project, asker=verifier, text="Why?")
    return row


def test_the_pages_of_announcements(as_person, told, project, verifier, manager):
    page = as_person("vincent")
    page.goto("/p/harbour/announcements/?then=claim_verification")
    for summary in page.locator("details.panel > summary").all():
        summary.click()
    assert violations(page) == []


def test_the_managers_pages_of_announcements(as_person, told, project, manager):
    page = as_person("maya")
    for address in ("announcements/", f"announcements/{told.pk}/", "questions/"):
        page.goto(f"/p/harbour/manage/{address}")
        assert violations(page) == [], address
    page.click("text=Is a list a table? >> nth=0")
    assert violations(page) == []


def test_the_pages_of_ones_own_agreement(as_person, both, project, verifier):  # noqa: F811
    page = as_person("vincent")
    page.goto("/p/harbour/my-agreement/")
    assert violations(page) == []
    page.click("table.cards tbody th a")
    expect(page.locator(".laid-page article h1")).to_be_visible()
    assert violations(page) == []
