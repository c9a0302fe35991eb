"""Adjudicating a claim in the browser: pages are switched without losing the form, a click adds evidence."""

from __future__ import annotations

import pytest

from annotation.models import Adjudication
from annotation.projects.models import Role
from search.indexing.build import build_index
from tests.annotation.disagreeing import said
from tests.browser.axe import violations
from tests.browser.workspace import expect, log_in
from tests.cast import CELL, OTHER_PAGE, SECOND_SENTENCE, SENTENCE, member

pytestmark = pytest.mark.browser


@pytest.fixture
def page(context, project, verifier, other_verifier, claims):
    """The adjudicator, where the first claim is decided."""
    build_index(project.corpus)
    said(project, verifier, "SUPPORTS", [SENTENCE, CELL])
    said(project, other_verifier, "NOT ENOUGH INFO", [SENTENCE], [OTHER_PAGE])
    member(project, "ada", Role.ADJUDICATOR)
    page = context.new_page()
    log_in(context, "ada")
    page.goto("/p/harbour/quality/adjudicate/")
    page.click(f"main a:has-text('{claims[0].text}')")
    expect(page.locator("#decision.is-one")).to_be_attached()
    return page


def test_evidence_of_two_pages_and_a_click_make_a_decision(page):
    page.check("[name=outcome][value=own]")
    page.locator("#pieces [name=piece][value^='1 ']").first.check()
    page.fill("#note", "A detail.")
    page.locator(f'.laid-page [data-element-id="{SECOND_SENTENCE}"]').click()
    expect(page.locator("#pieces tr")).to_have_count(4)
    page.get_by_role("link", name="Anna Berg A B").or_(page.locator(".pages a", has_text="Anna Berg")).first.click()
    expect(page.locator(".laid-page article")).to_have_attribute("data-page-title", "Anna Berg")
    expect(page.locator("#note")).to_have_value("A detail.")  # the form is as it was
    page.select_option("#verdict", "REFUTES")
    page.select_option("#challenge", "Other")
    page.select_option("#error_type", "overlooked")
    page.click("#decision [type=submit]")
    expect(page.locator(".message.success")).to_be_visible()
    made = Adjudication.objects.get()
    assert made.kind == "new" and SECOND_SENTENCE in [one["element_id"] for one in made.evidence_sets[0]]


@pytest.mark.extended
def test_what_axe_finds_on_the_adjudicators_pages(axe, page):
    page.check("[name=outcome][value=own]")
    assert violations(page) == []
    page.goto("/p/harbour/quality/adjudicate/")
    assert violations(page) == []
    page.goto("/p/harbour/quality/nei/")
    assert violations(page) == []
