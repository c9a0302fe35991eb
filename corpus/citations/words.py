"""The words of a built page in page order, and where among them those before a mark stand.

Templates write words that are not in the wikitext, so a mark is found by fewer and fewer of the words before it.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from corpus.page.context import caption_id
from corpus.page.elements import List, Page, Section, Sentence, Table
from corpus.page.links import plain_text

WORD = re.compile(r"\w+")
_ASCII = bytes(ord(" ") if byte < 128 and byte and not re.match(r"\w", chr(byte)) else byte for byte in range(256))
_BEYOND_ASCII = re.compile(r"[^\w\x00-\x7f]+")
MOST_WORDS = 8  # before a mark
_SIZES = (8, 5, 3)
_ANYWHERE = 5  # so many words are looked for behind the last mark too
_TEMPLATE = 300  # characters that a template may have written between two words
_NEAR = 1_500  # characters ahead of the last mark in which one or two words are enough
_OF_NOTES = frozenset(
    "footnotes footnote ref refs note notes reference references cite".split()
)  # of an argument's name
_CELL = ("cell", "header_cell")


def words_in(text: str) -> list[str]:
    """The words as both sides are compared by: superscripts as digits, letters apart from their accents."""
    return WORD.findall(_normal(text))


def _normal(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFKD", text)


@dataclass(slots=True)
class Before:
    """What stands before a mark.

    `words`: the last ones; of them `sure` behind the last template, `own` in the mark's own cell or argument, `plain`
    before the last template, `since` behind the mark before (0: too far away to tell). `tail`: what stands between the
    last word and the mark. `cells`: the cells that begin there. `after`: the next words, which few marks are found by.
    """

    words: list[str]
    sure: int
    own: int
    plain: int
    since: int
    tail: str
    cells: int
    after: Callable[[], list[str]]


@dataclass(frozen=True, slots=True)
class Heading:
    """A section of the page: its words, the headings from the outermost to it, and where its own text stands."""

    level: int
    words: str
    path: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Place:
    """An element, by its number among the page's, the characters of it before a mark, and its section."""

    element: int
    offset: int
    section: Heading


class PageWords:
    """The words of a page's sentences, cells, captions and items, and their sections."""

    def __init__(self, page: Page) -> None:
        self.ids: list[str] = []
        self.texts: list[str] = []
        self.sections: list[Heading] = []
        self._starts: list[int] = []
        self._boxes: list[tuple[int, int]] = []
        self._length = 0
        firsts: list[int] = []  # number of the first part of each element
        for element in page.elements:
            firsts.append(len(self.ids))
            if not isinstance(element, Section):
                for local, text in _parts(element):
                    self.ids.append(local)
                    self.texts.append(text)
        words = _normal("\x00".join(self.texts)).encode().translate(_ASCII).decode()  # at once: a page has thousands
        pieces: list[str] = []
        for each in words.split("\x00"):
            self._starts.append(self._length)
            if each := " ".join((each if each.isascii() else _BEYOND_ASCII.sub(" ", each)).split()):
                pieces.append(each)
                self._length += len(each) + 1
        self._text = f" {' '.join(pieces)} "
        self._read_sections(page, [*firsts, len(self.ids)])

    def _read_sections(self, page: Page, firsts: list[int]) -> None:
        """The sections of the page and its infoboxes, by the places where they begin and end."""
        path: list[tuple[int, str]] = []
        begun: list[tuple[int, str, tuple[str, ...], int]] = [(0, "", (), 0)]
        for number, element in enumerate(page.elements):
            start = self._start(firsts[number])
            if isinstance(element, Section):
                while path and path[-1][0] >= element.level:
                    path.pop()
                path.append((element.level, plain_text(element.value)))
                headings = tuple(text for _, text in path)
                begun.append((element.level, " ".join(words_in(headings[-1])), headings, start))
            elif isinstance(element, Table) and element.kind == "infobox":
                self._boxes.append((start, self._start(firsts[number + 1])))
        ends = [each[-1] for each in begun[1:]] + [self._length]
        self.sections = [Heading(*each, end) for each, end in zip(begun, ends, strict=True)]

    def _start(self, number: int) -> int:
        return self._starts[number] if number < len(self._starts) else self._length

    def end_of(self, before: Before, cursor: int, section: Heading) -> int | None:
        """Where the words before a mark end: a place in the section, after the last mark's if possible; or None."""
        words = before.words
        if before.since:  # "Yes || Yes || Yes<ref/>": which of the same words is meant
            following = f" {' '.join(words[-before.since :])} "
            if self._text.startswith(following, cursor, section.end + 1):
                return cursor + len(following) - 1
        found = self._longest(words, cursor, section)
        if found is None and before.sure < len(words):
            found = self._longest(words[len(words) - before.sure :], cursor, section)
        if found is not None:
            return found
        if before.plain and before.plain < len(words):  # the words of the template stand behind these
            found = self._longest(words[: before.plain], cursor, section)
            if found is not None:
                sure = words[len(words) - before.sure :]
                end = self._find(sure, found, found + _TEMPLATE) if sure else None
                return self._behind_template(before, found) if end is None else end
        for size in (2, 1):
            if before.own == size or (before.own > size > 1):
                end = self._find(words[-size:], cursor, min(section.end, cursor + _NEAR))
                if end is not None:
                    return end
        return None

    def _behind_template(self, before: Before, end: int) -> int:
        """The end of what a template wrote behind `end`: before the words behind the mark, or with the element."""
        at = self.element_at(end)
        last = self._start(at + 1)
        after = before.after()
        following = self._find(after[:2], end, last) if len(after) > 1 else None
        if following is not None:
            return following - len(" ".join(after[:2])) - 1
        return last if before.tail[:1] in tuple(".!?") or not after else end

    def start_of_next(self, before: Before, cursor: int, section: Heading) -> int | None:
        """Where the words behind a mark begin; None where they are not found."""
        after = before.after()
        for size in (5, 3, 2):
            if len(after) >= size:
                end = self._find(after[:size], cursor, section.end)
                if end is not None:
                    return end - len(" ".join(after[:size]))
        return None

    def end_in_box(self, before: Before, argument: str, section: Heading) -> int | None:
        """As `end_of` for an argument of an infobox, whose cells stand in an order of their own."""
        own = before.words[len(before.words) - before.own :]
        for start, end in self._boxes:
            if section.start <= start < section.end:
                for words in filter(None, (own, own[-3:] if len(own) > _SIZES[-1] else [])):
                    found = self._in_cells(words, start, end)
                    if found is not None:
                        return found
                found = self._labelled(argument, start, end)
                if found is None and not own and (after := before.after()):
                    found = self._in_cells(after[:1], start, end)
                if found is not None:
                    return found
        return None

    def _labelled(self, argument: str, start: int, end: int) -> int | None:
        """The end of the cell in the row whose header has the words of an argument's name."""
        wanted = {word for word in argument.lower().replace("_", " ").split() if word not in _OF_NOTES}
        first = bisect_left(self._starts, start)
        for at in range(first, len(self.ids) - 1 if wanted else first):
            if self._starts[at] >= end:
                return None
            is_row = self.ids[at].startswith("header") and self.ids[at + 1].startswith("cell")
            if is_row and wanted <= {word.lower() for word in WORD.findall(self.texts[at])}:
                return self._start(at + 2)
        return None

    def place(self, end: int, before: Before, section: Heading) -> Place:
        """The place of a mark whose words end there: in the element of the last one, or an empty cell behind it."""
        at = self.element_at(end)
        if before.cells and self.ids[at].startswith(_CELL):
            cell = self._cell_after(at, before.cells)
            if cell != at:
                return Place(cell, 0, section)
        return Place(at, self._offset_in(at, end, before.tail), section)

    def _in_cells(self, words: list[str], start: int, end: int) -> int | None:
        """The end of these words, rather where a cell begins with them; a single word elsewhere is none."""
        needle = f" {' '.join(words)} "
        first: int | None = None
        place = self._text.find(needle, start, end + 1)
        while place >= 0:
            at = self.element_at(place + 1)
            if self.ids[at].startswith("cell"):
                if self._starts[at] == place:
                    return place + len(needle) - 1
                first = place + len(needle) - 1 if first is None else first
            place = self._text.find(needle, place + 1, end + 1)
        return first if len(words) > 1 else None

    def _longest(self, words: list[str], cursor: int, section: Heading) -> int | None:
        for size in _SIZES:
            size = min(size, len(words))
            if size < _SIZES[-1]:
                return None
            end = self._find(words[-size:], cursor, section.end)
            if end is None and size >= _ANYWHERE:
                end = self._find(words[-size:], section.start, cursor)
            if end is not None:
                return end
        return None

    def _find(self, words: list[str], start: int, end: int) -> int | None:
        """The end of the first of these words that ends behind `start`."""
        needle = f" {' '.join(words)} "
        place = self._text.find(needle, max(start - len(needle) + 2, 0), end + 1)
        return None if place < 0 else place + len(needle) - 1

    def element_at(self, place: int) -> int:
        """The number of the element whose words hold the character before this place."""
        at = bisect_right(self._starts, max(place - 1, 0)) - 1
        return max(at, 0)

    def _cell_after(self, at: int, cells: int) -> int:
        """The empty cell that stands so many cells behind one of a table; that one itself where there is none."""
        for step in (cells, cells - 1, cells + 1, cells + 2):
            number = at + step
            if step > 0 and number < len(self.ids) and not self.texts[number] and self.ids[number].startswith(_CELL):
                return number
        return at

    def _offset_in(self, at: int, place: int, tail: str) -> int:
        """Characters of the element's text up to the words that end at `place`, with the punctuation of `tail`."""
        text = self.texts[at]
        if place == self._start(at + 1):
            offset = len(text)
            while offset and not _is_of_word(text[offset - 1]):
                offset -= 1
        else:
            offset = 0
            count = self._text.count(" ", self._starts[at] + 1, place + 1)
            for number, word in enumerate(WORD.finditer(text), start=1):
                offset = word.end()
                if number >= count:
                    break
        for character in tail:
            if text.startswith(character, offset):
                offset += 1
        return offset


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character == "_" or unicodedata.combining(character) > 0


def _parts(element: Sentence | Table | List) -> Iterator[tuple[str, str]]:
    """(local id, plain text) of what a mark can stand in."""
    if isinstance(element, Sentence):
        yield element.id, plain_text(element.text)
    elif isinstance(element, List):
        for item in element.items:
            yield item.id, plain_text(item.value)
    else:
        if element.caption is not None:
            yield caption_id(element), plain_text(element.caption)
        last = ""
        for row in element.rows:
            for cell in row:
                if cell.id != last:
                    value = cell.value
                    yield cell.id, plain_text(value) if "[[" in value else value
                last = cell.id
