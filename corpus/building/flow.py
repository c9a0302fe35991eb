"""Group the lines of rendered text into paragraphs, list lines and blocks: shared by both readers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from corpus.building.emphasis import formatted_text
from corpus.building.lists import Line, marked_lines
from corpus.page.formatting import Runs
from corpus.syntax.parser_state import BLOCK, EMPHASIS, GAP, HOLE, LINK_START, MARKERS, B, PageState

_MARKERS = tuple(MARKERS)
_NOTHING = f" \t{GAP}{HOLE}{EMPHASIS}"
_HOLES = (HOLE, GAP)
_OPENING = tuple("'\"“„«([" + LINK_START)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text, clean and on one line; not yet cut into sentences. `runs` are its emphasised ranges."""

    text: str
    runs: Runs = ()


@dataclass(frozen=True, slots=True)
class ListLines:
    """Consecutive list lines."""

    lines: tuple[Line, ...]


def grouped(
    lines: Iterable[str],
    state: PageState[B],
    item: Callable[[str], str] = str,
    is_dropped: Callable[[str], bool] = lambda line: False,
) -> Iterator[B | Paragraph | ListLines]:
    """Lines grouped: blank lines, blocks and list lines end a paragraph.

    `item` rewrites a list line; a line that `is_dropped` ends a list and no paragraph. A template alone on its line,
    or right before its first word, is a block of its own: no sentence misses its words.
    """
    text: list[str] = []
    listed: list[Line] = []
    for line in map(str.strip, lines):
        if line.lstrip(EMPHASIS).startswith(_HOLES):
            line = _without_block(line)
        is_item = line.startswith(_MARKERS)
        mark = BLOCK.fullmatch(line)
        if listed and not is_item:
            yield ListLines(tuple(listed))
            listed = []
        if text and (mark or is_item or not line.strip(_NOTHING)):
            yield from _paragraph(text)
            text = []
        if mark:
            yield state.block(mark)
        elif is_item:
            listed += marked_lines(item(line))
        elif line and not is_dropped(line):
            text.append(line)
    if listed:
        yield ListLines(tuple(listed))
    yield from _paragraph(text)


def _without_block(line: str) -> str:
    """A line without the hole of a template that stands alone on it or right before its first word."""
    rest = line.lstrip(_NOTHING)
    if not rest:
        return GAP
    before = line[: -len(rest)]
    touches = before.rstrip(EMPHASIS).endswith(_HOLES)
    begins = rest.startswith(_OPENING) or (rest[0].isalpha() and not rest[0].islower())
    marks = "".join(mark for mark in before if mark in EMPHASIS)
    return GAP + marks + rest if touches and begins else line


def has_words(text: str) -> bool:
    """Return whether the text has a letter or figure."""
    return any(character.isalnum() for character in text)


def _paragraph(lines: list[str]) -> Iterator[Paragraph]:
    text, runs = formatted_text("\n".join(lines))
    if has_words(text):
        yield Paragraph(text, runs)
