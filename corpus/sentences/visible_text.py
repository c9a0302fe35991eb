"""Visible text: links reduced to their anchors, formulas to a word, and a mapping back to the original positions."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from corpus.page.formulas import FORMULA
from corpus.page.links import LINK

# Stands for white space within an anchor: a boundary needs real white space.
JOINED = "\ue000"
# Stands for a formula: a word, which may begin a sentence; a full stop at the end of the TeX may end one.
_WORD = "Formula"
_LINK_OR_FORMULA = re.compile(f"{LINK.pattern}|{FORMULA.pattern}")


@dataclass(frozen=True, slots=True)
class VisibleText:
    """The text, and for each link or formula, in order: where it begins and ends here, and where it ends there."""

    text: str
    begins: list[int]
    ends: list[int]
    ends_there: list[int]

    def places_in_original(self, places: Iterable[int]) -> Iterator[int]:
        """Map places of the shown text to the original; those inside an anchor are left out."""
        for place in places:
            link = bisect_right(self.begins, place - 1) - 1  # the last link that begins before the place
            if link < 0:
                yield place
            elif place >= self.ends[link]:
                yield self.ends_there[link] + place - self.ends[link]


def visible_text(text: str) -> VisibleText:
    """The text with anchors for links, white space in them replaced, and a word for each formula."""
    if "[[" not in text and "\\(" not in text:
        return VisibleText(text, [], [], [])
    pieces: list[str] = []
    begins: list[int] = []
    ends: list[int] = []
    ends_there: list[int] = []
    length = end = 0
    for match in _LINK_OR_FORMULA.finditer(text):
        pieces += (text[end : match.start()], JOINED.join(_shown(match).split()))
        begins.append(length + match.start() - end)
        length = begins[-1] + len(pieces[-1])
        ends.append(length)
        end = match.end()
        ends_there.append(end)
    pieces.append(text[end:])
    return VisibleText("".join(pieces), begins, ends, ends_there)


def _shown(match: re.Match[str]) -> str:
    target, anchor, tex = match.groups()
    if tex is not None:
        return f"{_WORD}." if tex.rstrip("} ").endswith(".") else _WORD
    return FORMULA.sub(_WORD, anchor if anchor is not None else target.replace("_", " "))
