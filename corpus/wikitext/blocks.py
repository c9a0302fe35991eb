"""Convert wikitext to a stream of blocks: headings, hatnotes, paragraphs, marked list lines, tables, infoboxes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from corpus.building.cleanup import clean_text
from corpus.building.flow import ListLines, Paragraph, grouped, has_words
from corpus.rules import PAPER, Rules, is_excluded, kept
from corpus.syntax.hidden_markup import visible
from corpus.syntax.nodes import Kind, Node, Source
from corpus.syntax.parser_state import (
    BLOCK,
    INDENT,
    LINK_END,
    LINK_START,
    MARKERS,
    TERM,
    Block,
    Hatnote,
    Heading,
    ParserState,
)
from corpus.syntax.scanner import scan
from corpus.templates.hatnotes import indented_hatnote
from corpus.wikitext.inline import heading_of, render
from corpus.wikitext.table_templates import with_tables
from corpus.word_lists import names

_CELLS = ("|", "! ", "{|")
_TERM = re.compile(f"[{MARKERS}]*{TERM}(?![{MARKERS}])")
_LINK_OR_COLON = re.compile(f"{LINK_START}[^{LINK_END}]*{LINK_END}|:(?!//)")
_REDIRECT = re.compile(
    rf"\s*[#＃](?:{'|'.join(map(re.escape, sorted(names('redirect_words.txt', 'words'), reverse=True)))})"
    r"\s*:?\s*\[\[([^\[\]{}<>|\n]+)",
    re.IGNORECASE,
)


Flow = Block | Paragraph | ListLines


def redirect_target(wikitext: str) -> str | None:
    """The target, as written, of a page that only redirects; None for any other page."""
    match = _REDIRECT.match(wikitext)
    return match[1].strip() if match else None


def parse(wikitext: str) -> Source:
    """The page's wikitext as a tree, without what nobody sees. Its first line begins a line like any other."""
    return with_tables(scan("\n" + visible(wikitext)))


def blocks(source: Source, reading: ParserState, rules: Rules = PAPER) -> list[Flow]:
    """The page's blocks in order, without what the rules leave out."""
    return kept(_flow(_lines(source, reading), reading), reading.dropped, rules, reading.site.language)


def _lines(source: Source, reading: ParserState) -> Iterator[str]:
    """The page's lines. Of a section that the rules leave out anyway, only the headings are read."""
    left_level: int | None = None
    for node, body in _sections(source):
        if node is not None:
            heading = heading_of(node, reading)
            if left_level is None or heading.level <= left_level:
                left_level = heading.level if is_excluded(heading, reading.site.language) else None
            yield reading.mark(heading).strip()
        if left_level is None:
            yield from render(body, reading).split("\n")


def _sections(source: Source) -> Iterator[tuple[Node | None, Source]]:
    """Every heading with what stands below it, after what stands above the first."""
    heading, start, first = None, source.start, 0
    for number, node in enumerate(source.nodes):
        if node.kind is Kind.HEADING:
            yield heading, Source(source.text, start, node.start, source.nodes[first:number])
            heading, start, first = node, node.end, number + 1
    yield heading, Source(source.text, start, source.end, source.nodes[first:])


def _flow(lines: Iterable[str], reading: ParserState) -> Iterator[Flow]:
    def is_stray_cell(line: str) -> bool:
        """Return whether it is a cell of a table that began inside a template."""
        if is_cell := line.startswith(_CELLS):
            reading.dropped["cell outside a table"] += 1
        return is_cell

    return grouped(_with_indented_hatnotes(iter(lines), reading), reading, _with_definition, is_stray_cell)


def _with_definition(line: str) -> str:
    """`; term : definition` with the marker that its first colon outside a link is."""
    if not _TERM.match(line):
        return line
    for found in _LINK_OR_COLON.finditer(line):
        if found[0] == ":":
            return line[: found.start()] + INDENT + line[found.end() :]
    return line


def _with_indented_hatnotes(lines: Iterator[str], reading: ParserState) -> Iterator[str]:
    """Above the first text and heading of a page, marks instead of the lines that are hatnotes without a template."""
    for line in lines:
        if not has_words(line):
            yield line
            continue
        note = indented_hatnote(line)
        if note is not None and has_words(clean_text(note)):
            yield reading.mark(Hatnote(note)).strip()
            continue
        yield line
        mark = BLOCK.fullmatch(line.strip())
        if isinstance(reading.block(mark), Heading) if mark else has_words(clean_text(line)):
            break
    yield from lines
