"""Every quality page in Chromium: as the first page that a process of the site shows, and again."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.assignment.site import serving
from tests.servers.browser import SWITCHES, find_chromium
from tests.servers.process import free_port

TABS = (
    ("Agreement", ""),
    ("Agreement, three-way only", "?ways=3"),
    ("Annotators", "matrix/"),
    ("Items", "items/"),
    ("Audit", "audit/"),
    ("Audit by annotator", "audit/?by=person"),
    ("The claim alone", "audit/classifier/"),
    ("Evidence", "audit/evidence/"),
    ("Balance", "audit/balance/"),
    ("Time", "time/"),
    ("Production", "production/"),
    ("Suggestions", "suggestions/"),
    ("Adjudicate", "adjudicate/"),
    ("Calibration", "calibration/"),
    ("Unopened pages", "nei/"),
)
TIMES = """() => { const [n] = performance.getEntriesByType("navigation");
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  return [n.responseEnd, paint ? paint.startTime : NaN, n.loadEventEnd].map(ms => ms / 1000); }"""
AGAIN = 3
PATIENCE = 120_000  # milliseconds


def pages(folder: Path, slug: str, username: str, password: str) -> None:
    """Seconds from asking until the answer is there whole, until something is painted, until all is loaded; of the
    processor, until then; and, answered again, the best of several.

    The site is started anew for each page, and shows the person's own page first, as after logging in.
    """
    names = ("answer", "paint", "load", "cpu", "again")
    print(f"{'page':28} {' '.join(f'{one:>8}' for one in names)}   load of the machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=SWITCHES)
        for name, path in TABS:
            port = free_port()
            with serving(folder, port, "") as site:
                context = browser.new_context()
                context.set_default_timeout(PATIENCE)
                page = context.new_page()
                address = f"http://127.0.0.1:{port}"
                _log_in(page, address, username, password)
                before = site.cpu_seconds()
                first = _seconds(page, f"{address}/p/{slug}/quality/{path}")
                first.append(site.cpu_seconds() - before)
                again = min(_seconds(page, f"{address}/p/{slug}/quality/{path}")[0] for _ in range(AGAIN))
                cells = " ".join(f"{one:8.2f}" for one in [*first, again])
                print(f"{name:28} {cells}   {os.getloadavg()[0]:.1f}", flush=True)
                context.close()
        browser.close()


def _log_in(page: Page, address: str, username: str, password: str) -> None:
    page.goto(f"{address}/login/")
    page.fill("[name=username]", username)
    page.fill("[name=password]", password)
    page.click("main button[type=submit]")
    page.wait_for_url("**/my-work/")


def _seconds(page: Page, address: str) -> list[float]:
    answer = page.goto(address, wait_until="load")
    assert answer is not None and answer.status == 200, address
    times: list[float] = page.evaluate(TIMES)
    return times
