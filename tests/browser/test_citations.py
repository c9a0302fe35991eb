"""The citations of a project in a real Chromium: from the worst one to an accepted better source and its wikitext."""

from __future__ import annotations

import pytest

from annotation.citations.decisions import current
from tests.browser.axe import violations
from tests.browser.workspace import expect
from tests.citations.making import checked, citation

pytestmark = pytest.mark.browser


def test_an_editor_walks_from_the_worst_citation_to_the_wikitext_of_a_better_one(as_person, project, manager):
    worst = checked(project)
    other = citation(project, 1, fails=0.4, claim="Eight clubs play each season.", offset=29, element_id="sentence_1")
    page = as_person("maya")
    page.goto("/p/harbour/manage/status/")
    page.get_by_role("link", name="Citations").click()
    rows = page.locator("[data-citation]")
    assert [one.get_attribute("data-citation") for one in rows.all()] == [str(worst.pk), str(other.pk)]
    assert violations(page) == []
    rows.first.get_by_role("link").click()
    claim = page.locator("#article-frame .is-evidence")
    expect(claim).to_have_attribute("data-element-id", "Harbour League_sentence_0")
    expect(claim).to_be_in_viewport()
    assert page.locator("#claim .word-missing").all_text_contents() == ["founded", "1921"]
    assert page.locator("[data-suggestion]").first.locator(".word-there").all_text_contents()[-1] == "1921"
    assert violations(page) == []
    page.fill("#note", "1")  # a key in a field is a letter
    page.locator("#claim").click()
    page.keyboard.press("1")
    expect(page.locator("[data-decision=accepted] code")).to_contain_text("{{cite web |url=https://league.example/")
    assert current(project).get().note == "1"
    assert violations(page) == []
    page.wait_for_selector("body[data-ready]")
    page.keyboard.press("u")
    expect(page.locator("[data-decision]")).to_have_count(0)
    page.wait_for_selector("body[data-ready]")
    page.keyboard.press("j")
    expect(page.locator("#claim")).to_contain_text("Eight clubs")
    page.wait_for_selector("body[data-ready]")  # a key before that is nobody's
    page.keyboard.press("k")
    expect(page.locator("#claim")).to_contain_text("was founded")
