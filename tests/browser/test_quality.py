"""A manager at the quality pages: from "kappa fell" to the responsible items, figures as files, one claim in full."""

from __future__ import annotations

import re

import pytest

from annotation.models import User
from annotation.projects.models import Role
from tests.browser.axe import violations
from tests.browser.workspace import expect, log_in
from tests.cast import member
from tests.prepared import simulated_project

pytestmark = pytest.mark.browser


@pytest.fixture
def project(db):
    project, _planted = simulated_project(annotators=9, claims=130, seed=2, qa=80)
    return project


@pytest.fixture
def page(context, project):
    """The manager before the agreement of the simulated project."""
    member(project, "maya", Role.MANAGER)
    page = context.new_page()
    log_in(context, "maya")
    page.goto(f"/p/{project.slug}/quality/")
    return page


def test_from_a_week_to_the_responsible_items_in_three_clicks(page, project):
    weeks = page.locator("#week svg a:has(circle)")
    lowest = min(range(weeks.count()), key=lambda n: float(weeks.nth(n).locator("circle").get_attribute("cy")) * -1)
    week = weeks.nth(lowest).locator("title").text_content().split(":")[0]

    weeks.nth(lowest).click()
    expect(page.locator("h1")).to_contain_text(week)
    first = page.locator("table.data tbody tr").first
    expect(first.locator(".differs")).to_be_visible()
    claim = first.locator("th a").text_content()

    first.locator("th a").click()
    expect(page.locator("h1")).to_have_text(claim)
    expect(page.locator(".differs")).to_be_visible()
    assert page.locator(".side").count() >= 2
    assert len(set(page.locator(".side .verdict").all_text_contents())) > 1
    expect(page.locator(".side").first.locator(".letter")).to_have_text("A")

    page.locator(".side").first.locator("a[href*='/manage/verifications/']").click()
    expect(page.locator("main")).to_contain_text(claim)


def test_what_stands_out_leads_to_its_rows(page):
    notice = page.locator(".standing-out li a[href*='order=fastest']").first
    person = re.search(r"person=(\d+)", notice.get_attribute("href"))[1]
    name = User.objects.get(pk=person).get_username()
    notice.click()
    expect(page.locator("h1")).to_contain_text(name)
    expect(page.locator("table.data tbody tr").first).to_contain_text(name)


def test_a_figure_is_saved_as_svg_png_and_csv(page, tmp_path):
    block = page.locator("#week")
    files = {"SVG": "a[download][href*='.svg']", "PNG": "a[data-png]", "CSV": "a[download][href*='.csv']"}
    starts = {"SVG": b"<?xml", "PNG": b"\x89PNG", "CSV": b"week,"}
    for kind, start in starts.items():
        with page.expect_download() as download:
            block.locator(files[kind]).click()
        assert download.value.suggested_filename == f"week.{kind.lower()}"
        download.value.save_as(tmp_path / kind)
        assert (tmp_path / kind).read_bytes().startswith(start)
    block.locator(".figure-table summary").click()
    expect(block.locator("table")).to_be_visible()


@pytest.mark.extended
def test_no_quality_page_is_wider_than_the_window(page, project):
    claim = project.claims.filter(verifications__isnull=False).first()
    for path in (
        "",
        "matrix/",
        "confusion/",
        "habits/",
        "groups/",
        "items/",
        "rows/",
        "audit/",
        "audit/evidence/",
        "time/",
        "production/",
        "suggestions/",
        f"claims/{claim.pk}/",
    ):
        page.goto(f"/p/{project.slug}/quality/{path}")
        for width in (400, 900):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (path, width)


@pytest.mark.extended
def test_what_axe_finds_on_pages_with_figures_and_of_a_route(page, project):
    found = project.claims.filter(verifications__isnull=False).first().verifications.first()
    for path in (
        *("manage/", "quality/", "quality/groups/", "quality/confusion/", "quality/habits/", "quality/matrix/"),
        *("quality/suggestions/", f"manage/verifications/{found.pk}/route/"),
    ):
        page.goto(f"/p/{project.slug}/{path}")
        assert violations(page) == [], path
