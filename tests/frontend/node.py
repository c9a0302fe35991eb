"""Running our JavaScript in Node: the modules that need no page."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
TESTS = HERE / "js"
LIMIT = 300  # seconds


def run_node(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """What Node says to a script, which may import the modules of `frontend/static/js` as they are.

    Skips the test where there is no Node.
    """
    node = shutil.which("node")
    if not node:
        pytest.skip("no Node: install it with `sudo apt-get install nodejs`")
    return subprocess.run(
        [node, *_modules_by_their_syntax(node), *arguments],
        check=False,
        capture_output=True,
        text=True,
        input=given,
        timeout=LIMIT,
        cwd=HERE.parents[1],
    )


def _modules_by_their_syntax(node: str) -> list[str]:
    """The site serves `.js` modules without a package.json beside them; a Node before 22 has to be told to look."""
    version = subprocess.run([node, "--version"], check=True, capture_output=True, text=True).stdout
    major = int(version.lstrip("v").split(".")[0])
    if major < 18:
        pytest.skip(f"Node {version.strip()} is too old: it takes 18.19 or later")
    return ["--experimental-detect-module", "--no-warnings"] if major < 22 else ["--no-warnings"]
