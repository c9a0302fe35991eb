"""A candidate takes the screening test, a manager grades it: both by keyboard and mouse, and nothing typed is lost."""

from __future__ import annotations

import pytest

from annotation.models import Assignment, Draft
from annotation.work.guidelines import confirm
from annotation.workflows.screening.models import ScreeningAnswers, ScreeningDecision, ScreeningItem
from tests.browser.axe import violations
from tests.browser.workspace import eventually, log_in
from tests.workflows.screened import ALL_MET, MUTATED, SUMMARY, hand_over, switch_on, take

pytestmark = pytest.mark.browser


@pytest.fixture
def held(project, verifier) -> Assignment:
    switch_on(project)
    confirm(person=verifier, project=project, kind="screening", version=0)
    return take(verifier, project)


@pytest.fixture
def page(context, axe, held):
    log_in(context, "vincent")
    page = context.new_page()
    open_test(page, held)
    return page


def open_test(page, held: Assignment) -> None:
    page.goto(f"/work/{held.public_id}/")
    page.wait_for_selector("#panel[data-ready]")


def draft(held: Assignment) -> dict:
    found = Draft.objects.filter(assignment=held).first()
    return found.body if found else {}


def choose_the_right_ones(page) -> None:
    for item in ScreeningItem.objects.all():
        page.check(f"input[name='answers.{item.pk}'][value='{item.right}']")


def test_a_candidate_takes_the_test_and_reads_what_was_right(page, held, context, manager):
    page.focus("fieldset[data-field^='answers.'] input")
    page.keyboard.press("ArrowDown")  # radio buttons, as everywhere
    first = ScreeningItem.objects.all()[0]
    eventually(page, lambda: draft(held).get("answers"), {str(first.pk): 1})
    page.fill("#summary", SUMMARY)
    eventually(page, lambda: draft(held).get("summary"), SUMMARY)
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("[data-field=mutation].is-wrong")
    assert not ScreeningAnswers.objects.exists()
    page.reload()
    page.wait_for_selector("#panel[data-ready]")
    assert page.input_value("#summary") == SUMMARY
    assert page.is_checked(f"input[name='answers.{first.pk}'][value='1']")
    choose_the_right_ones(page)
    page.check("input[name=mutation][value=negation]")
    page.fill("#mutated", MUTATED)
    assert violations(page) == []
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("[data-test=waits]")
    stored = ScreeningAnswers.objects.get()
    assert (stored.right_count, stored.summary, stored.mutated) == (4, SUMMARY, MUTATED)


def test_what_was_typed_without_a_server_is_sent_when_it_is_back(page, held, context):
    context.set_offline(True)
    page.fill("#summary", SUMMARY)
    page.wait_for_selector("#saved-state[data-state=offline]")
    context.set_offline(False)
    eventually(page, lambda: draft(held).get("summary"), SUMMARY)


def test_a_manager_grades_and_the_candidate_is_approved(context, axe, project, verifier, manager):
    switch_on(project)
    hand_over(verifier, project)
    log_in(context, "maya")
    page = context.new_page()
    page.goto("/p/harbour/quality/calibration/")
    assert violations(page) == []
    page.click("a[href$='/manage/screening/grade/']")
    assert "vincent" not in page.inner_text("main")
    assert violations(page) == []
    for criterion in ALL_MET:
        page.check(f"input[name={criterion}][value=yes]")
    page.click("form.screening button[type=submit]")
    page.wait_for_url("**/quality/calibration/")
    assert ScreeningDecision.objects.get().approved
    assert page.locator("tr[data-screening=approved]").count() == 1
    page.click("tr[data-screening=approved] a")
    assert violations(page) == []
    page.goto("/p/harbour/manage/screening/test/")
    assert violations(page) == []
