"""State of the reader of rendered HTML during one page, and the placeholders that stand for blocks.

The text it makes holds the private characters of `corpus.syntax.parser_state`, as wikitext does when it is read:
paragraphs, list lines, cells and left-out notes are tidied by the same code.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from corpus.elements import TableKind
from corpus.site import Site
from corpus.syntax.parser_state import BLOCK_END, BLOCK_START, LESS, MORE, Flag, Hatnote, Heading


@dataclass(frozen=True, slots=True)
class TableNode:
    """A data table still to be read."""

    node: LexborNode
    kind: TableKind


@dataclass(frozen=True, slots=True)
class IndentedNote:
    """One indented line all in italics: above the text of a page it is a hatnote, as written before templates."""

    text: str


Block = Heading | Hatnote | Flag | TableNode | IndentedNote

# Private characters forged by the page go, white space has no meaning of its own, and < begins no tag any more.
_UNWRITTEN = {**dict.fromkeys(range(0xE000, 0xE00C)), **dict.fromkeys(map(ord, "\t\n\r\f\v\x85\u2028\u2029"), " ")}
_CHARACTERS = _UNWRITTEN | {ord("<"): LESS, ord(">"): MORE}
_LIKE_WIKITEXT = re.compile(r"(['{}|_\[])(?=['{}|_h/\[])")
_UNSEEN = "\u2060"  # corpus.building.cleanup removes it, after the mark-up


@dataclass(slots=True)
class HtmlParserState:
    """One page being read: what it is called, where it comes from, and what was dropped, by reason.

    `in_cell`: the text is that of a table's cell, where another table is no block but text.
    """

    title: str
    site: Site
    blocks: list[Block] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)
    in_cell: bool = False

    def mark(self, block: Block) -> str:
        """Remember a block; the returned mark, on a line of its own, stands for it in the text."""
        self.blocks.append(block)
        return f"\n{BLOCK_START}{len(self.blocks) - 1}{BLOCK_END}\n"

    def block(self, mark: re.Match[str]) -> Block:
        """The block that a match of `corpus.syntax.parser_state.BLOCK` stands for."""
        return self.blocks[int(mark[1])]


def as_written(text: str) -> str:
    """Text of the page so that nothing in it is taken for mark-up: two primes in 5'' are no italics here."""
    return _LIKE_WIKITEXT.sub(rf"\1{_UNSEEN}", text.translate(_CHARACTERS))
