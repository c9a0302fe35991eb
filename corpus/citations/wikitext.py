"""The citations of a page of wikitext, found again in the page that was built of it."""

from __future__ import annotations

import re
from bisect import bisect_right

from corpus.characters import storable
from corpus.citations.placing import Placed, Placing, citations_of, sections_of
from corpus.citations.record import Citation, Tag
from corpus.citations.source_values import plain
from corpus.citations.wikitext_marks import Mark, marks_of
from corpus.citations.wikitext_notes import Notes
from corpus.citations.wikitext_words import argument_at, before_mark
from corpus.citations.words import PageWords, Place, words_in
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
    words, notes = PageWords(page), Notes(marked)
    places = _Places(marked.text, words)
    found: list[Placed] = []
    for mark in shown:
        place = places.of(mark)
        if place is not None:
            sources, tags = (_NO_SOURCE, (Tag.CITATION_NEEDED,)) if mark.is_needed else notes.cited_by(mark)
            found.append(Placed(place, sources, mark.group, mark.name, tuple(dict.fromkeys((*mark.tags, *tags)))))
    return citations_of(words, found)


class _Places:
    """The places of the marks of a text without marks, asked for in their order."""

    def __init__(self, text: str, page: PageWords) -> None:
        self._text = text
        self._pictures = [found.span() for found in _PICTURE.finditer(text)]
        headings = list(_HEADING.finditer(text))
        self._starts = [0, *(heading.end() for heading in headings)]
        self._sections = sections_of(page, [(0, ""), *(_level_and_words(heading[0]) for heading in headings)])
        self._placing = Placing(page)
        self._last: tuple[int, Place | None] = (-1, None)

    def of(self, mark: Mark) -> Place | None:
        """The place of a mark; None where the page has nothing that it could stand in."""
        at = mark.at
        while at and self._text[at - 1].isspace():
            at -= 1
        if self._last[0] != at:
            self._last = at, self._found(mark, at)
        return self._last[1]

    def _found(self, mark: Mark, at: int) -> Place | None:
        number = bisect_right(self._starts, at) - 1
        section = self._sections[number]
        if section is None or self._is_in_picture(at):
            return None
        argument = argument_at(self._text, at) if mark.boxed else None
        return self._placing.place(before_mark(self._text, at, self._starts[number], self._last[0]), section, argument)

    def _is_in_picture(self, at: int) -> bool:
        """Return whether the place is in the caption of a picture, which pages leave out."""
        number = bisect_right(self._pictures, (at,)) - 1
        return number >= 0 and at < self._pictures[number][1]


def _level_and_words(line: str) -> tuple[int, str]:
    """Level and words of a heading; templates in it are mostly targets of links, {{anchor}}."""
    line = line.rstrip()
    level = min(len(line) - len(line.lstrip("=")), len(line) - len(line.rstrip("=")))
    written = line.strip("= \t")
    return level, " ".join(words_in(plain(_CALL.sub("", written))) or words_in(plain(written)))
