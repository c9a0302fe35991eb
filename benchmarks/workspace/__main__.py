"""python -m benchmarks.workspace [PART ...] [--folder DIR]: the parts are in PARTS; see README.md"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.assignment.site import ROOT, Site, serving
from benchmarks.workspace import clicks, reading, server, submitting
from benchmarks.workspace.browser import Workspace, workspace
from benchmarks.workspace.slow_line import slow_line
from tests.servers.process import free_port

FAR = ("search", "submit")  # over a slow line, after the others
PARTS = ("server", "paint", "search", "submit", "clicks", "column", "typing", "memory")


def main() -> None:
    """Serve the site with the pages of this measurement, open the workspace in Chromium, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.workspace")
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; all when none is named")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "attest-workspace-benchmark")
    options = parser.parse_args()
    unknown = [part for part in options.parts if part not in PARTS]
    if unknown:
        parser.error(f"there is no part {', '.join(unknown)}")
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="attest-workspace-") as data:
        port = free_port()
        with serving(Path(data), port, "") as site:
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks.workspace.project", str(options.folder)],
                stdout=subprocess.PIPE,
                text=True,
                check=True,
                env=site.environment,
                cwd=ROOT,
            )
            made = json.loads(done.stdout)
            print(
                f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True
            )
            parts = options.parts or PARTS
            near, far = [part for part in parts if part not in FAR], [part for part in parts if part in FAR]
            if near:
                with workspace(f"http://127.0.0.1:{port}", made) as opened:
                    for part in near:
                        _run(part, opened, site)
            if far:
                with slow_line(port, reading.ROUND_TRIP) as line, workspace(f"http://127.0.0.1:{line}", made) as opened:
                    for part in far:
                        _run(part, opened, site)
            print(f"load at the end {os.getloadavg()[0]:.1f}")


def _run(part: str, opened: Workspace, site: Site) -> None:
    print(f"--- {part}", flush=True)
    if part == "server":
        server.first_time(opened, site, "Page of 500 KB")
        server.open_pages(opened, site)
    elif part == "paint":
        reading.first_paint(opened)
    elif part == "search":
        reading.searching(opened)
    elif part == "submit":
        submitting.next_claims(opened)
    elif part == "clicks":
        clicks.click_cells(opened)
    elif part == "column":
        clicks.column(opened)
    elif part == "typing":
        reading.typing(opened)
    else:
        reading.memory(opened)


if __name__ == "__main__":
    main()
