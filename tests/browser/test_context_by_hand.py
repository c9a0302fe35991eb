"""Context that a person adds to the automatic one, and sentences that they join, in a real Chromium."""

from __future__ import annotations

import json
import re
from unicodedata import normalize

import pytest
from django.conf import settings

from annotation.models import Draft
from annotation.workflows.models import Verification
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from tests.browser.workspace import (
    cards,
    decide,
    element,
    expect,
    open_page,
    open_workspace,
    operations,
    reload,
    wait_until_saved,
)

pytestmark = pytest.mark.browser

LAUREATES = """
The prize was given for Zqx. Roberta's work in 1901. It was shared by:
* Physicists
** Ada
** Bea

{| class="wikitable"
! Name !! Born !! Place
|-
! Blackett
| 1897 || rowspan="3" | Cambridge
|-
! Dirac
| 1902
|-
! Kapitsa
| 1894
|}
"""
CAMBRIDGE = "Laureates_cell_0_1_2"
NAMES = [f"Laureates_header_cell_0_{row}_0" for row in (1, 2, 3)]
FIRST, SECOND, LEAD = (f"Laureates_sentence_{number}" for number in range(3))
CONTEXT, EVIDENCE = re.compile("is-context"), re.compile("is-evidence")


@pytest.fixture
def page(visitor, assignment, corpus):
    """The workspace, with a page on which the automatic context does not suffice."""
    built = build_page("Laureates", LAUREATES).page
    assert built is not None
    save_pages(corpus, [PageRecord(built, revision=7)])
    open_workspace(visitor, assignment)
    open_page(visitor, "Laureates")
    return visitor


def body(assignment):
    return Draft.objects.get(assignment=assignment).body


def offer(page, element_id):
    return cards(page).locator(f'[data-add="{element_id}"]')


def test_the_other_headers_of_a_cell_over_rows_are_added_with_one_click(page, assignment):
    element(page, CAMBRIDGE).click()
    expect(cards(page).locator(f'[data-drop="{NAMES[2]}"]')).to_be_visible()
    for name in NAMES[:2]:
        expect(offer(page, name)).to_have_attribute("aria-pressed", "false")
    expect(element(page, NAMES[0])).not_to_have_class(CONTEXT)
    offer(page, NAMES[0]).click()
    expect(offer(page, NAMES[0])).to_have_attribute("aria-pressed", "true")
    expect(offer(page, NAMES[0])).to_be_focused()
    expect(element(page, NAMES[0])).to_have_class(CONTEXT)
    wait_until_saved(page)
    assert body(assignment)["added"][0] == {CAMBRIDGE: [NAMES[0]]}
    assert ("context-added", NAMES[0]) in operations(assignment)
    reload(page)
    expect(element(page, NAMES[0])).to_have_class(CONTEXT)
    page.keyboard.press("Control+z")
    expect(offer(page, NAMES[0])).to_have_attribute("aria-pressed", "false")
    expect(element(page, NAMES[0])).not_to_have_class(CONTEXT)


def test_what_was_added_is_submitted_and_read_in_the_confirmation(page):
    element(page, CAMBRIDGE).click()
    offer(page, NAMES[0]).focus()
    page.keyboard.press("Enter")
    expect(offer(page, NAMES[0])).to_have_attribute("aria-pressed", "true")
    decide(page)
    page.click("#submit")
    expect(page.locator("#confirmation ins")).to_have_text("Blackett")
    page.click("#confirm-submit")
    expect(page.locator(".thanks")).to_be_visible()
    evidence = Verification.objects.get().evidence_sets.get().evidence.get()
    assert evidence.added == [NAMES[0]]
    assert evidence.context[-1] == NAMES[0] and NAMES[2] in evidence.context


def test_an_item_is_offered_what_stands_above_it_and_its_introduction(page, assignment):
    element(page, "Laureates_item_0_1").click()
    expect(cards(page)).to_have_count(1)
    assert cards(page).locator("[data-add]").evaluate_all("all => all.map(each => each.dataset.add)") == [
        LEAD,
        "Laureates_item_0_0",
    ]
    offer(page, LEAD).click()
    expect(element(page, LEAD)).to_have_class(CONTEXT)
    wait_until_saved(page)
    assert body(assignment)["added"][0] == {"Laureates_item_0_1": [LEAD]}


def test_a_split_sentence_is_joined_with_its_neighbour_and_kept_as_one_card(page, assignment):
    element(page, FIRST).click()
    cards(page).locator("[data-more]").click()
    page.locator("#card-menu [role=menuitem]").first.click()
    expect(cards(page)).to_have_count(1)
    expect(cards(page)).to_have_class(re.compile("is-joined"))
    expect(cards(page).locator(".card-text")).to_have_text("The prize was given for Zqx. Roberta's work in 1901.")
    for sentence in (FIRST, SECOND):
        expect(element(page, sentence)).to_have_class(EVIDENCE)
    wait_until_saved(page)
    assert (body(assignment)["sets"][0], body(assignment)["joined"][0]) == ([FIRST, SECOND], {FIRST: [SECOND]})
    reload(page)
    expect(cards(page)).to_have_class(re.compile("is-joined"))
    decide(page)
    page.click("#submit")
    expect(page.locator("#confirmation .summary-text")).to_have_count(1)
    page.click("#confirm-submit")
    expect(page.locator(".thanks")).to_be_visible()
    evidence = Verification.objects.get().evidence_sets.get().evidence
    assert list(evidence.order_by("position").values_list("element_id", "joined")) == [(FIRST, [SECOND]), (SECOND, [])]


def test_joined_sentences_are_split_again_and_removed_together(page, assignment):
    element(page, SECOND).click()
    cards(page).locator("[data-more]").click()
    page.locator("#card-menu [role=menuitem]").first.click()  # with the one before
    expect(cards(page)).to_have_count(1)
    cards(page).locator("[data-split]").click()
    expect(cards(page)).to_have_count(2)
    page.keyboard.press("Control+z")
    expect(cards(page)).to_have_count(1)
    cards(page).locator(".card-remove").click()
    expect(cards(page)).to_have_count(0)
    wait_until_saved(page)
    assert (body(assignment)["sets"][0], body(assignment)["joined"][0]) == ([], {})


BOTH = """async () => {
  const { excerptFromPage } = await import('STATIC/js/evidence/excerpt-from-page.js');
  const { readShownPage } = await import('STATIC/js/reader/shown-page.js');
  const shown = readShownPage(document.querySelector('#reader-frame'));
  const ids = [...document.querySelectorAll('#reader-frame .citable')].map((each) => each.dataset.elementId);
  const token = document.cookie.match(/csrftoken=([^;]+)/)[1];
  const answer = await fetch(document.querySelector('#workspace').dataset.excerpts, {
    method: 'POST', body: JSON.stringify({ ids }),
    headers: { 'Content-Type': 'application/json', 'X-CSRFToken': token },
  });
  return [ids.map((id) => excerptFromPage(shown, id)), (await answer.json()).excerpts];
}""".replace("STATIC/", settings.STATIC_URL)


def test_a_card_says_of_an_element_on_the_page_what_the_server_says(page):
    from_page, from_server = page.evaluate(BOTH)
    assert sum(len(each["offered"]) for each in from_page) >= 6
    assert [each["after"] for each in from_page if each["after"]] == [SECOND, LEAD]
    told = [normalize("NFC", json.dumps(each, ensure_ascii=False, sort_keys=True)) for each in (from_page, from_server)]
    assert told[0] == told[1]
