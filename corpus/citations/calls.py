"""Template calls in a short text, such as that of a note, each read once: name, arguments, place."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from corpus.citations.template_names import plain_name

_TOKEN = re.compile(r"\{\{|\}\}|\[\[|\]\]|\|")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)


@dataclass(slots=True)
class Call:
    """A call from `start` to `end` of a text; arguments are stripped, `named` has the last of each name."""

    name: str
    start: int
    end: int
    positional: list[str] = field(default_factory=list)
    named: dict[str, str] = field(default_factory=dict)


def outermost_calls(text: str) -> list[Call]:
    """The outermost calls of the text, in time linear in its length. One that is not closed is none."""
    if text[:2] == "{{" and text.find("}}") == len(text) - 2 and text.find("{{", 2) < 0 and "[[" not in text:
        return [_of_parts(text[2:-2].split("|"), 0, len(text))]  # most notes are one call and nothing else
    found: list[Call] = []
    opened: list[int] = []  # starts of the calls that are open
    bars: list[int] = []
    links = 0
    for token in _TOKEN.finditer(text):
        mark, at = token[0], token.start()
        if mark == "{{":
            opened.append(at)
            if len(opened) == 1:
                bars, links = [], 0
        elif mark == "}}":
            if opened:
                start = opened.pop()
                if not opened:
                    found.append(_call(text, start, token.end(), bars))
        elif len(opened) == 1:
            if mark == "|":
                if not links:
                    bars.append(at)
            else:
                links = links + 1 if mark == "[[" else max(links - 1, 0)
    return found


def without_comments(text: str) -> str:
    """The text without `<!-- -->`."""
    return _COMMENT.sub("", text) if "<!--" in text else text


def _call(text: str, start: int, end: int, bars: list[int]) -> Call:
    edges = [start + 1, *bars, end - 2]
    return _of_parts([text[bar + 1 : until] for bar, until in pairwise(edges)], start, end)


def _of_parts(parts: list[str], start: int, end: int) -> Call:
    call = Call(plain_name(parts[0][:100]), start, end)
    for argument in parts[1:]:
        name, equals, value = argument.partition("=")
        if equals and "{{" not in name and "[" not in name and "<" not in name:
            call.named[name.strip().lower()] = value.strip()
        else:
            call.positional.append(argument.strip())
    return call
