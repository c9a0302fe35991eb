"""A manager who has found a careless verifier: from their rows to a release without them."""

from __future__ import annotations

import json

import pytest

from annotation.actions.models import Action, ActionState
from annotation.models import Assignment, Release
from jobs.models import Job
from jobs.runner import run_next
from tests.annotation.disagreeing import said
from tests.browser.axe import violations
from tests.browser.workspace import expect, log_in
from tests.cast import OTHER_PAGE, SENTENCE

pytestmark = pytest.mark.browser


@pytest.fixture
def page(context, project, verifier, other_verifier, manager, claims, settings, tmp_path):
    """The manager, logged in; of two claims of the careless one another person verified one too."""
    settings.ATTEST_DATA_DIR = tmp_path / "var"
    settings.ATTEST_DATA_DIR.mkdir()
    said(project, verifier, "NOT ENOUGH INFO", [SENTENCE])
    said(project, verifier, "NOT ENOUGH INFO", [OTHER_PAGE])
    said(project, other_verifier, "SUPPORTS", [SENTENCE])
    Job.objects.all().delete()  # what verifying has asked for
    log_in(context, "maya")
    return context.new_page()


def test_all_of_one_person_is_set_aside_and_the_release_says_so(page, verifier, claims, monkeypatch):
    monkeypatch.setattr("annotation.actions.job.AT_ONCE", 1)  # two rows are many here: a job
    page.goto("/p/harbour/manage/verifications/")
    page.select_option("#id_person", str(verifier.pk))
    expect(page.locator("#results tbody tr")).to_have_count(2)
    page.check("[name=all]")
    expect(page.locator("[name=verification]:checked")).to_have_count(2)
    page.select_option("#act-kind", "set_aside")
    page.click(".act-bar button[type=submit]")

    expect(page.locator("[data-test=rows]")).to_have_text("2")
    assert violations(page) == []
    page.select_option("[name=reason]", "careless")
    page.fill("[name=note]", "Ten seconds a claim.")
    page.click("[value=confirm]")
    expect(page.locator("#action progress")).to_be_visible()
    assert Assignment.objects.filter(set_aside__isnull=False).count() == 0
    run_next()
    expect(page.locator("[data-outcome=done] dd")).to_have_text("2")  # without loading the page again
    assert violations(page) == []
    action = Action.objects.get()
    assert action.state == ActionState.APPLIED and Assignment.objects.filter(set_aside=action).count() == 2

    page.goto("/p/harbour/releases/")
    expect(page.locator("#counts progress")).to_be_visible()
    run_next()
    expect(page.locator(".left-out-verifications tbody td")).to_have_text("2")
    for name in ("fever", "tables", "datasets", "corpus", "report"):
        page.locator(f'input[value="{name}"]').uncheck()
    page.click("[name=build]")
    expect(page.locator("#building progress")).to_be_visible()
    run_next()
    expect(page.locator("#made tbody tr")).to_have_count(1)
    home = Release.objects.get().home
    manifest = json.loads((home / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["verifications_left_out"] == {"set aside: careless": 2}
    assert manifest["excluded"] == {"not verified": 1, "verifications set aside": 1} and manifest["released"] == 1
    annotations = (home / "annotations.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["verdict"] for line in annotations] == ["SUPPORTS"]


def test_rows_are_ticked_one_by_one_or_a_page_at_once(page):
    page.goto("/p/harbour/manage/verifications/")
    page.check("[data-checks=act]")
    expect(page.locator("[name=verification]:checked")).to_have_count(3)
    expect(page.locator("[data-checked=act]")).to_have_text("3")
    page.locator("[name=verification]").first.uncheck()
    expect(page.locator("[data-checked=act]")).to_have_text("2")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.select_option("#act-kind", "verify_again")
    page.wait_for_timeout(300)
    assert asked == []  # it is no filter, which would take the ticks away
    page.click(".act-bar button[type=submit]")
    expect(page.locator(".action h1")).to_contain_text("2")
    page.go_back()
    expect(page.locator("#results tbody tr")).to_have_count(3)
