"""Exclusion rules for pages and sections, the same for every source.

| rule | source |
|---|---|
| a page flagged as lacking references or having issues is left out | paper, data statement |
| a section flagged so is left out with its subsections | paper, data statement |
| sections named in data/excluded_sections.txt are left out with their subsections | paper; list of the original code |
| on another wiki, sections of those names in its language | ours: the same rule |

The original code knew a flag by the banner's picture, forgot the flagged section at the next heading of the same
level only, and left out all that followed an excluded heading (feverous_platform.md 7.3 and 7.4). Here a rule takes
its section and subsections and nothing after them. What is dropped is counted by reason; a reason that begins with
"page " says why there is no page at all.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from corpus.syntax.parser_state import Flag, Heading
from corpus.word_lists import groups

T = TypeVar("T")
TableRule = Literal["by-content", "by-class"]


@dataclass(frozen=True, slots=True)
class Rules:
    """Options of the rules. The defaults are the paper's, but for tables: it took those of a data class only."""

    keep_flagged: bool = False  # flagged pages and sections stay; their banners still vanish
    tables: TableRule = "by-content"  # of rendered pages: how tables without a data class are told from layout


PAPER = Rules()


def kept(blocks: Iterable[T], dropped: Counter[str], rules: Rules = PAPER, language: str = "en") -> list[T]:
    """The blocks of one page that stay, without flags; none when the page itself is flagged.

    `language` is the wiki's, as in `Site.language`: it adds the excluded headings of that wiki.
    """
    sections = _sections(blocks)
    reason = None if rules.keep_flagged else _page_flag(sections[0])
    if reason is not None:
        dropped[f"page flagged: {reason}"] += 1
        return []
    found: list[T] = []
    left_level: int | None = None  # of the section being left out
    for section in sections:
        heading = section[0] if section and isinstance(section[0], Heading) else None
        if heading is None or (left_level is not None and heading.level <= left_level):
            left_level = None
        if left_level is None:
            why = _why_left_out(section, heading, language, rules)
            if why is not None:
                dropped[why] += 1
                left_level = heading.level if heading else _LEAD
        if left_level is None:
            found += [block for block in section if not isinstance(block, Flag)]
    return found


_LEAD = 7  # deeper than any heading: the lead is left out alone


def _sections(blocks: Iterable[T]) -> list[list[T]]:
    """The blocks above the first heading, then every heading with what stands under it before the next."""
    sections: list[list[T]] = [[]]
    for block in blocks:
        if isinstance(block, Heading):
            sections.append([])
        sections[-1].append(block)
    return sections


def _page_flag(lead: Sequence[object]) -> str | None:
    """Reason for excluding the page. A banner about the page counts above the first heading only, as originally."""
    return next((block.reason for block in lead if isinstance(block, Flag) and block.scope == "page"), None)


def is_excluded(heading: Heading, language: str) -> bool:
    """Return whether the heading's section is left out whatever stands in it, so that no reader need read it."""
    name = unicodedata.normalize("NFC", heading.text).lower()
    headings = groups("excluded_sections.txt")
    return name in headings["en"] or name in headings.get(language, ())


def _why_left_out(section: Sequence[object], heading: Heading | None, language: str, rules: Rules) -> str | None:
    if heading is not None and is_excluded(heading, language):
        return "excluded section"
    if rules.keep_flagged:
        return None
    return next((f"section flagged: {block.reason}" for block in section if isinstance(block, Flag)), None)
