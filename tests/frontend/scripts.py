"""What the scripts of a page ask of its template."""

from __future__ import annotations

import re
from html import unescape
from os.path import normpath
from pathlib import Path

FRONTEND = Path(__file__).resolve().parents[2] / "frontend"
ROOTS = [FRONTEND / "static" / "js", *sorted(FRONTEND.glob("workflows/*/static/js"))]  # served as one folder


def modules_of(entry: str) -> set[Path]:
    """The script and everything it imports, over any number of steps."""
    found: set[Path] = set()
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        file = next(root / name for root in ROOTS if (root / name).is_file())
        if file not in found:
            found.add(file)
            imported = re.findall(r'^import .*?"(\..*?)";', file.read_text(), re.M | re.S)
            waiting += [normpath(Path(name).parent / one) for one in imported]
    return found


def words_asked(entry: str) -> set[str]:
    """The keys of the words that a page's script and its modules show."""
    source = "\n".join(file.read_text() for file in modules_of(entry))
    source = re.sub(r"\[`[^`]*`\]|=== \"\w+\"", "", source)  # put together, or compared with: these are no words
    calls = re.findall(r"\b(?:word|line)\(([^()]*(?:\([^()]*\))?[^()]*)\)", source)
    asked = {name for call in calls for name in re.findall(r'"(\w+)"', call)}
    return asked | set(re.findall(r'\bword: "(\w+)"', source))


def words_there(page: str) -> set[str]:
    """The keys of the words that a page has for its scripts."""
    words = re.search(r'<div id="words" hidden(.*?)></div>', page, re.DOTALL)
    assert words
    return {_camel(name) for name in re.findall(r"data-([a-z-]+)=", unescape(words[1]))}


def _camel(name: str) -> str:
    first, *others = name.split("-")
    return first + "".join(other.title() for other in others)
