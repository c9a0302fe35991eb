"""python -m benchmarks.layout.heights ADDRESS NAME PASSWORD SLUG...: heights of all managers' pages: see README.md"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from playwright.sync_api import Page, sync_playwright

from tests.servers.browser import SWITCHES, find_chromium

WIDTH, SCREEN, SCREENS = 1440, 900, 3
ADDRESSES = "links => links.map(link => link.getAttribute('href'))"
# The first row of each list, and whatever stands in the first table: pages that no row of the navigation names.
DETAIL = "main table.data tbody :is(th, td) a[href^='/p/']"


def main() -> None:
    """Print the height of every page of the navigation, and of the first detail that each leads to; exit code 1 if one
    is higher than three screens."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.layout.heights")
    parser.add_argument("address", help="of a running site, such as http://127.0.0.1:8000")
    parser.add_argument("name", help="of a manager")
    parser.add_argument("password")
    parser.add_argument("slugs", nargs="+", help="projects")
    options = parser.parse_args()
    high = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=SWITCHES)
        context = browser.new_context(base_url=options.address, viewport={"width": WIDTH, "height": SCREEN})
        page = context.new_page()
        page.goto("/login/")
        page.fill("[name=username]", options.name)
        page.fill("[name=password]", options.password)
        page.click("main button[type=submit]")
        for slug in options.slugs:
            for path, height in heights(page, slug):
                is_high = height > SCREENS * SCREEN
                high += is_high
                print(f"{height:6} {'HIGH' if is_high else '    '} {path}", flush=True)
        browser.close()
    sys.exit(1 if high else 0)


def heights(page: Page, slug: str) -> Iterator[tuple[str, int]]:
    """(path, height in pixels) of every page of the project's navigation, and of one detail of each."""
    seen: set[str] = set()
    page.goto(f"/p/{slug}/manage/")
    for place in page.locator(".places a").evaluate_all(ADDRESSES):
        page.goto(place)
        for path in page.locator(".place-pages a").evaluate_all(ADDRESSES) or [place]:
            yield path, _height(page, path)
            details = page.locator(DETAIL).evaluate_all(ADDRESSES)
            for detail in [one for one in details if one.partition("?")[0] not in seen][:1]:
                seen.add(detail.partition("?")[0])
                yield detail, _height(page, detail)
                page.go_back()


def _height(page: Page, path: str) -> int:
    page.goto(path)
    page.wait_for_load_state("networkidle")
    height: int = page.evaluate("document.documentElement.scrollHeight")
    return height


if __name__ == "__main__":
    main()
