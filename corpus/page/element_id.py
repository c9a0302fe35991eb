"""Parse and build element ids such as `Page_cell_0_3_1`; no other module knows their syntax.

Contract: reference/feverous_format.md (a), "Elements". Everywhere else an id is an opaque string:
inside a page an element carries its *local* id ("cell_0_3_1"), outside it the *full* id
("Harbour League_cell_0_3_1"). Every FEVEROUS reader cuts a full id at its first underscore, which is
why a page title may never hold one.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from corpus.characters import storable


class ElementKind(StrEnum):
    """Kind of an element; the value is the word written in the id."""

    TITLE = "title"
    SECTION = "section"
    SENTENCE = "sentence"
    TABLE = "table"
    TABLE_CAPTION = "table_caption"
    CELL = "cell"
    HEADER_CELL = "header_cell"
    LIST = "list"
    ITEM = "item"


class BadElementId(ValueError):
    """The text is not an element id; the message says what is wrong with it."""


class BadTitle(ValueError):
    """The text cannot name a page."""


# How many numbers follow each kind: table T, row R, column C; list L, item I.
NUMBERS = {
    ElementKind.TITLE: 0,
    ElementKind.SECTION: 1,
    ElementKind.SENTENCE: 1,
    ElementKind.TABLE: 1,
    ElementKind.TABLE_CAPTION: 1,
    ElementKind.CELL: 3,
    ElementKind.HEADER_CELL: 3,
    ElementKind.LIST: 1,
    ElementKind.ITEM: 2,
}
# The kind of the element that a part is in.
_HOLDERS = {
    **dict.fromkeys((ElementKind.CELL, ElementKind.HEADER_CELL, ElementKind.TABLE_CAPTION), ElementKind.TABLE),
    ElementKind.ITEM: ElementKind.LIST,
}
# The kinds that released evidence contains (contract (a): nothing else is ever cited).
CITABLE = frozenset(
    {
        ElementKind.SENTENCE,
        ElementKind.CELL,
        ElementKind.HEADER_CELL,
        ElementKind.TABLE_CAPTION,
        ElementKind.ITEM,
    }
)

# Longest kind first, so that "header_cell" is never read as a page ending in "_header" and a cell.
_KINDS = "|".join(sorted((kind.value for kind in ElementKind), key=len, reverse=True))
# The page is lazy for the same reason; the numbers pin the match to the right end.
_ID = re.compile(rf"(?P<page>.+?)_(?P<kind>{_KINDS})(?P<numbers>(?:_(?:0|[1-9][0-9]*))*)", re.DOTALL)
_LOCAL = re.compile(rf"(?P<kind>{_KINDS})(?P<numbers>(?:_(?:0|[1-9][0-9]*))*)")
_BIDI_MARKS = re.compile("[\u200e\u200f\u202a-\u202e]")


@dataclass(frozen=True, slots=True)
class ElementId:
    """One element of one page; `str()` gives the full id."""

    page: str
    kind: ElementKind
    numbers: tuple[int, ...]

    @property
    def local(self) -> str:
        """The id without its page: "cell_0_3_1"."""
        return local_id(self.kind, *self.numbers)

    @property
    def holder(self) -> str:
        """The local id of the element that it is or is part of: "table_0"."""
        return local_id(_HOLDERS.get(self.kind, self.kind), *self.numbers[:1])

    def __str__(self) -> str:
        return full_id(self.page, self.local)


def local_id(kind: ElementKind, *numbers: int) -> str:
    """The local id of an element: `local_id(CELL, 0, 3, 1)` is "cell_0_3_1"."""
    return "_".join((kind.value, *map(str, numbers)))


def full_id(page_title: str, local: str) -> str:
    """The id that evidence and context use: page title, underscore, local id."""
    return f"{page_title}_{local}"


def holder_of(local: str) -> str:
    """`ElementId.holder` of a local id: "table_0" for "cell_0_3_1". Raises BadElementId."""
    return parse(full_id("-", local)).holder


def title_id(page_title: str) -> str:
    """The id of a page's title, first in every context (contract (c))."""
    return full_id(page_title, local_id(ElementKind.TITLE))


@lru_cache(maxsize=16_384)  # a release reads each id half a dozen times
def parse(text: str) -> ElementId:
    """Read a full id from its right end. Raises BadElementId, never anything else."""
    page, _, local = text.partition("_")
    parts = _parts(local)
    if parts is None or not page.strip():
        raise BadElementId(_fault(text))
    return ElementId(page, *parts)


@lru_cache(maxsize=16_384)  # of a million ids there are some thousand ends
def _parts(local: str) -> tuple[ElementKind, tuple[int, ...]] | None:
    """Kind and numbers of a local id; None of what is none."""
    match = _LOCAL.fullmatch(local)
    if match is None:
        return None
    kind, numbers = ElementKind(match["kind"]), tuple(map(int, match["numbers"].split("_")[1:]))
    return (kind, numbers) if len(numbers) == NUMBERS[kind] else None


def _fault(text: str) -> str:
    """Say why the text is not a full id."""
    match = _ID.fullmatch(text)
    if match is None:
        return f"{text!r} is not an element id: it should end like _sentence_0 or _cell_0_3_1"
    page, kind, numbers = match["page"], ElementKind(match["kind"]), match["numbers"].count("_")
    if numbers != NUMBERS[kind]:
        return f"{text!r}: {kind} takes {NUMBERS[kind]} number(s), not {numbers}"
    if "_" in page:
        return f"{text!r}: the page title {page!r} has an underscore; titles use spaces"
    return f"{text!r} names no page"


def is_citable(element: ElementId) -> bool:
    """Return whether the element may stand in an evidence set: sentence, cell, header cell, caption or item."""
    return element.kind in CITABLE


def normalise_title(text: str) -> str:
    """The stored form of a page title, for every lookup. Raises BadTitle when nothing is left.

    NFD, underscores to spaces, white space collapsed, fragment and leading colon dropped, first
    letter upper-cased as MediaWiki does.
    """
    name = clean_title(text)
    first = name[0].upper()
    return first + name[1:] if len(first) == 1 else name  # "ß" stays: its capital is two letters


def clean_title(text: str) -> str:
    """`normalise_title` with the first letter as given: FEVEROUS' database has pages spelled "iPhone"."""
    name = _BIDI_MARKS.sub("", unicodedata.normalize("NFD", storable(text))).partition("#")[0]
    name = " ".join(name.replace("_", " ").split()).removeprefix(":").strip()
    if not name:
        raise BadTitle(f"{text!r} is not a page title")
    return name
