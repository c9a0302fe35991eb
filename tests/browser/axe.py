"""What axe objects to on a page (WCAG 2.2, levels A and AA): in the light theme, and in `make test-all` in the dark."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from playwright.sync_api import Page

Theme = Literal["light", "dark"]
AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
ALL_RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
COLOUR_RULES = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}


themes: tuple[Theme, ...] = ("dark", "light")  # shortened by a run without extended tests
# The dark theme differs in colours alone.
RULES_OF_THEME: dict[Theme, object] = {"light": ALL_RULES, "dark": COLOUR_RULES}


def violations(page: Page, within: str = "html") -> list[tuple[str, str, list[str]]]:
    """Theme, rule and places of everything that axe objects to in an element, such as a window over a known page."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = []
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        result = page.evaluate("([within, rules]) => axe.run(within, rules)", [within, RULES_OF_THEME[theme]])
        for rule in result["violations"]:
            found.append((theme, rule["id"], [node["html"][:120] for node in rule["nodes"]]))
    return found
