"""One's account, by keyboard: a second factor, a log-in in two steps, a wait, an invitation; axe objects to nothing."""

from __future__ import annotations

import time

import pyotp
import pytest

from annotation.accounts.tokens import create_token
from annotation.models import Attempts
from tests.browser.axe import violations
from tests.browser.workspace import expect
from tests.cast import PASSWORD

pytestmark = pytest.mark.browser


def test_a_manager_sets_up_a_second_factor_and_invites(as_person, chromium, live_server, manager, project, settings):
    settings.ATTEST_REQUIRE_SECOND_FACTOR = "managers"
    create_token(user=manager, name="nightly script")
    page = as_person("maya")
    page.goto("/p/harbour/manage/people/")
    expect(page.locator("[data-test=must]")).to_be_visible()
    assert violations(page) == []
    secret = page.locator("#secret").inner_text().replace(" ", "")
    page.locator("[name=password]").focus()
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Tab")
    page.keyboard.type(pyotp.TOTP(secret).now())
    page.keyboard.press("Enter")
    expect(page.locator(".recovery-codes li")).to_have_count(10)
    assert violations(page) == []
    page.click("main a.button.primary")
    page.fill("[name=names]", "zoe")
    page.check("[name=roles][value=verifier]")
    page.click("form:has([name=names]) button[type=submit]")
    link = page.locator("[data-invited=zoe] code").inner_text()
    assert violations(page) == []
    for address in ("/account/", "/account/second-factor/", "/tokens/", f"/p/harbour/manage/people/{manager.pk}/"):
        page.goto(address)
        assert violations(page) == [], address

    outside = chromium.new_context(base_url=live_server.url, reduced_motion="reduce")
    visitor = outside.new_page()
    visitor.goto("/join/" + link.split("/join/")[1])
    assert violations(visitor) == []
    visitor.goto("/login/")
    visitor.fill("[name=username]", "maya")
    visitor.fill("[name=password]", PASSWORD)
    visitor.keyboard.press("Enter")
    expect(visitor.locator("[name=code]")).to_be_focused()
    assert violations(visitor) == []
    Attempts.objects.update(blocked_until="2100-01-01T00:00Z")
    visitor.keyboard.type("000000")
    visitor.keyboard.press("Enter")
    expect(visitor.locator("[data-test=wait]")).to_be_visible()
    assert violations(visitor) == []
    Attempts.objects.all().delete()
    visitor.click("main a.button")
    expect(visitor.locator("[name=code]")).to_be_focused()
    visitor.keyboard.type(pyotp.TOTP(secret).at(int(time.time()) + 30))
    visitor.keyboard.press("Enter")
    visitor.wait_for_url("**/my-work/")
    outside.close()
