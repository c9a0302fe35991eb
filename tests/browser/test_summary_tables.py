"""The confirmation of a real page: cells of one table are one table, those of another one their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from annotation.work import draft as drafts
from annotation.workflows.claim_verification.draft_schema import empty_body
from corpus.store import PageRecord, save_pages
from search.indexing.build import build_index
from tests.browser.workspace import cards, expect, log_in, open_workspace

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

ONE_TABLE = ["Alaska_cell_1_1_3", "Alaska_cell_1_2_3", "Alaska_cell_1_2_2"]
ANOTHER = "Alaska_cell_3_1_3"


@pytest.fixture
def page(corpus, alaska, context) -> Page:
    save_pages(corpus, [PageRecord(alaska)])
    build_index(corpus)
    return context.new_page()


def test_cells_of_one_table_are_shown_as_one(page, context, assignment):
    sets = [[*ONE_TABLE, ANOTHER], [], []]
    body = empty_body(3) | {"sets": sets, "verdict": "SUPPORTS", "challenge": "Other", "place": {"title": "Alaska"}}
    drafts.save(assignment=assignment, base_version=0, body=body)
    log_in(context)
    open_workspace(page, assignment)
    expect(cards(page).first).to_be_visible()
    page.keyboard.press("Escape")
    page.click("#submit")
    tables = page.locator("#confirm-sets .summary-table")

    expect(tables).to_have_count(2)
    expect(tables.first.locator("mark")).to_have_count(3)
    expect(tables.first.locator("tr:has(mark)")).to_have_count(3)  # it has no row headers
    expect(tables.last.locator("mark")).to_have_count(1)
