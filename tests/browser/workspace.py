"""The words in which the journeys speak of the workspace."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from annotation.models import Assignment, Draft, Operation
from tests.cast import PASSWORD

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

API = re.compile(r"/api/v1/assignments/")


PATIENCE = 15_000  # milliseconds: two suites and two browsers may share two cores


def expect(what: Locator | Page) -> Any:
    """Playwright's own; where it is not installed, the fixture `chromium` has skipped the test by now."""
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE)
    return expect(what)


def log_in(page: Page, username: str = "vincent") -> None:
    page.goto("/login/")
    page.fill("[name=username]", username)
    page.fill("[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    page.wait_for_url("**/my-work/")


def open_workspace(page: Page, assignment: Assignment) -> None:
    page.goto(f"/verify/{assignment.public_id}/")
    page.wait_for_selector("#workspace[data-ready]")


def reload(page: Page) -> None:
    page.reload()
    page.wait_for_selector("#workspace[data-ready]")


def element(page: Page, element_id: str) -> Locator:
    return page.locator(f'#reader-frame [data-element-id="{element_id}"]')


def open_page(page: Page, title: str) -> None:
    page.fill("#search-form input", title)
    page.press("#search-form input", "Enter")
    expect(page.locator(f'article[data-page-title="{title}"]')).to_be_visible()


def cards(page: Page) -> Locator:
    return page.locator("#cards .card")


def wait_until_saved(page: Page) -> None:
    expect(page.locator("#saved-state")).to_have_attribute("data-state", "saved")
    page.wait_for_timeout(100)
    expect(page.locator("#saved-state")).to_have_attribute("data-state", "saved")


def decide(page: Page) -> None:
    page.locator(".verdict-choice").first.click()
    page.select_option("#challenge", "Other")


def refuse(route: Route) -> None:
    route.abort("connectionrefused")


def sets_on_server(assignment: Assignment) -> list[list[str]]:
    return Draft.objects.get(assignment=assignment).body["sets"]


def operations(assignment: Assignment) -> list[tuple[str, str]]:
    return list(Operation.objects.filter(assignment=assignment).values_list("name", "value"))
