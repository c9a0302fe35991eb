"""Commands of the guides, read out of them: what a test types is what stands there."""

from __future__ import annotations

import re
import shlex

from tests.deployment.compose import ROOT

FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHELL = ("", "sh")  # languages of blocks that are typed


def section(document: str, heading: str) -> str:
    """The text below a heading, up to the next one of any level."""
    text = (ROOT / document).read_text(encoding="utf-8")
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, f"{document} has no heading {heading!r}"
    return found[1]


def blocks(text: str) -> list[list[str]]:
    """The lines of each fenced block of commands; one that ends with a backslash is joined with the next."""
    joined = [block.replace("\\\n", " ") for language, block in FENCED.findall(text) if language in SHELL]
    return [[line.strip() for line in block.splitlines() if line.strip()] for block in joined]


def words(line: str) -> list[str]:
    """The words of a command, without a comment; what another command writes is one word."""
    return shlex.split(re.sub(r"\$\([^)]*\)", "WRITTEN", line), comments=True)
