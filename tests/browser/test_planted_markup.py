"""Text that would be markup or a script, in every text of every row, is text on every page.

Whoever annotates, uploads a corpus or writes a name could try. In each page that Chromium makes of our answer there is
no element, attribute or address of the planted ones, no script of theirs runs, and the policy has nothing to refuse.
"""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Dialog
from playwright.sync_api import Error as WebFailure

from annotation.models import Membership, Project
from annotation.projects.models import Role
from annotation.work.assignment import assign_next
from annotation.workflows.screening.grading import decide
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from search.indexing.build import build_index
from tests.browser.workspace import cards, expect, log_in, open_page, open_workspace
from tests.cast import member
from tests.every_kind import VERIFYING, address, fill
from tests.frontend.test_roles import OF_PROJECT, switch_everything_on

pytestmark = [pytest.mark.browser, pytest.mark.extended, pytest.mark.one_database]

# Ends a quoted attribute, a script, a style, a title, a text area and a comment; then markup, and a link of Markdown.
PLANTED = (
    """"'`--></script></style></title></textarea><img src=x onerror=planted(1)><x-planted>[a](javascript:planted(2))"""
)
IN_WIKITEXT = PLANTED.replace("<", "&lt;").replace(">", "&gt;").replace("[", "&#91;").replace("'", "&#39;")
PAGE = f"""
The quay {IN_WIKITEXT} was built in 1990.

== Section {IN_WIKITEXT} ==
{{| class="wikitable"
|+ Caption {IN_WIKITEXT}
! Year {IN_WIKITEXT} !! Berths
|-
| Cell {IN_WIKITEXT} || 5
|}}

* Item {IN_WIKITEXT}
"""
FOUND = """() => [...document.querySelectorAll("x-planted, [onerror], a[href^='javascript:' i], img[src='x']")]
  .map((one) => one.outerHTML.slice(0, 200))"""
TITLE = "Quay <x-planted>"
REFLECTED = ("q", "text", "words", "title", "then", "next", "back", "mark", "verdicts", "value")


@pytest.fixture
def planted(live_server, corpus) -> Project:
    """A project where every text is PLANTED, its corpus and its manager's name included."""
    page = build_page(TITLE, PAGE).page
    assert page is not None and "<x-planted>" in page.title
    save_pages(corpus, [PageRecord(page)])
    build_index(corpus)
    project = Project.objects.create(slug="planted", name=PLANTED[:100], description=PLANTED, corpus=corpus)
    manager = member(project, "maya", Role.MANAGER)
    person = fill(project, PLANTED)
    for role in (Role.CLAIM_WRITER, Role.ADJUDICATOR):
        Membership.objects.create(project=project, user=person, role=role)
    switch_everything_on(project, manager)
    return project


def test_planted_markup_is_text_on_every_page(planted, context):
    ran: list[str] = []
    log_in(context, "maya")
    page, wrong, seen = context.new_page(), [], 0
    page.expose_function("planted", lambda what: ran.append(str(what)))

    def note(dialog: Dialog) -> None:
        ran.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", note)
    query = urlencode(dict.fromkeys(REFLECTED, PLANTED))
    pages = [one for one in OF_PROJECT if "public_id" not in one and "/api/" not in one and "csv" not in one]
    paths = [f"{address(one, 'planted')}?{query}" for one in pages]
    paths += [f"/p/planted/wiki/?{urlencode({'title': TITLE})}", "/my-work/", f"/p/planted/{query}/"]
    paths += ["/p/planted/find/?q=quay", "/p/planted/manage/", f"/login/?{query}"]
    for path in paths:
        try:
            answer = page.goto(path, wait_until="domcontentloaded")
        except WebFailure as error:
            assert "Download" in str(error) or "ERR_ABORTED" in str(error), path  # a file, which is no page
            continue
        if answer is None or "html" not in answer.headers.get("content-type", ""):
            continue
        seen += "x-planted" in page.content()
        wrong += [f"{answer.status} {path[:70]}: {one}" for one in page.evaluate(FOUND)]
    assert (wrong, ran) == ([], [])
    assert seen > 30  # it was there to be seen, as text


def test_planted_markup_is_text_in_the_workspace(planted, context):
    """Where scripts make the page: the article, what is found, the evidence that is chosen."""
    vera = member(planted, "vera", Role.VERIFIER)
    decide(
        person=vera, project=planted, role=Role.VERIFIER, approved=True, by=planted.memberships.get(role="manager").user
    )
    held = assign_next(person=vera, project=planted, kind=VERIFYING)
    assert held is not None
    ran: list[str] = []
    log_in(context, "vera")
    page = context.new_page()
    page.expose_function("planted", lambda what: ran.append(str(what)))
    open_workspace(page, held)
    open_page(page, TITLE)
    page.locator("#reader .citable").first.click()
    expect(cards(page)).to_have_count(1)
    assert "x-planted" in page.content()
    assert (page.evaluate(FOUND), ran) == ([], [])
