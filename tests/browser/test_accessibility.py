"""What axe finds on the pages people work on: nothing (WCAG 2.2, levels A and AA)."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotation.projects.guidelines import confirm
from search.build import build_index
from tests.browser.workspace import expect, log_in

pytestmark = pytest.mark.browser

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}


@pytest.fixture(params=["light", "dark"])
def page(request, context, corpus, project, writing, writer):
    """The claim writer, logged in."""
    if not AXE.is_file():
        pytest.skip("no axe-core: `npm install`, or `make types`, which does it")
    build_index(corpus)
    confirm(person=writer, project=project, kind="claim_generation", version=0)
    page = context.new_page()
    page.emulate_media(color_scheme=request.param)
    log_in(page, "wilma")
    return page


def violations(page):
    """Rule and places of everything that axe objects to."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("rules => axe.run(document, rules)", RULES)["violations"]
    return [(rule["id"], [node["html"][:120] for node in rule["nodes"]]) for rule in found]


def test_the_claim_workspace_with_hints_and_errors(page, writing):
    page.goto(f"/write/{writing.public_id}/")
    page.wait_for_selector("#workspace[data-ready]")
    page.fill("#claim-I", "he was probably rich")
    page.click("#hand-in")
    expect(page.locator("[data-hints='I'] .hint").first).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("opens", ["#skip", "#guidelines-button", "#keys-button"])
def test_the_windows_of_the_claim_workspace(page, writing, opens):
    page.goto(f"/write/{writing.public_id}/")
    page.wait_for_selector("#workspace[data-ready]")
    page.click(opens)
    assert violations(page) == []


@pytest.mark.parametrize("address", ["/my-work/", "/p/harbour/guidelines/claim_generation/"])
def test_the_pages_around_it(page, address):
    page.goto(address)
    assert violations(page) == []
