"""Convert wikitext to a stream of blocks: headings, hatnotes, paragraphs, marked list lines, tables, infoboxes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from corpus.building.cleanup import clean_text
from corpus.building.flow import ListLines, Paragraph, grouped, has_words
from corpus.rules import PAPER, Rules, is_excluded, kept
from corpus.syntax.hidden_markup import visible
from corpus.syntax.nodes import Kind, Markup, Node
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


def parse(wikitext: str) -> Markup:
    """The page's wikitext as a tree, without what nobody sees. Its first line begins a line like any other."""
    return with_tables(scan("\n" + visible(wikitext)))


def blocks(markup: Markup, state: ParserState, rules: Rules = PAPER) -> list[Flow]:
    """The page's blocks in order, without what the rules leave out."""
    return kept(_flow(_lines(markup, state), state), state.dropped, rules, state.site.language)


def _lines(markup: Markup, state: ParserState) -> Iterator[str]:
    """The page's lines. Of a section that the rules leave out anyway, only the headings are read."""
    left_level: int | None = None
    for node, body in _sections(markup):
        if node is not None:
            heading = heading_of(node, state)
            if left_level is None or heading.level <= left_level:
                left_level = heading.level if is_excluded(heading, state.site.language) else None
            yield state.mark(heading).strip()
        if left_level is None:
            yield from render(body, state).split("\n")


def _sections(markup: Markup) -> Iterator[tuple[Node | None, Markup]]:
    """Every heading with what stands below it, after what stands above the first."""
    heading, start, first = None, markup.start, 0
    for number, node in enumerate(markup.nodes):
        if node.kind is Kind.HEADING:
            yield heading, Markup(markup.text, start, node.start, markup.nodes[first:number])
            heading, start, first = node, node.end, number + 1
    yield heading, Markup(markup.text, start, markup.end, markup.nodes[first:])


def _flow(lines: Iterable[str], state: ParserState) -> Iterator[Flow]:
    def is_stray_cell(line: str) -> bool:
        """Return whether it is a cell of a table that began inside a template."""
        if is_cell := line.startswith(_CELLS):
            state.dropped["cell outside a table"] += 1
        return is_cell

    return grouped(_with_indented_hatnotes(iter(lines), state), state, _with_definition, is_stray_cell)


def _with_definition(line: str) -> str:
    """`; term : definition` with the marker that its first colon outside a link is."""
    if not _TERM.match(line):
        return line
    for found in _LINK_OR_COLON.finditer(line):
        if found[0] == ":":
            return line[: found.start()] + INDENT + line[found.end() :]
    return line


def _with_indented_hatnotes(lines: Iterator[str], state: ParserState) -> Iterator[str]:
    """Above the first text and heading of a page, marks instead of the lines that are hatnotes without a template."""
    for line in lines:
        if not has_words(line):
            yield line
            continue
        note = indented_hatnote(line)
        if note is not None and has_words(clean_text(note)):
            yield state.mark(Hatnote(note)).strip()
            continue
        yield line
        mark = BLOCK.fullmatch(line.strip())
        if isinstance(state.block(mark), Heading) if mark else has_words(clean_text(line)):
            break
    yield from lines
