"""Pages opened in tabs of their own: they are in the log of the claim, and lead back to its workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from annotation.models import Assignment
from annotation.release.cards.models import DataStatement
from annotation.work.log_verification import Checked, broken_logs
from tests.browser.workspace import eventually, expect, open_page, open_workspace, operations, refuse, wait_until_saved

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

LINK = "article a[data-title]"
FOLLOWED = [("hyperlink", "Anna Berg"), ("Now on", "Anna Berg")]


@pytest.fixture
def league(page: Page) -> Page:
    """The workspace with a page that links to others."""
    open_page(page, "Harbour League")
    wait_until_saved(page)
    return page


def read(assignment: Assignment) -> list[tuple[str, str]]:
    """What the log says of pages since the first was opened."""
    logged = [one for one in operations(assignment) if one[0] in ("hyperlink", "Now on", "back-button-clicked")]
    return logged[logged.index(("Now on", "Harbour League")) + 1 :]


def in_tab(page: Page, **how: object) -> Page:
    with page.context.expect_page() as opened:
        page.locator(LINK).first.click(**how)
    return opened.value


@pytest.mark.parametrize("how", [{"button": "middle"}, {"modifiers": ["ControlOrMeta"]}])
def test_a_link_opened_in_a_tab_is_logged(league, assignment, how):
    tab = in_tab(league, **how)
    expect(tab.locator("article h1")).to_have_text("Anna Berg")
    eventually(league, lambda: read(assignment)[:2], FOLLOWED)
    tab.close()
    league.bring_to_front()
    wait_until_saved(league)
    assert list(broken_logs(Assignment.objects.filter(pk=assignment.pk), Checked())) == []


def test_a_link_opened_from_the_context_menu_is_logged(league, assignment):
    """No script hears of the menu: what it opens is the address that the link has by then."""
    link = league.locator(LINK).first
    link.click(button="right")
    tab = league.context.new_page()
    tab.goto(link.get_attribute("href") or "")
    eventually(league, lambda: read(assignment)[:2], FOLLOWED)


@pytest.mark.parametrize("key", ["Shift+Enter", "ControlOrMeta+Enter"])
def test_a_link_opened_by_keyboard_is_logged(league, assignment, key):
    league.locator(LINK).first.focus()
    with league.context.expect_page():
        league.keyboard.press(key)
    expect(league.locator("#confirmation")).to_be_hidden()
    expect(league.locator(".is-wrong")).to_have_count(0)  # it submits nothing there
    eventually(league, lambda: read(assignment)[:1], [("hyperlink", "Anna Berg")])


def test_a_link_of_the_second_page_opened_in_a_tab_is_logged(league, assignment):
    league.keyboard.press("d")
    open_page(league, "Anna Berg")
    wait_until_saved(league)
    before = len(operations(assignment))
    with league.context.expect_page():
        league.locator(f"#beside-frame {LINK}").first.click(button="middle")
    eventually(league, lambda: [one for one in FOLLOWED if one not in operations(assignment)[before:]], [])


def test_a_page_in_a_tab_opens_in_the_workspace(league, assignment):
    tab = in_tab(league, button="middle")
    tab.click("[data-assignment] button")
    expect(tab.locator("[data-assignment] [role=status]")).to_be_visible()
    expect(league.locator('article[data-page-title="Anna Berg"]')).to_be_visible()


def test_the_button_of_a_tab_waits_for_its_script(league):
    """It took clicks before, and lost them."""
    league.context.route("**/js/wiki.js", refuse)
    expect(in_tab(league, button="middle").locator("[data-assignment] button")).to_be_disabled()


def test_what_a_tab_tells_waits_for_a_closed_workspace(league, assignment):
    tab = in_tab(league, button="middle")
    eventually(league, lambda: len(read(assignment)) >= 2, wanted=True)
    league.close()
    tab.reload()
    tab.click("[data-assignment] button")  # no tab has the workspace: this one becomes it
    tab.wait_for_selector("#workspace[data-ready]")
    expect(tab.locator('article[data-page-title="Anna Berg"]')).to_be_visible()
    wait_until_saved(tab)
    assert [one for one in read(assignment) if one[0] == "hyperlink"] == [("hyperlink", "Anna Berg")]  # followed once


@pytest.mark.parametrize("how", [{"button": "left"}, {"button": "middle"}])
def test_the_revision_opened_on_its_wiki_is_logged(league, assignment, project, how):
    DataStatement.objects.create(project=project, answers={"wiki": "http://wiki.invalid"})
    open_page(league, "Anna Berg")
    with league.context.expect_page() as opened:
        league.click("#reader-frame [data-revision]", **how)
    opened.value.close()
    league.bring_to_front()
    wait_until_saved(league)
    assert operations(assignment).count(("revision-opened", "Anna Berg")) == 1


def test_the_revision_opened_from_the_context_menu_is_logged_once(league, assignment, project):
    DataStatement.objects.create(project=project, answers={"wiki": "http://wiki.invalid"})
    open_page(league, "Anna Berg")
    link = league.locator("#reader-frame [data-revision]")
    on_wiki = link.get_attribute("href") or ""
    link.click(button="right")
    through = link.get_attribute("href") or ""
    assert through != on_wiki
    tab = league.context.new_page()
    tab.route(f"{on_wiki}*", lambda route: route.fulfill(body="the revision", content_type="text/html"))
    tab.goto(through, wait_until="commit")
    tab.wait_for_url(on_wiki)
    eventually(league, lambda: operations(assignment).count(("revision-opened", "Anna Berg")), wanted=1)
    tab.close()
    league.bring_to_front()
    link.evaluate("each => each.addEventListener('click', (event) => event.preventDefault())")
    link.click()  # a click after that leads there itself
    assert link.get_attribute("href") == on_wiki
    eventually(league, lambda: operations(assignment).count(("revision-opened", "Anna Berg")), wanted=2)


def test_a_page_read_in_a_second_tab_of_the_workspace_is_logged(league, assignment):
    other = league.context.new_page()
    open_workspace(other, assignment)
    expect(other.locator("[data-banner='second-tab']")).to_be_visible()
    other.click(LINK)
    expect(other.locator("article h1")).to_have_text("Anna Berg")
    eventually(league, lambda: [one for one in FOLLOWED if one not in read(assignment)], [])
    other.close()
    league.bring_to_front()
    wait_until_saved(league)
    assert [one for one in read(assignment) if one[0] == "hyperlink"] == FOLLOWED[:1]  # by one tab, once


def test_results_open_in_the_workspace_whatever_is_held(league):
    league.fill("#search-form input", "shipownr")
    league.press("#search-form input", "Enter")
    pages = len(league.context.pages)
    league.click(".results-note a", modifiers=["ControlOrMeta"])
    expect(league.locator("#search-form input")).to_have_value("shipowner")
    assert len(league.context.pages) == pages
