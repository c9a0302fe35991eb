"""The words in which the journeys speak of the workspace."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from django.conf import settings
from django.test import Client

from annotation.models import Assignment, Draft, Operation, User
from tests.cast import PASSWORD

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Page, Route

T = TypeVar("T")
API = re.compile(r"/api/v1/assignments/")
# Milliseconds: two suites may share two cores, and a page that was refused tries again after up to 24 s.
PATIENCE = 30_000


def expect(what: Locator | Page) -> Any:
    """Playwright's own; where it is not installed, the fixture `chromium` has skipped the test by now."""
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE)
    return expect(what)


def log_in(context: BrowserContext, username: str = "vincent") -> None:
    """Give the context the cookie of a session, as after the form (which tests/frontend/test_login.py is about)."""
    client = Client()
    client.force_login(User.objects.get(username=username))
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "domain": "localhost", "path": "/"}])


def log_in_by_form(page: Page, username: str = "vincent") -> None:
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


def word(page: Page, key: str, **values: object) -> str:
    """What the page's scripts say for a key of `#words`, with these values in its braces."""
    given: str = page.evaluate("key => document.querySelector('#words').dataset[key]", key)
    return re.sub(r"{(\w+)}", lambda name: str(values[name[1]]), given)


def wait_until_saved(page: Page) -> None:
    expect(page.locator("#saved-state")).to_have_attribute("data-state", "saved")
    page.wait_for_timeout(100)
    expect(page.locator("#saved-state")).to_have_attribute("data-state", "saved")


def eventually(page: Page, found: Callable[[], T], wanted: T) -> None:
    """It comes to be so, while the page goes on with what it does."""
    deadline = time.monotonic() + PATIENCE / 1000
    while (now := found()) != wanted and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    assert now == wanted, f"{now!r} is not {wanted!r}"


def decide(page: Page) -> None:
    page.locator(".verdict-choice").first.click()
    page.select_option("#challenge", "Other")


def refuse(route: Route) -> None:
    route.abort("connectionrefused")


def sets_on_server(assignment: Assignment) -> list[list[str]]:
    return Draft.objects.get(assignment=assignment).body["sets"]


def operations(assignment: Assignment) -> list[tuple[str, str]]:
    return list(Operation.objects.filter(assignment=assignment).values_list("name", "value"))
