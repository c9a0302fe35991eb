"""A rater judges evidence by keyboard alone: nothing chosen is lost, and what is taken back is as it was."""

from __future__ import annotations

import pytest

from annotation.models import Assignment, Draft
from annotation.work.assignment import assign_next
from annotation.work.guidelines import confirm
from annotation.workflows.evidence_rating.importing import add_items
from annotation.workflows.evidence_rating.models import SLUG, EvidenceRating
from annotation.workflows.evidence_rating.scales import scales
from tests.browser.axe import violations
from tests.browser.workspace import eventually, log_in
from tests.workflows.test_evidence_rating import item

pytestmark = pytest.mark.browser


@pytest.fixture
def held(project, verifier) -> Assignment:
    project.workflows = [SLUG]
    project.save()
    add_items(
        project, [item(1, evidence=[{"question": f"Was it {n}?", "answer": "No. " * 60} for n in range(10)])], None
    )
    confirm(person=verifier, project=project, kind=SLUG, version=0)
    taken = assign_next(person=verifier, project=project, kind=SLUG)
    assert taken is not None
    return taken


def test_a_rater_works_by_keyboard(context, axe, held):
    log_in(context, "vincent")
    page = context.new_page()
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"/work/{held.public_id}/")
    page.wait_for_selector("#workspace[data-ready]")
    form, evidence = page.locator(".rating-groups"), page.locator(".rating-evidence")
    assert form.evaluate("one => one.scrollHeight <= one.clientHeight")  # all groups are in view, beside the evidence
    assert evidence.evaluate("one => one.scrollHeight > one.clientHeight")
    page.keyboard.press("2")  # the first group that is open
    assert page.is_disabled("[name='scores.coherence'][value='1']")
    page.keyboard.press("1")
    for key in ("ArrowDown", "2", *(key for point in "34521" for key in ("ArrowDown", point))):
        page.keyboard.press(key)
    points = dict(zip(scales().names, (3, 4, 5, 2, 1), strict=True))
    wanted = {"major_error": "none", "verdict": "Refuted", "scores": points, "place": {}}
    eventually(page, lambda: draft(held), wanted)
    page.keyboard.press("ArrowLeft")  # within a group, as everywhere: from the first to the last
    eventually(page, lambda: draft(held)["scores"]["relevance"], 5)
    page.keyboard.press("Control+z")
    eventually(page, lambda: draft(held), wanted)
    assert violations(page) == []
    page.reload()
    page.wait_for_selector("#workspace[data-ready]")
    assert page.is_checked("[name='scores.consistency'][value='2']")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("[data-test=rated]")
    assert EvidenceRating.objects.get().scores == points
    assert violations(page) == []


def draft(held: Assignment) -> dict:
    found = Draft.objects.filter(assignment=held).first()
    return {name: value for name, value in found.body.items() if name != "saved_by"} if found else {}
