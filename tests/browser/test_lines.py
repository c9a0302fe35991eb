"""A page of lines in a real Chromium, by the keyboard: two sets with labels, one with a line of its dictionary."""

from __future__ import annotations

import pytest

from annotation.models import Claim, Operation, Project, Verification
from annotation.projects.presets import preset_settings
from tests.browser.axe import violations
from tests.browser.workspace import element, expect, log_in, open_workspace, reload
from tests.cast import DECOMPOSED, OTHER_PAGE, SECOND_SENTENCE, SENTENCE

pytestmark = [pytest.mark.browser, pytest.mark.one_database]


def test_a_claim_is_labelled_by_the_keyboard(context, axe, project, assignment, highlight):
    settings = preset_settings("fever") | {"evidence_kinds": "sentences"}
    Project.objects.filter(pk=project.pk).update(**settings)
    Claim.objects.filter(pk=assignment.task.verification_item.claim_id).update(highlight=highlight)
    page = context.new_page()
    log_in(context)
    open_workspace(page, assignment)
    press, tabs = page.keyboard.press, page.locator("#set-tabs .tab")
    expect(element(page, SENTENCE)).to_be_focused()  # the page of the claim is open
    expect(page.locator("#submit")).to_be_disabled()
    press("Enter")
    tick = page.locator(f'#dictionary [data-element-id="{OTHER_PAGE}"]')
    expect(tick).to_be_visible()
    press("Enter")  # on to the dictionary
    expect(tick).to_be_focused()
    press("Space")
    expect(page.locator("#set-warnings li")).to_have_count(1)  # lines without a label
    press("1")
    expect(page.locator("#set-warnings li")).to_have_count(0)
    press("Escape")
    press("ArrowDown")
    press("Enter")
    press("2")
    expect(tabs.nth(1).locator(".set-label")).to_have_count(1)
    press("Control+z")
    expect(tabs.nth(1).locator(".set-label")).to_have_count(0)
    press("Control+y")
    press("q")
    page.locator("#add-page input").fill("Åsa Lind")
    press("Enter")
    other = page.locator(f'#dictionary-added [data-element-id="{DECOMPOSED}"]')
    expect(other).to_be_focused()
    expect(page.locator("#saved-state")).to_have_attribute("data-state", "saved")
    reload(page)
    expect(tabs.nth(1).locator(".set-label")).to_have_count(1)
    expect(other).to_be_visible()
    found = violations(page)
    assert found == [], found
    press("Control+Enter")
    page.locator("#confirm-submit").click()
    expect(page.locator("#confirmation")).to_have_attribute("data-stage", "done")
    made = Verification.objects.get()
    sets = [(one.label, [each.element_id for each in one.evidence.all()]) for one in made.evidence_sets]
    assert sets == [("SUPPORTS", [SENTENCE, OTHER_PAGE]), ("REFUTES", [SECOND_SENTENCE])]
    assert made.verdict == "SUPPORTS"
    logged = Operation.objects.filter(assignment=assignment).values_list("name", "value")
    assert [value for name, value in logged if name == "line-opened"] == [SENTENCE, SECOND_SENTENCE]
    assert [name for name, _ in logged if name in ("page-added", "draft-taken")] == ["page-added"]
