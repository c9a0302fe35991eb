"""Convert tables of wikitext pages, in wikitext or HTML tags, to source tables."""

from __future__ import annotations

import re

from corpus.building.cleanup import clean_text
from corpus.building.table_layout import SourceCell, SourceTable, joined, source_cell
from corpus.elements import TableKind
from corpus.syntax.parser_state import BLOCK, BREAK, BULLET, Flag, Hatnote, InfoboxSource, ParserState, TableSource
from corpus.syntax.tables import CellSource, TableSyntax, attribute, table_classes, table_rows
from corpus.wikitext.infobox import read_infobox
from corpus.wikitext.inline import render

_FIGURE = re.compile(r"\d+")


def read_table(table: TableSyntax, reading: ParserState) -> SourceTable:
    """The rows of a table, in wikitext or HTML; rows without cells are left out as MediaWiki does."""
    kind: TableKind = "infobox" if "infobox" in table_classes(table) else "general"
    written = table_rows(table)
    rows = tuple(tuple(_cell(cell, reading) for cell in row) for row in written.rows if row)
    captions = [clean_text(render(caption, reading)) for caption in written.captions]
    return SourceTable(kind, rows, next(filter(None, captions), None))


def _cell(cell: CellSource, reading: ParserState) -> SourceCell:
    reading.cells += 1
    text = _without_blocks(render(cell.contents, reading), reading)
    reading.cells -= 1
    rows, columns = (_FIGURE.search(attribute(cell.attributes, name)) for name in ("rowspan", "colspan"))
    return source_cell(text, is_header=cell.is_header, rows=rows, columns=columns)


def _line(text: str) -> str:
    return f"\n{BULLET}{text}{BREAK}"


def _without_blocks(text: str, reading: ParserState) -> str:
    """A cell's text, that of tables inside it included; a heading, which cannot stand there, is counted as dropped."""

    def replace(mark: re.Match[str]) -> str:
        block = reading.block(mark)
        match block:
            case Hatnote(text):
                return text
            case Flag():
                return ""
            case TableSource(inner):
                return _line(joined(read_table(inner, reading)))
            case InfoboxSource(template):
                return _line(joined(read_infobox(template, reading)))
        reading.dropped[f"{type(block).__name__.removesuffix('Source').lower()} inside a cell"] += 1
        return ""

    return BLOCK.sub(replace, text)
