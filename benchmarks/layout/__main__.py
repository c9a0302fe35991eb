"""python -m benchmarks.layout SOURCE... [--widths 1440,900] [--pictures DIR TITLE...]: see README.md"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from benchmarks.assignment.site import ROOT, Site, serving
from benchmarks.workspace.browser import Workspace
from tests.servers.browser import SWITCHES, find_chromium
from tests.servers.process import free_port

SHARED = ROOT.parent / "shared" / "data"
SOURCES = (SHARED / "html" / "wikipages_400.tar.xz", SHARED / "wikitext" / "articles.jsonl.xz")
OFFENDERS = Path(__file__).with_name("offenders.js").read_text(encoding="utf-8")
PATIENCE = 60_000  # milliseconds
# The fragment that the workspace shows, in its place. Parts far below are laid out too.
OPEN = """async ([slug, title]) => {
  const answer = await fetch(`/p/${slug}/read/?title=${encodeURIComponent(title)}`);
  const frame = document.querySelector("#reader-frame");
  frame.innerHTML = await answer.text();
  for (const part of frame.querySelectorAll(".part")) part.style.contentVisibility = "visible";
  await document.fonts.ready;
}"""


def main() -> None:
    """Open every page in the workspace at each width; print the faults of its layout and how many pages have some."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.layout")
    parser.add_argument("sources", nargs="*", type=Path, help="what import_corpus reads; by default all shared pages")
    parser.add_argument("--widths", default="1440,900")
    parser.add_argument("--details", type=int, default=3, help="faults printed of each kind and page")
    parser.add_argument("--pictures", type=Path, help="folder for pictures of the pages with faults")
    options = parser.parse_args()
    failed = 0
    for source in options.sources or SOURCES:
        with tempfile.TemporaryDirectory(prefix="attest-layout-") as data:
            port = free_port()
            with serving(Path(data), port, "") as site:
                made = _project(site, source)
                with sync_playwright() as playwright:
                    browser = playwright.chromium.launch(executable_path=find_chromium(), args=SWITCHES)
                    for width in map(int, options.widths.split(",")):
                        context = browser.new_context(viewport={"width": width, "height": 900})
                        context.set_default_timeout(PATIENCE)
                        opened = Workspace(context.new_page(), f"http://127.0.0.1:{port}", made)
                        opened.open()
                        print(f"--- {source.name}, {width} px", flush=True)
                        failed += _look(opened.page, made, options.details, options.pictures)
                        context.close()
    sys.exit(1 if failed else 0)


def _project(site: Site, source: Path) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.layout.project", str(source)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env=site.environment,
        cwd=ROOT,
    )
    made: dict[str, Any] = json.loads(done.stdout)
    return made


def _look(page: Page, made: dict[str, Any], details: int, pictures: Path | None) -> int:
    """Print the faults of all pages; returns how many pages have some."""
    pages: Counter[str] = Counter()
    faulty = 0
    for title in made["titles"]:
        page.evaluate(OPEN, [made["slug"], title])
        faults = page.evaluate(OFFENDERS)
        kinds = Counter(kind for kind, _detail in faults)
        pages.update(kinds.keys())
        faulty += bool(faults)
        for kind, count in kinds.items():
            for _kind, detail in [fault for fault in faults if fault[0] == kind][:details]:
                print(f"{title}: {kind} ({count}): {detail}")
        if faults and pictures is not None:
            pictures.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=pictures / f"{page.evaluate('innerWidth')}-{title[:60].replace('/', '_')}.png")
    print(f"{len(made['titles'])} pages, {faulty} with faults: {dict(pages)}", flush=True)
    return faulty


if __name__ == "__main__":
    main()
