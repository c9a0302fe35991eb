"""Visible text: links reduced to their anchors, with a mapping back to the original positions."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from corpus.links import LINK

# Stands for white space within an anchor: a boundary needs real white space.
JOINED = "\ue000"


@dataclass(frozen=True, slots=True)
class VisibleText:
    """The text, and for each link, in order: where its anchor begins and ends here, and where the link ends there."""

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
    """The text with anchors for links, white space in them replaced."""
    if "[[" not in text:
        return VisibleText(text, [], [], [])
    pieces: list[str] = []
    begins: list[int] = []
    ends: list[int] = []
    ends_there: list[int] = []
    length = end = 0
    for match in LINK.finditer(text):
        anchor = match[2] if match[2] is not None else match[1].replace("_", " ")
        pieces += (text[end : match.start()], JOINED.join(anchor.split()))
        begins.append(length + match.start() - end)
        length = begins[-1] + len(pieces[-1])
        ends.append(length)
        end = match.end()
        ends_there.append(end)
    pieces.append(text[end:])
    return VisibleText("".join(pieces), begins, ends, ends_there)
