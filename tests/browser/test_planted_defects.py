"""In the simulated large project: from each planted defect's alert to its rows, an act, and a release without them."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from annotation.actions.models import Action
from annotation.models import Assignment, Release, User, Verification
from annotation.projects.member_settings import is_paused
from annotation.projects.models import Role
from annotation.release.row_ids import pseudonym
from jobs.models import Job
from jobs.runner import run_next
from tests.browser.workspace import expect, log_in
from tests.cast import member
from tests.prepared import few_resamples, simulated_project

pytestmark = [pytest.mark.browser, pytest.mark.extended]

FORMATS = ("fever", "tables", "datasets", "corpus", "report")


@pytest.fixture
def planted(db, monkeypatch):
    """The project of tests/frontend/test_inbox.py, the smallest in which all defects stand on Home."""
    few_resamples(monkeypatch)
    return simulated_project(annotators=15, claims=500, seed=1, qa=200)


@pytest.fixture
def page(context, planted, settings, tmp_path):
    """Home, once the manager has had the statistics computed."""
    settings.ATTEST_DATA_DIR = tmp_path / "var"
    settings.ATTEST_DATA_DIR.mkdir()
    project, _planted = planted
    member(project, "maya", Role.MANAGER)
    Job.objects.all().delete()
    log_in(context, "maya")
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(f"/p/{project.slug}/manage/")
    page.click("[data-test=compute] button")
    return page


def test_from_each_alert_to_the_act_and_a_release_without_the_rows(page, planted):
    project, who = planted
    ids = dict(User.objects.values_list("username", "pk"))

    def alert(kind: str, name: str) -> str:
        found = page.locator(f"[data-kind={kind}][data-person='{ids[name]}']")
        return found.first.get_attribute("data-alert")

    lazy, biased, fast = alert("verdict", who.lazy), alert("verdict", who.biased), alert("speed", who.fast)
    anchored, word = alert("suggestions", who.anchored), f"word REFUTES {who.cue_word}"

    expected = Counter()
    expected["set aside: careless"] += rows_and_act(page, project, lazy, "set_aside", "careless")
    expected["set aside: bias"] += rows_and_act(page, project, biased, "replace", "bias")
    expected["set aside: careless"] += rows_and_act(page, project, fast, "set_aside", "careless")
    assert rows_and_act(page, project, word, "verify_again", "uncertain") > 0
    pause(page, project, anchored)
    assert is_paused(project, User.objects.get(pk=ids[who.anchored]))
    assert Action.objects.filter(state="applied").count() == 5

    gone = Assignment.objects.filter(set_aside__isnull=False)
    assert {one.person_id for one in gone} == {ids[who.lazy], ids[who.biased], ids[who.fast]}
    assert gone.count() == expected.total() > 60
    manifest, annotations = release(page, project)
    assert manifest["verifications_left_out"] == dict(expected)
    assert manifest["excluded"]["verifications set aside"] > 0
    said = Verification.objects.filter(submission__assignment__in=gone).values_list(
        "claim__text", "submission__assignment__person"
    )
    set_aside = {(text, pseudonym(project.pk, person)) for text, person in said}
    assert len(set_aside) == gone.count()
    assert not set_aside & {(one["claim"], one["annotator"]) for one in annotations} and len(annotations) > 100


def rows_and_act(page, project, key: str, action: str, reason: str) -> int:
    """Click the alert, see its rows, select all that match and act; how many rows were acted on."""
    page.goto(f"/p/{project.slug}/manage/")
    page.locator(f"[data-alert='{key}'] .alert-words a").click()
    expect(page.locator(".place-pages [aria-current]")).to_have_count(1)
    expect(page.locator("table.data tbody tr").first).to_be_visible()
    page.check("[name=all]")
    page.select_option("#act-kind", action)
    page.click(".act-bar button[type=submit]")
    rows = int(page.locator("[data-test=rows]").text_content().replace(",", ""))
    page.select_option("[name=reason]", reason)
    page.click("[value=confirm]")
    expect(page.locator("#action")).to_be_visible()
    if page.locator("#action progress").count():
        while run_next():
            pass
    expect(page.locator("[data-outcome=done] dd").first).to_have_text(f"{rows:,}")
    return rows


def pause(page, project, key: str) -> None:
    """From the alert to the arms of this person alone, back, and by their page to the pause."""
    page.goto(f"/p/{project.slug}/manage/")
    page.locator(f"[data-alert='{key}'] .alert-words a").click()
    expect(page.locator("[data-person]")).to_be_visible()
    page.go_back()
    page.locator(f"[data-alert='{key}'] .alert-actions a").first.click()
    page.click("[name=action][value=pause]")
    page.select_option("[name=reason]", "suggestions")
    page.click("[value=confirm]")
    expect(page.locator("#action")).to_be_visible()


def release(page, project) -> tuple[dict, list[dict]]:
    """Count and build a release in the browser; its manifest and annotations."""
    Job.objects.exclude(kind="release").delete()  # suggestions for the claims that are verified again, and the like
    page.goto(f"/p/{project.slug}/releases/")
    for name in FORMATS:
        page.locator(f'input[value="{name}"]').uncheck()
    page.click("[name=build]")
    expect(page.locator("#building progress")).to_be_visible()
    while run_next():
        pass
    expect(page.locator("#made tbody tr")).to_have_count(1)
    home = Release.objects.get().home
    rows = (home / "annotations.jsonl").read_text(encoding="utf-8").splitlines()
    return json.loads((home / "manifest.json").read_text(encoding="utf-8")), [json.loads(row) for row in rows]
