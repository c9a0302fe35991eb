"""What axe objects to on a page (WCAG 2.2, levels A and AA), in the light theme and in the dark one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
ALL_RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
COLOUR_RULES = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}


def violations(page: Page) -> list[tuple[str, str, list[str]]]:
    """Theme, rule and places of everything that axe objects to; the dark theme is asked only about colours."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = []
    for theme, rules in (("dark", COLOUR_RULES), ("light", ALL_RULES)):
        page.emulate_media(color_scheme=theme)
        for rule in page.evaluate("rules => axe.run(document, rules)", rules)["violations"]:
            found.append((theme, rule["id"], [node["html"][:120] for node in rule["nodes"]]))
    return found
