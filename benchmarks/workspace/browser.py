"""A Chromium before the served site: logging in, opening pages, and reading its own meters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.servers.browser import SWITCHES, find_chromium

CLOCK = Path(__file__).with_name("clock.js").read_text(encoding="utf-8")
SEARCH = "#search-form input"
PATIENCE = 60_000  # milliseconds
PRESS = 60  # milliseconds that a finger keeps the button down
TAKE = """async slug => {
  const token = document.cookie.match(/csrftoken=([^;]+)/)[1];
  const answer = await fetch(`/api/v1/projects/${slug}/assignments/`, {
    method: "POST", headers: {"Content-Type": "application/json", "X-CSRFToken": token},
    body: JSON.stringify({kind: "claim_verification"}) });
  return (await answer.json()).assignment.id;
}"""


class Workspace:
    """The verification workspace of one claim, in a browser of its own profile."""

    def __init__(self, page: Page, address: str, made: dict[str, Any]) -> None:
        self.page, self.address, self.made = page, address, made
        self.meters: CDPSession = page.context.new_cdp_session(page)
        self.meters.send("Performance.enable")

    def open(self) -> None:
        """Logs in, takes the claim (the held one again, if there is one) and waits until the workspace stands."""
        self.page.goto(f"{self.address}/login/")
        self.page.fill("[name=username]", self.made["username"])
        self.page.fill("[name=password]", self.made["password"])
        self.page.click("main button[type=submit]")
        self.page.wait_for_url("**/my-work/")
        self.page.goto(f"{self.address}/verify/{self.page.evaluate(TAKE, self.made['slug'])}/")
        self.page.wait_for_selector("#workspace[data-ready]")

    def go(self, title: str) -> dict[str, float]:
        """Opens a page by its title: milliseconds from Enter to `inserted` and `painted`, and of the request."""
        return self._entered(title, title)

    def search(self, words: str) -> dict[str, float]:
        """Searches for words that are no title; the milliseconds as of `go`."""
        return self._entered(words, None)

    def _entered(self, typed: str, title: str | None) -> dict[str, float]:
        self.page.fill(SEARCH, typed)
        self.page.evaluate("title => { window.answer = measured.opening(title) }", title)
        self.page.press(SEARCH, "Enter")
        times: dict[str, float] = self.page.evaluate("answer")
        self.page.evaluate("document.activeElement.blur()")
        return times

    def click(self, selector: str, number: int = 0) -> dict[str, float]:
        """A real click on the n-th such element, scrolled to before: what `measured.next` saw of it."""
        target = self.page.locator(selector).nth(number)
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None
        self.page.evaluate("async () => { await measured.frame(); window.answer = measured.next('click') }")
        self.page.mouse.click(box["x"] + min(8, box["width"] / 2), box["y"] + box["height"] / 2, delay=PRESS)
        seen: dict[str, float] = self.page.evaluate("answer")
        return seen

    def metric(self, *names: str) -> list[float]:
        """Meters of Chromium's `Performance` domain; garbage is collected first."""
        self.meters.send("HeapProfiler.collectGarbage")
        found = {each["name"]: each["value"] for each in self.meters.send("Performance.getMetrics")["metrics"]}
        return [found[name] for name in names]


@contextmanager
def workspace(address: str, made: dict[str, Any]) -> Iterator[Workspace]:
    """An open workspace, 1440 x 900."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=SWITCHES)
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        context.set_default_timeout(PATIENCE)
        context.add_init_script(CLOCK)
        opened = Workspace(context.new_page(), address, made)
        opened.open()
        yield opened
        browser.close()


def shares(values: Sequence[float]) -> str:
    """Median, 95th percentile and the most, in milliseconds."""
    ordered = sorted(values)
    middle, slow = ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return f"p50 {middle:6.1f}  p95 {slow:6.1f}  most {ordered[-1]:6.1f} ms"
