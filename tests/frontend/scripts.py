"""What the scripts of a page ask of its template."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "frontend" / "static" / "js"


def modules_of(entry: str) -> set[Path]:
    """The script and everything it imports, over any number of steps."""
    found: set[Path] = set()
    waiting = [SCRIPTS / entry]
    while waiting:
        file = waiting.pop().resolve()
        if file not in found:
            found.add(file)
            waiting += [
                file.parent / name for name in re.findall(r'^import .*?"(\..*?)";', file.read_text(), re.M | re.S)
            ]
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
