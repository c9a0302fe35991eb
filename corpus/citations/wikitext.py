"""The citations of a page of wikitext, found again in the page that was built of it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from corpus.characters import storable
from corpus.citations.placing import Placed, citations_of
from corpus.citations.record import Citation, Tag
from corpus.citations.source_values import plain
from corpus.citations.wikitext_marks import Mark, marks_of
from corpus.citations.wikitext_notes import Notes
from corpus.citations.wikitext_words import argument_at, before_mark
from corpus.citations.words import Heading, PageWords, Place, words_in
from corpus.page.elements import Page

_HEADING = re.compile(r"^=[^\n]*=[ \t]*$", re.MULTILINE)
_PICTURE = re.compile(
    r"\[\[(?:file|image|bild|datei|immagine|fichier|archivo|imagen|attēls)[ _]*:"
    r"(?:[^\[\]]++|\[\[[^\[\]]*+\]\]|\[(?!\[)|\](?!\]))*+\]\]",
    re.IGNORECASE,
)
_CALL = re.compile(r"\{\{[^{}]*\}\}")
_NO_SOURCE: tuple[None] = (None,)


def citations_in_wikitext(wikitext: str, page: Page) -> tuple[Citation, ...]:
    """The citations of a page, in page order. A mark that stands in nothing that the page kept has none."""
    marked = marks_of(storable(wikitext).replace("\r\n", "\n"))
    shown = [mark for mark in marked.marks if not mark.hidden]
    if not shown:
        return ()
    placing, notes = _Placing(marked.text, PageWords(page)), Notes(marked)
    found: list[Placed] = []
    for mark in shown:
        place = placing.of(mark)
        if place is not None:
            sources, tags = (_NO_SOURCE, (Tag.CITATION_NEEDED,)) if mark.is_needed else notes.cited_by(mark)
            found.append(Placed(place, sources, mark.group, mark.name, tuple(dict.fromkeys((*mark.tags, *tags)))))
    return citations_of(placing.page, found)


class _Placing:
    """Where the marks of a page stand, asked for in their order."""

    def __init__(self, text: str, page: PageWords) -> None:
        self.page = page
        self._text = text
        self._pictures = [found.span() for found in _PICTURE.finditer(text)]
        self._headings, self._sections = _sections(text, page)
        self._cursor = 0
        self._last: tuple[int, Place | None] = (-1, None)

    def of(self, mark: Mark) -> Place | None:
        """The place of a mark; None where the page has nothing that it could stand in."""
        at = mark.at
        while at and self._text[at - 1].isspace():
            at -= 1
        if self._last[0] != at:
            self._last = at, None if self._is_in_picture(at) else self._found(mark, at)
        return self._last[1]

    def _found(self, mark: Mark, at: int) -> Place | None:
        number = bisect_right(self._headings, at) - 1
        section = self._sections[number]
        if section is None:
            return None
        before = before_mark(self._text, at, self._headings[number])
        page = self.page
        end = page.end_in_box(before, argument_at(self._text, at), section) if mark.boxed else None
        if end is not None:
            return page.place(end, before, section)
        self._cursor = max(self._cursor, section.start)
        end = page.end_of(before, self._cursor, section)
        if end is None:
            start = page.start_of_next(before, self._cursor, section)
            return None if start is None else Place(page.element_at(start + 1), 0, section)
        self._cursor = end
        return page.place(end, before, section)

    def _is_in_picture(self, at: int) -> bool:
        """Return whether the place is in the caption of a picture, which pages leave out."""
        number = bisect_right(self._pictures, (at,)) - 1
        return number >= 0 and at < self._pictures[number][1]


def _sections(text: str, page: PageWords) -> tuple[list[int], list[Heading | None]]:
    """Where each section of the text begins, and which section of the page it is; None for those that were left out."""
    starts: list[int] = [0]
    places: dict[tuple[int, str], list[int]] = {(0, ""): [0]}
    for number, heading in enumerate(_HEADING.finditer(text), start=1):
        line = heading[0].rstrip()
        words = line.strip("= \t")
        level = min(len(line) - len(line.lstrip("=")), len(line) - len(line.rstrip("=")))
        starts.append(heading.end())
        places.setdefault((level, _heading_words(words)), []).append(number)
    found: list[Heading | None] = [None] * len(starts)
    at = 0
    for section in page.sections:
        same = places.get((section.level, section.words), ())
        next_one = bisect_left(same, at)
        if next_one < len(same):
            at = same[next_one]
            found[at] = section
    return starts, found


def _heading_words(written: str) -> str:
    """The words of a heading; templates in it are mostly targets of links, {{anchor}}."""
    words = words_in(plain(_CALL.sub("", written))) or words_in(plain(written))
    return " ".join(words)
