"""A manager releases: counts come by themselves, a release is built under their eyes, stopped, taken away, deleted."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

from annotation.models import Release
from jobs.models import Job
from jobs.runner import run_next
from tests.annotation.disagreeing import said
from tests.browser.axe import violations
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
    log_in(context, "maya")
    page.goto("/p/harbour/releases/")
    return page


def only_feverous(page) -> None:
    for name in ("fever", "tables", "datasets", "corpus", "report"):
        page.locator(f'input[value="{name}"]').uncheck()


def test_counts_come_by_themselves_and_a_release_is_built_and_taken_away(page, tmp_path):
    expect(page.locator("#counts progress")).to_be_visible()
    run_next()
    expect(page.locator("#counts caption").first).to_contain_text(re.compile(r"\b2\b.*\b3\b"))
    assert violations(page) == []

    only_feverous(page)
    page.click("[name=build]")
    expect(page.locator("#building progress")).to_be_visible()
    run_next()
    expect(page.locator("[name=build]")).to_be_visible()  # without loading the page again
    row = page.locator("#made tbody tr")
    expect(row).to_contain_text("2 of 3")
    release = Release.objects.get()
    expect(row).to_contain_text(release.manifest_sha256)

    with page.expect_download() as download:
        row.locator("a[download]").click()
    path = Path(tmp_path / "release.zip")
    download.value.save_as(path)
    with zipfile.ZipFile(path) as archive:
        assert any(name.endswith("/feverous/train.jsonl") for name in archive.namelist())

    row.locator("a[href$='/delete/']").click()
    page.click("main form .danger")
    expect(page.locator("#made .empty")).to_be_visible()


@pytest.mark.extended
def test_what_is_looked_at_every_second_stays_under_finger_and_keyboard(page):
    expect(page.locator("#counts progress")).to_be_visible()
    run_next()
    expect(page.locator("#counts progress")).to_have_count(0)
    only_feverous(page)
    page.click("[name=build]")
    stop = page.locator("#building form[action$='/stop/'] button")
    stop.focus()
    wait_for_two_looks(page)
    expect(stop).to_be_focused()
    stop.hover()
    page.mouse.down()
    wait_for_two_looks(page)
    page.mouse.up()
    expect(page.locator("[name=build]")).to_be_visible()


@pytest.mark.extended
def test_a_message_is_not_lost_to_a_look_at_what_goes_on(page):
    page.click("[name=build]")
    form = page.locator("#building form")
    token = form.locator("[name=csrfmiddlewaretoken]").input_value()
    address, stop = page.url, form.get_attribute("action")
    page.request.post(stop, form={"csrfmiddlewaretoken": token}, headers={"Referer": address}, max_redirects=0)
    page.request.get(address, headers={"HX-Request": "true"})
    page.goto(address)
    expect(page.locator(".messages .message")).to_have_count(1)


def wait_for_two_looks(page) -> None:
    for _ in range(2):
        with page.expect_response(lambda response: response.request.headers.get("hx-request") == "true"):
            pass
    page.wait_for_timeout(100)  # for what came to be put there


def test_a_release_can_be_stopped_and_asked_for_again(page):
    expect(page.locator("#counts progress")).to_be_visible()
    run_next()
    expect(page.locator("#counts progress")).to_have_count(0)
    only_feverous(page)
    page.click("[name=build]")
    with page.expect_navigation():
        page.locator("#building form[action$='/stop/'] button").click()
    expect(page.locator("[name=build]")).to_be_visible()
    expect(page.locator("#made .empty")).to_be_visible()
    assert run_next() is None
    expect(page.locator('input[value="fever"]')).not_to_be_checked()  # what was asked for stands there again
    page.click("[name=build]")
    expect(page.locator("#building progress")).to_be_visible()
    run_next()
    expect(page.locator("#made tbody tr")).to_have_count(1)
