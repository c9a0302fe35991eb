"""Wikitext and HTML table tags of wikitext pages to tables as written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mwparserfromhell.nodes import Tag
from mwparserfromhell.wikicode import Wikicode

from corpus.elements import TableKind
from corpus.inline import attribute, render, table_classes
from corpus.reading import BLOCK, BREAK, Hatnote, Reading
from corpus.tidy import tidy, tidy_cell
from corpus.written_table import MAX_COLUMN_SPAN, MAX_ROW_SPAN, WrittenCell, WrittenTable

_FIGURE = re.compile(r"\d+")
_ROW_GROUPS = ("thead", "tbody", "tfoot")


def read_table(tag: Tag, reading: Reading) -> WrittenTable:
    """The rows of a table tag, in wikitext or HTML; rows without cells are left out as MediaWiki does."""
    kind: TableKind = "infobox" if "infobox" in table_classes(tag) else "general"
    caption: list[str] = []
    rows = tuple(row for row in _rows(tag.contents, reading, caption) if row)
    return WrittenTable(kind, rows, next(filter(None, caption), None))


def _rows(contents: Wikicode, reading: Reading, caption: list[str]) -> Iterator[tuple[WrittenCell, ...]]:
    """Rows in order. Cells written before the first `|-` make a row of their own."""
    loose: list[WrittenCell] = []
    for node in contents.nodes:
        if not isinstance(node, Tag):
            continue
        name = str(node.tag).strip().lower()
        if name == "caption" or str(node).startswith("|+"):
            caption.append(_caption(node, reading))
        elif name in ("td", "th"):
            loose.append(_cell(node, name, reading))
        elif name == "tr" or name in _ROW_GROUPS:
            yield tuple(loose)
            loose = []
            yield from _rows(node.contents, reading, caption)
    yield tuple(loose)


def _caption(tag: Tag, reading: Reading) -> str:
    return tidy(render(tag.contents, reading)).removeprefix("+").strip()


def _cell(tag: Tag, name: str, reading: Reading) -> WrittenCell:
    is_header = name == "th"
    text = _without_blocks(render(tag.contents, reading), reading)
    value = tidy(text.replace(BREAK, " ").replace("\n", " ")) if is_header else tidy_cell(text)
    rows = _span(attribute(tag, "rowspan"), MAX_ROW_SPAN) or MAX_ROW_SPAN  # 0: down to the last row
    return WrittenCell(value, is_header, rows, _span(attribute(tag, "colspan"), MAX_COLUMN_SPAN) or 1)


def _span(text: str, most: int) -> int:
    figure = _FIGURE.search(text)
    return min(int(figure[0]), most) if figure else 1


def _without_blocks(text: str, reading: Reading) -> str:
    """A cell's text; what cannot stand inside a cell is counted as dropped."""

    def replace(mark: re.Match[str]) -> str:
        block = reading.block(mark)
        if isinstance(block, Hatnote):
            return block.text
        reading.dropped[f"{type(block).__name__.removesuffix('Source').lower()} inside a cell"] += 1
        return ""

    return BLOCK.sub(replace, text)
