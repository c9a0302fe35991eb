"""State of the reader during one page of wikitext.

Inline text is rendered to plain characters plus a few private ones that stand for what a later step
decides: a list marker, a line break, a hole where something was left out, or a block (table, infobox,
heading, hatnote) that interrupts the text. They are stripped from the input first, so a page cannot
forge them.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from corpus.page.formatting import Runs
from corpus.page.formulas import HIDDEN
from corpus.site import Site
from corpus.syntax.nodes import Template
from corpus.syntax.tables import TableSyntax
from corpus.syntax.template_tree import Definitions

GAP = "\ue000"  # something was left out here: punctuation around it may have to go too
BREAK = "\ue001"  # <br>: a space in running text, "; " in a table cell
BULLET, NUMBER, INDENT, TERM = "\ue002", "\ue003", "\ue004", "\ue005"  # * # : ; at the start of a line
BLOCK_START, BLOCK_END = "\ue006", "\ue007"
LESS, MORE = "\ue008", "\ue009"  # < and > that were written as entities: no tag begins there
LINK_START, LINK_END = "\ue00a", "\ue00b"  # [[ and ]] of a stored link: brackets in the text are never taken for one
HOLE = "\ue00c"  # a GAP where readers of the wiki see words that are not known here
FLAG_START, FLAG_END = "\ue00d", "\ue00e"  # around a country's name: an icon beside a text, the text where none is
RAISED = "\ue00f"  # before a superscript of letters, which may be a note on the word before it
BOLD, BOLD_END, ITALIC, ITALIC_END = "\ue010", "\ue011", "\ue012", "\ue013"
UNSEEN = "\u2060"  # parts characters that would be mark-up together; goes when the text is tidied

MARKERS = BULLET + NUMBER + INDENT + TERM
EMPHASIS = BOLD + BOLD_END + ITALIC + ITALIC_END
PRIVATE = re.compile(f"[\ue000-\ue013{HIDDEN}]")
BLOCK = re.compile(f"{BLOCK_START}([0-9]+){BLOCK_END}")


@dataclass(frozen=True, slots=True)
class Heading:
    """A section heading, its text already rendered and clean; `runs` are the emphasised ranges of its plain text."""

    level: int
    text: str
    runs: Runs = ()


@dataclass(frozen=True, slots=True)
class Hatnote:
    """A note at the top of a page or section ("Main article: ..."), kept as one sentence; not yet tidy."""

    text: str


@dataclass(frozen=True, slots=True)
class Flag:
    """A banner that says what is wrong with the page or section ("more citations needed"); `corpus.rules` acts on it.

    `scope` is what the banner speaks of; one that speaks of the page but stands in a section is about the section.
    `reason` is the English template's name in lower case, whichever redirect or wiki it was written by.
    """

    scope: Literal["page", "section"]
    reason: str


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A data table still to be read."""

    table: TableSyntax


@dataclass(frozen=True, slots=True)
class InfoboxBlock:
    """An infobox template still to be read."""

    template: Template


Block = Heading | Hatnote | Flag | TableBlock | InfoboxBlock
B = TypeVar("B")


@dataclass(slots=True)
class PageState(Generic[B]):
    """One page being read: what it is called, where it comes from, its blocks so far and what was dropped."""

    title: str
    site: Site
    blocks: list[B] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)  # reason -> how often
    cells: int = 0  # how many table cells, one in another, are being read

    def mark(self, block: B) -> str:
        """Remember a block; the returned mark, on a line of its own, stands for it in the text."""
        self.blocks.append(block)
        return f"\n{BLOCK_START}{len(self.blocks) - 1}{BLOCK_END}\n"

    def block(self, mark: re.Match[str]) -> B:
        """The block that a match of BLOCK stands for."""
        return self.blocks[int(mark[1])]


@dataclass(slots=True)
class ParserState(PageState[Block]):
    """One page of wikitext being read, with the unknown templates by name.

    `definitions` are the wiki's own templates, where they are known.
    """

    templates: Counter[str] = field(default_factory=Counter)
    expanded: int = 0  # characters that templates which write tables were expanded to
    definitions: Definitions | None = None

    @property
    def infoboxes(self) -> frozenset[str]:
        """The names of the wiki's own templates that make infoboxes."""
        return frozenset() if self.definitions is None else self.definitions.infoboxes(self.site.language)
