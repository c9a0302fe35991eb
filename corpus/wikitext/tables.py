"""Convert tables of wikitext pages, in wikitext or HTML tags, to parsed tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from corpus.building.cleanup import clean_text
from corpus.building.colours import colours_of, has_own_headers
from corpus.building.emphasis import formatted_text
from corpus.building.flow import has_words
from corpus.building.table_layout import ParsedCell, ParsedTable, joined, parsed_cell
from corpus.page.elements import TableKind, Untrusted
from corpus.page.formatting import NO_COLOURS, Colours
from corpus.syntax.nodes import Kind, Markup, Node
from corpus.syntax.parser_state import BLOCK, BREAK, BULLET, Flag, Hatnote, InfoboxBlock, ParserState, TableBlock
from corpus.syntax.tables import CellMarkup, TableSyntax, attribute, table_classes, table_rows
from corpus.templates.tables.arguments import UNKNOWN_BEGINNING
from corpus.templates.tables.registry import WORDS_ONLY
from corpus.wikitext.infobox import read_infobox
from corpus.wikitext.inline import render
from corpus.wikitext.table_templates import expanded, name_of

_FIGURE = re.compile(r"\d+")


def read_table(table: TableSyntax, state: ParserState) -> ParsedTable:
    """The rows of a table, in wikitext or HTML; rows without cells are left out as MediaWiki does."""
    kind: TableKind = "infobox" if "infobox" in table_classes(table) else "general"
    written = table_rows(expanded(table, state))
    unknown = [*_unknown_beginning(table), *_writers(written.outside, state)]
    around = _colours(table.attributes)
    of_headers = NO_COLOURS if has_own_headers(table_classes(table)) else around
    rows = tuple(
        tuple(_cell(cell, state, unknown, of_headers if cell.is_header else around) for cell in row)
        for row in written.rows
        if row
    )
    captions = (formatted_text(render(caption, state)) for caption in written.captions)
    caption, runs = next((each for each in captions if each[0]), (None, ()))
    for name in unknown:
        state.dropped[f"cells of template {name}"] += 1
    return ParsedTable(kind, rows, caption, Untrusted.TEMPLATE_CELLS if unknown else None, runs)


def read_rows(rows: Iterable[Sequence[CellMarkup]], state: ParserState) -> tuple[tuple[ParsedCell, ...], ...]:
    """The cells of some rows, in which templates write text and no cells."""
    return tuple(tuple(_cell(cell, state, []) for cell in row) for row in rows)


def _unknown_beginning(table: TableSyntax) -> list[str]:
    """The template that the table begins with, when nobody knows what header it writes."""
    return list(filter(None, [attribute(table.attributes, UNKNOWN_BEGINNING)]))


def _writers(outside: Iterable[Node], state: ParserState) -> Iterator[str]:
    """The names of templates outside the cells that may write rows or cells: all but those known to show nothing."""
    for node in outside:
        name = name_of(node)
        if clean_text(render(_alone(node), state)) or state.templates[name]:
            yield name


def _alone(node: Node) -> Markup:
    return Markup(node.inner.text, node.start, node.end, (node,))


def _cell(cell: CellMarkup, state: ParserState, unknown: list[str], around: Colours = NO_COLOURS) -> ParsedCell:
    """A cell. A template nobody knows that stands where its attributes may stand is added to `unknown`."""
    state.cells += 1
    doubtful = {name: state.templates[name] for name in _possible_writers(cell) if name not in WORDS_ONLY}
    text = _without_blocks(render(cell.contents, state), state)
    state.cells -= 1
    unknown += (name for name, before in doubtful.items() if state.templates[name] > before)
    rows, columns = (_FIGURE.search(attribute(cell.attributes, name)) for name in ("rowspan", "colspan"))
    colours = _colours(cell.attributes, _colours(cell.row_attributes, around))
    return parsed_cell(text, is_header=cell.is_header, rows=rows, columns=columns, colours=colours)


@lru_cache(maxsize=10_000)  # the cells of a table have the same few
def _colours(attributes: str, around: Colours = NO_COLOURS) -> Colours:
    if not attributes:
        return around
    return colours_of(attribute(attributes, "style"), attribute(attributes, "bgcolor"), around)


def _possible_writers(cell: CellMarkup) -> Iterator[str]:
    """The names of templates where cells may begin: what the cell's line consists of, or a later line of it.

    Behind attributes with a bar, and before words, a template writes text.
    """
    text, start, end = cell.contents.text, cell.contents.start, cell.contents.end
    ends = [*(node.start for node in cell.contents.nodes[1:]), end]
    for node, after in zip(cell.contents.nodes, ends, strict=False):
        if node.kind is Kind.TEMPLATE:
            before = text[max(start, node.start - 100) : node.start].rstrip(" \t")
            begins_cell = not cell.attributes and node.start - start < 100 and not before.strip()
            words_follow = has_words(text[node.end : min(after, node.end + 100)].partition("\n")[0])
            if (
                (begins_cell or before.endswith("\n"))
                and not words_follow
                and (name := name_of(node)) not in WORDS_ONLY
            ):
                yield name


def _line(text: str) -> str:
    return f"\n{BULLET}{text}{BREAK}"


def _without_blocks(text: str, state: ParserState) -> str:
    """A cell's text, that of tables inside it included; a heading, which cannot stand there, is counted as dropped."""

    def replace(mark: re.Match[str]) -> str:
        block = state.block(mark)
        match block:
            case Hatnote(text):
                return text
            case Flag():
                return ""
            case TableBlock(inner):
                return _line(joined(read_table(inner, state)))
            case InfoboxBlock(template):
                return _line(joined(read_infobox(template, state)))
        state.dropped[f"{type(block).__name__.removesuffix('Markup').lower()} inside a cell"] += 1
        return ""

    return BLOCK.sub(replace, text)
