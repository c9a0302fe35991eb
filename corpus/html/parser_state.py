"""State of the reader of rendered HTML during one page, and the placeholders that stand for blocks.

The text it makes holds the private characters of `corpus.syntax.parser_state`, as wikitext does when it is read:
paragraphs, list lines, cells and left-out notes are tidied by the same code.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from corpus.page.elements import TableKind
from corpus.syntax.parser_state import LESS, MORE, Flag, Hatnote, Heading, PageState
from corpus.syntax.plain_text import parted


@dataclass(frozen=True, slots=True)
class TableNode:
    """A data table still to be read."""

    node: LexborNode
    kind: TableKind


@dataclass(frozen=True, slots=True)
class IndentedNote:
    """One indented line all in italics: above the text of a page it is a hatnote, as written before templates."""

    text: str


@dataclass(frozen=True, slots=True)
class EventNode:
    """A box in which a table stands beside a date and a place: one table, still to be read."""

    node: LexborNode


Block = Heading | Hatnote | Flag | TableNode | EventNode | IndentedNote


@dataclass(slots=True)
class HtmlParserState(PageState[Block]):
    """One rendered page being read: whether tables are judged by content, their roles, the kinds of those around."""

    by_content: bool = True
    tables: Counter[str] = field(default_factory=Counter)
    around: list[TableKind] = field(default_factory=list)  # the tables whose cells are being read, innermost last
    depth: int = 0  # how many layout tables are being read
    pictured: dict[int, bool] = field(default_factory=dict)  # box -> whether there is a picture in it


# Private characters forged by the page go, white space has no meaning of its own, and < begins no tag any more.
_UNWRITTEN = {
    **dict.fromkeys([*range(0xE000, 0xE014), *range(0xE100, 0xE180)]),
    **dict.fromkeys(map(ord, "\t\n\r\f\v\x85\u2028\u2029"), " "),
}
_CHARACTERS = _UNWRITTEN | {ord("<"): LESS, ord(">"): MORE}


def as_written(text: str) -> str:
    """Text of the page so that nothing in it is taken for mark-up: two primes in 5'' are no italics here."""
    return parted(text.translate(_CHARACTERS))
