"""Wikitext to a stream of blocks: headings, hatnotes, paragraphs, marked list lines, tables, infoboxes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import mwparserfromhell
from mwparserfromhell.wikicode import Wikicode

from corpus.characters import storable
from corpus.hatnotes import indented_hatnote
from corpus.inline import render
from corpus.lists import Line, marked_lines
from corpus.reading import BLOCK, GAP, MARKERS, PRIVATE, Block, Hatnote, Heading, Reading
from corpus.rules import without_excluded
from corpus.tidy import tidy

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_COMMENT_LINE = re.compile(r"(?<=\n)[ \t]*<!--(?:(?!-->).)*-->[ \t]*\n", re.DOTALL)
_NOWIKI_OR_REF = re.compile(
    r"<nowiki>.*?</nowiki>"
    r"|<(?P<tag>ref|gallery|timeline|imagemap|score|graph|mapframe|references)\b[^>]*?(?<!/)>"
    r"(?:(?!<(?P=tag)\b).)*?</(?P=tag)\s*>"
    r"|<(?:ref|references|templatestyles|maplink|mapframe)\b[^<>]*/>",
    re.DOTALL | re.IGNORECASE,
)
_TABLE_START = re.compile(r"[ \t:;*#]*\{\|")
_TABLE_END = re.compile(r"[ \t:]*\|\}(?!\})")
_HEADING_LINE = re.compile(r"={1,6}[^=\n].*=[ \t]*$")
_REDIRECT = re.compile(
    r"\s*#(?:redirect|redirecionamento|redirección|rinvia|weiterleitung|doorverwijzing)\s*:?\s*\[\[([^\[\]|\n]+)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text, clean and on one line; not yet cut into sentences."""

    text: str


@dataclass(frozen=True, slots=True)
class ListLines:
    """Consecutive list lines."""

    lines: tuple[Line, ...]


Flow = Block | Paragraph | ListLines


def redirect_target(wikitext: str) -> str | None:
    """The target, as written, of a page that only redirects; None for any other page."""
    match = _REDIRECT.match(wikitext)
    return match[1].strip() if match else None


def parse(wikitext: str) -> Wikicode:
    """The parsed page. Comments, references and forged private characters are taken out first."""
    return mwparserfromhell.parse(prepare(wikitext), skip_style_tags=True)


def prepare(wikitext: str) -> str:
    """Wikitext that parses well: no comments, no references, every table closed and at a line start."""
    text = PRIVATE.sub("", storable(wikitext).replace("\r\n", "\n"))
    text = _COMMENT.sub("", _COMMENT_LINE.sub("", text))
    text = _NOWIKI_OR_REF.sub(
        lambda match: match[0] if match["tag"] is None and "nowiki" in match[0][:8] else GAP, text
    )
    return "\n".join(_closed_tables(text.split("\n")))


def blocks(code: Wikicode, reading: Reading) -> Iterator[Flow]:
    """The page's blocks in order, excluded sections left out."""
    return without_excluded(_flow(render(code, reading).split("\n"), reading), reading.dropped)


def _closed_tables(lines: Iterable[str]) -> Iterator[str]:
    """An open table would make the parser give up on it: it is closed at the next heading or the end."""
    depth = 0
    for line in lines:
        if _TABLE_START.match(line):
            depth += 1
            line = line[line.index("{|") :]
        elif _TABLE_END.match(line):
            if depth == 0:
                continue  # the table it closes began inside a template
            depth -= 1
        elif depth and _HEADING_LINE.match(line):
            yield from ["|}"] * depth
            depth = 0
        yield line
    yield from ["|}"] * depth


def _flow(lines: Iterable[str], reading: Reading) -> Iterator[Flow]:
    """Lines grouped: blank lines, blocks and list lines end a paragraph."""
    text: list[str] = []
    listed: list[Line] = []
    for line in _with_indented_hatnotes(_outside_broken_tables(lines, reading), reading):
        mark = BLOCK.fullmatch(line.strip())
        is_item = line.lstrip().startswith(tuple(MARKERS))
        if listed and not is_item:
            yield ListLines(tuple(listed))
            listed = []
        if text and (mark or is_item or not line.strip(f" \t{GAP}")):
            yield from _paragraph(text)
            text = []
        if mark:
            yield reading.block(mark)
        elif is_item:
            listed += marked_lines(line.strip())
        elif line.strip():
            text.append(line)
    if listed:
        yield ListLines(tuple(listed))
    yield from _paragraph(text)


def _paragraph(lines: list[str]) -> Iterator[Paragraph]:
    text = tidy(" ".join(lines))
    if _has_text(text):
        yield Paragraph(text)


def _has_text(text: str) -> bool:
    return any(character.isalnum() for character in text)


def _outside_broken_tables(lines: Iterable[str], reading: Reading) -> Iterator[str]:
    """A table the parser gave up on comes as plain lines: they are dropped, and counted, as a whole."""
    broken = False
    for line in lines:
        start = line.strip()
        if start.startswith("{|"):
            broken = True
            reading.dropped["table that does not parse"] += 1
        elif broken and BLOCK.fullmatch(start):
            broken = False
        elif broken and start.startswith("|}"):
            broken = False
            continue
        if broken:
            continue
        if start.startswith(("|", "! ")):
            reading.dropped["cell outside a table"] += 1  # of a table that began inside a template
        else:
            yield line


def _with_indented_hatnotes(lines: Iterable[str], reading: Reading) -> Iterator[str]:
    """Above the first text and heading of a page, marks instead of the lines that are hatnotes without a template."""
    above = True
    for line in lines:
        note = indented_hatnote(line) if above else None
        if note is not None and _has_text(tidy(note)):
            yield reading.mark(Hatnote(note)).strip()
            continue
        mark = BLOCK.fullmatch(line.strip())
        above = above and not (isinstance(reading.block(mark), Heading) if mark else _has_text(tidy(line)))
        yield line
