"""Finding a Chromium, and the switches it is started with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from tests.servers.process import ServerMissing

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# A second `--disable-features` replaces Playwright's: these are the ones of its list that matter here, and ours. The
# popup of the address bar is a page of its own that every new context loads: a third of the processor time of a test.
_FEATURES_OFF = (
    "AimEnabled,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,"
    "HttpsUpgrades,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,"
    "SpareRendererForSitePerProcess,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,WebUIOmniboxPopup"
)
# No sandbox: as root Chromium has none. The rest keeps it from calling its maker while a test runs, and from starting
# processes that no test needs.
SWITCHES = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu",
    "--in-process-gpu",
    "--renderer-process-limit=1",
    f"--disable-features={_FEATURES_OFF}",
]


def find_chromium() -> str:
    """$CHROMIUM, one on the PATH, or the one Playwright has downloaded."""
    named = os.environ.get("CHROMIUM")
    for candidate in [named, *map(shutil.which, NAMES), _playwrights_own()]:
        if candidate and os.access(candidate, os.X_OK):
            return candidate
    raise ServerMissing(
        "no Chromium: `sudo apt-get install chromium-headless-shell` (or chromium), "
        "or `.venv/bin/python -m playwright install chromium`"
    )


def _playwrights_own() -> str | None:
    """Asked in a process of its own: Playwright cannot be started twice in one."""
    question = "from playwright.sync_api import sync_playwright as p\nwith p() as q: print(q.chromium.executable_path)"
    answer = subprocess.run([sys.executable, "-c", question], check=False, capture_output=True, text=True)
    return answer.stdout.strip() or None
