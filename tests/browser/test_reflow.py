"""WCAG 1.4.10: at 320 CSS pixels both workspaces are read and worked in by scrolling down alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from annotation.work import draft as drafts
from annotation.work.guidelines import confirm
from annotation.workflows.claim_verification.draft_schema import empty_body
from corpus.store import PageRecord, save_pages
from search.indexing.build import build_index
from tests.browser.workspace import cards, expect, log_in, open_page

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SIZES = [(320, 640), (320, 256)]  # a phone; 1280 x 1024 at 400 %
# What reaches beyond the window or scrolls sideways. Tables may: they need both directions.
BEYOND = """() => {
  const panes = "html, main, #reader-scroll, #panel, #set-panel, #decision, .tabs, .claim-cards, dialog[open]";
  const parts = "button, input, select, textarea, summary, a, h1, h2, .card, .claim-card";
  const apart = ".wikitable-frame, .infobox-frame, .visually-hidden, .skip-link";
  const found = [];
  const name = (element) => element.id || element.className || element.tagName;
  for (const pane of document.querySelectorAll(panes)) {
    const wider = pane.scrollWidth - pane.clientWidth;
    if (wider > 1 && pane.clientWidth > 0) found.push(`${name(pane)}: ${wider} px sideways`);
  }
  for (const part of document.querySelectorAll(parts)) {
    const { left, right, width, height } = part.getBoundingClientRect();
    const isThere = part.checkVisibility({ contentVisibilityAuto: true }) && !part.closest(apart);
    const isSeen = width > 1 && height > 1 && isThere;
    if (isSeen && (left < -1 || right > innerWidth + 1)) found.push(`${name(part)}: ${left} to ${right}`);
  }
  return found;
}"""


@pytest.fixture
def page(corpus, alaska, context) -> Page:
    save_pages(corpus, [PageRecord(alaska)])
    build_index(corpus)
    return context.new_page()


def test_the_verification_workspace(page, context, assignment):
    sets = [["Alaska_cell_1_1_3", "Alaska_cell_3_1_3"], [], []]
    body = empty_body(3) | {"sets": sets, "verdict": "NOT ENOUGH INFO", "place": {"title": "Alaska"}}
    drafts.save(assignment=assignment, base_version=0, body=body)
    log_in(context)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/verify/{assignment.public_id}/")
        page.wait_for_selector("#workspace[data-ready]")
        expect(cards(page)).to_have_count(2)
        open_page(page, "Alaska")
        assert page.evaluate(BEYOND) == [], (width, height)
        for dialog in ("keys-dialog", "report-dialog", "skip-dialog"):
            page.evaluate("dialog => document.getElementById(dialog).showModal()", dialog)
            assert page.evaluate(BEYOND) == [], (dialog, width, height)
            page.evaluate("dialog => document.getElementById(dialog).close()", dialog)
        page.locator("#submit").scroll_into_view_if_needed()
        expect(page.locator("#submit")).to_be_in_viewport()


def test_the_claim_workspace(page, context, writing, writer, project):
    confirm(person=writer, project=project, kind="claim_generation", version=0)
    log_in(context, "wilma")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/write/{writing.public_id}/")
        page.wait_for_selector("#workspace[data-ready]")
        open_page(page, "Alaska")
        assert page.evaluate(BEYOND) == [], (width, height)
        page.locator("#submit-claims").scroll_into_view_if_needed()
        expect(page.locator("#submit-claims")).to_be_in_viewport()
