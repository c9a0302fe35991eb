"""The labels page in a real Chromium, by the keyboard alone: a label moves, and the keyboard stays with it."""

from __future__ import annotations

import pytest

from annotation.projects.label_sets import label_set_of
from tests.browser.axe import violations
from tests.browser.workspace import expect, log_in

pytestmark = pytest.mark.browser

PAGE = "/p/harbour/manage/settings/labels/"


@pytest.mark.parametrize("width", [1440, 900])
def test_a_label_is_added_and_moved_by_the_keyboard(context, project, manager, width):
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 900})
    log_in(context, "maya")
    page.goto(PAGE)
    page.get_by_role("button", name="Add a label").focus()
    page.keyboard.press("Enter")
    page.fill("#id_label-3-value", "Disputed")
    page.focus("[name=up][value='3']")
    page.keyboard.press("Enter")
    expect(page.locator("#id_label-2-value")).to_have_value("Disputed")
    expect(page.locator("[name=up][value='2']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#id_label-1-value")).to_have_value("Disputed")
    page.focus("#id_label-1-value")
    page.keyboard.press("Enter")  # saves, and moves nothing
    expect(page.locator("[role=status]")).to_be_visible()
    project.refresh_from_db()
    assert label_set_of(project).values == ("SUPPORTS", "Disputed", "REFUTES", "NOT ENOUGH INFO")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert violations(page) == []
