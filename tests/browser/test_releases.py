"""A manager releases: counts come by themselves, a release is built under their eyes, stopped, taken away, deleted."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from annotation.jobs.doing import run_next
from annotation.jobs.models import Job
from annotation.models import Release
from tests.annotation.disagreeing import said
from tests.browser.test_accessibility import violations
from tests.browser.workspace import expect, log_in
from tests.cast import OTHER_PAGE, SENTENCE

pytestmark = pytest.mark.browser


@pytest.fixture
def page(context, project, verifier, manager, claims, settings, tmp_path):
    """The manager before the releases of a project with two verified claims."""
    settings.ATTEST_DATA_DIR = tmp_path / "var"
    settings.ATTEST_DATA_DIR.mkdir()
    said(project, verifier, "SUPPORTS", [SENTENCE])
    said(project, verifier, "REFUTES", [OTHER_PAGE])
    Job.objects.all().delete()  # what verifying has asked for
    page = context.new_page()
    log_in(page, "maya")
    page.goto("/p/harbour/releases/")
    return page


def only_feverous(page) -> None:
    for name in ("fever", "tables", "datasets", "corpus", "report"):
        page.locator(f'input[value="{name}"]').uncheck()


def test_counts_come_by_themselves_and_a_release_is_built_and_taken_away(page, tmp_path):
    expect(page.locator("#counts progress")).to_be_visible()
    run_next()
    expect(page.locator("#counts caption").first).to_have_text("2 of 3 claims would be released")
    assert violations(page) == []

    only_feverous(page)
    page.get_by_role("button", name="Build").click()
    expect(page.locator("#building h2")).to_have_text("A release is being made")
    run_next()
    expect(page.locator("#building h2")).to_have_text("Make a release")  # without loading the page again
    row = page.locator("#made tbody tr")
    expect(row).to_contain_text("2 of 3")
    release = Release.objects.get()
    expect(row).to_contain_text(release.manifest_sha256)

    with page.expect_download() as download:
        row.get_by_text("Download").click()
    path = Path(tmp_path / "release.zip")
    download.value.save_as(path)
    with zipfile.ZipFile(path) as archive:
        assert any(name.endswith("/feverous/train.jsonl") for name in archive.namelist())

    row.get_by_text("Delete").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("main")).to_contain_text("No release has been made yet.")


def test_a_release_can_be_stopped_and_asked_for_again(page):
    expect(page.locator("#counts progress")).to_be_visible()
    run_next()
    expect(page.locator("#counts progress")).to_have_count(0)
    only_feverous(page)
    page.get_by_role("button", name="Build").click()
    page.locator("#building").get_by_role("button", name="Stop").click()
    expect(page.locator("main")).to_contain_text("No release has been made yet.")
    assert run_next() is None
    expect(page.locator('input[value="fever"]')).not_to_be_checked()  # what was asked for stands there again
    page.get_by_role("button", name="Build").click()
    run_next()
    expect(page.locator("#made tbody tr")).to_have_count(1)
