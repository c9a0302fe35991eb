"""Wikitext and HTML table tags of wikitext pages to tables as written."""

from __future__ import annotations

import re

from corpus.building.cleanup import tidy, tidy_cell
from corpus.building.table_layout import MAX_COLUMN_SPAN, MAX_ROW_SPAN, WrittenCell, WrittenTable, joined
from corpus.elements import TableKind
from corpus.syntax.parser_state import BLOCK, BREAK, BULLET, Flag, Hatnote, InfoboxSource, Reading, TableSource
from corpus.syntax.tables import CellSource, SourceOfTable, attribute, table_classes, table_rows
from corpus.wikitext.infobox import read_infobox
from corpus.wikitext.inline import render

_FIGURE = re.compile(r"\d+")


def read_table(table: SourceOfTable, reading: Reading) -> WrittenTable:
    """The rows of a table, in wikitext or HTML; rows without cells are left out as MediaWiki does."""
    kind: TableKind = "infobox" if "infobox" in table_classes(table) else "general"
    written = table_rows(table)
    rows = tuple(tuple(_cell(cell, reading) for cell in row) for row in written.rows if row)
    captions = [tidy(render(caption, reading)) for caption in written.captions]
    return WrittenTable(kind, rows, next(filter(None, captions), None))


def _cell(cell: CellSource, reading: Reading) -> WrittenCell:
    reading.cells += 1
    text = _without_blocks(render(cell.contents, reading), reading)
    reading.cells -= 1
    value = tidy(text.replace(BREAK, " ").replace("\n", " ")) if cell.is_header else tidy_cell(text)
    rows = _span(attribute(cell.attributes, "rowspan"), MAX_ROW_SPAN) or MAX_ROW_SPAN  # 0: down to the last row
    columns = _span(attribute(cell.attributes, "colspan"), MAX_COLUMN_SPAN) or 1
    return WrittenCell(value, cell.is_header, rows, columns)


def _span(text: str, most: int) -> int:
    figure = _FIGURE.search(text)
    return min(int(figure[0]), most) if figure else 1


def _line(text: str) -> str:
    return f"\n{BULLET}{text}{BREAK}"


def _without_blocks(text: str, reading: Reading) -> str:
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
