"""Parse the rows and cells of a wikitext table by MediaWiki's line rules, before anything in them is rendered."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from corpus.syntax.nodes import Kind, Markup, Node

DATA_CLASSES = frozenset("wikitable infobox sortable prettytable standard standaard bordered".split())
_DATA_TEMPLATE = re.compile(r"\{\{\s*(?:pretty|wiki)table\b", re.IGNORECASE)  # they write the class
_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_MARK = re.compile(r"\n[ \t]*(?P<line>\|-+|\|\+|\||!)?|\|\||!!|\|")
_CELL_TAGS = {"td": "|", "th": "!", "caption": "|+"}
_ROW_TAGS = frozenset({"tr", "thead", "tbody", "tfoot"})
_TABLE_TAGS = _ROW_TAGS.union(_CELL_TAGS)


@dataclass(frozen=True, slots=True)
class CellMarkup:
    """One cell; its attributes, and those of its row, are as written."""

    is_header: bool
    attributes: str
    contents: Markup
    row_attributes: str = ""


@dataclass(frozen=True, slots=True)
class TableRows:
    """Rows and captions of a table, and what stands at the beginning of a line outside its cells. Rows may be empty."""

    rows: tuple[tuple[CellMarkup, ...], ...]
    captions: tuple[Markup, ...]
    outside: tuple[Node, ...] = ()  # templates where a cell or row begins, outside any cell


@dataclass(frozen=True, slots=True)
class TableSyntax:
    """A table still to be read: its own attributes as written, and where it stands."""

    attributes: str
    node: Node


def table_syntax(node: Node) -> TableSyntax:
    """The table that a TABLE or `<table>` node stands for."""
    if node.kind is Kind.TABLE:
        inner = node.inner
        line_end = inner.text.find("\n", inner.start, inner.end)
        return TableSyntax(inner.text[inner.start : inner.end if line_end < 0 else line_end], node)
    return TableSyntax(node.inner.text[node.start : node.inner.start], node)


def is_data_table(table: TableSyntax) -> bool:
    """Return whether a table holds data (class wikitable or infobox) and not a page layout."""
    return bool(DATA_CLASSES.intersection(table_classes(table)) or _DATA_TEMPLATE.search(table.attributes))


def table_classes(table: TableSyntax) -> list[str]:
    """The class names of a table, in lower case."""
    return attribute(table.attributes, "class").lower().split()


def attribute(attributes: str, name: str) -> str:
    """One of some attributes as written, "" when absent."""
    for found in _ATTRIBUTE.finditer(attributes):
        if found[1].lower() == name:
            return (found[2] or found[3] or found[4] or "").strip()
    return ""


@dataclass(slots=True)
class _Lines:
    """The table read so far. What is open ends where the next mark begins."""

    markup: Markup
    rows: list[list[CellMarkup]] = field(default_factory=lambda: [[]])
    captions: list[Markup] = field(default_factory=list)
    opened: str = ""  # "|", "!" or "|+", when a cell or a caption is open
    start: int = 0
    bar: int = -1  # the first single | in it: attributes stand before it
    node: int = 0  # how many nodes stand before it
    attributes: str = ""  # of the tag that opened it
    on_line: bool = False  # whether || would begin another cell here
    row_attributes: str = ""

    def close(self, place: int, node: int) -> None:
        """End the cell or caption that is open, which holds the nodes before number `node`."""
        if not self.opened:
            return
        nodes, start, attributes = self.markup.nodes[self.node : node], self.start, self.attributes
        # a bar behind two brackets is no end of attributes, whether a link begins there or not
        if self.bar >= 0 and self.markup.text.find("[[", self.start, self.bar) < 0:
            attributes, start = self.markup.text[self.start : self.bar], self.bar + 1
            nodes = tuple(each for each in nodes if each.start >= start)
        contents = Markup(self.markup.text, start, place, nodes)
        if self.opened == "|+":
            self.captions.append(contents)
        else:
            self.rows[-1].append(CellMarkup(self.opened == "!", attributes, contents, self.row_attributes))
        self.opened = ""

    def begin(self, mark: str, place: int, node: int) -> None:
        """Open a cell or caption whose text begins at `place`."""
        self.opened, self.start, self.bar, self.node = mark, place, -1, node
        self.on_line, self.attributes = True, ""


def table_rows(table: TableSyntax) -> TableRows:
    """The rows of the table. Cells written before the first `|-` or `<tr>` make a row of their own."""
    markup = table.node.inner
    lines = _Lines(markup)
    outside: list[Node] = []
    for number, (start, end) in enumerate(markup.gaps()):
        if table.node.kind is Kind.TABLE:
            for mark in _MARK.finditer(markup.text, start, end):
                _read(lines, mark, number)
        if number < len(markup.nodes):
            node = markup.nodes[number]
            if node.kind is Kind.TEMPLATE:
                if not lines.opened and _begins_line(markup, node.start):
                    outside.append(node)
            else:
                _read_tag(lines, node, number)
    lines.close(markup.end, len(markup.nodes))
    return TableRows(tuple(map(tuple, lines.rows)), tuple(lines.captions), tuple(outside))


def tables_outside_cells(table: TableSyntax) -> Iterator[Node]:
    """The tables in a table that stand in no cell or caption of it: browsers show them behind it."""
    if not any(map(_is_table, table.node.inner.nodes)):
        return
    read = table_rows(table)
    contents = (*read.captions, *(cell.contents for row in read.rows for cell in row))
    inside = sorted((each.start, each.end) for each in contents)
    starts = [start for start, _ in inside]
    for node in filter(_is_table, table.node.inner.nodes):
        number = bisect_right(starts, node.start) - 1
        if number < 0 or node.start >= inside[number][1]:
            yield node


def _is_table(node: Node) -> bool:
    return node.kind is Kind.TABLE or (node.kind is Kind.ELEMENT and node.name == "table")


def _begins_line(markup: Markup, place: int) -> bool:
    """Return whether nothing stands before this place on its line; the table's first line holds its attributes."""
    before = markup.text[markup.start : place] if place - markup.start < 200 else markup.text[place - 200 : place]
    return before.rstrip(" \t").endswith("\n")


def _read(lines: _Lines, mark: re.Match[str], node: int) -> None:
    written, line = mark[0], mark["line"]
    if line is not None:
        lines.close(mark.start(), node)
        if line.startswith("|-"):
            lines.rows.append([])
            lines.row_attributes = _rest_of_line(lines.markup, mark.end())
        else:
            lines.begin(line, mark.end(), node)
    elif written[0] == "\n":
        lines.on_line = False
    elif not lines.opened or not lines.on_line:
        return
    elif written == "|":
        lines.bar = mark.start() if lines.bar < 0 else lines.bar
    elif lines.opened != "|+" and (written == "||" or lines.opened == "!"):
        opened = lines.opened
        lines.close(mark.start(), node)
        lines.begin(opened, mark.end(), node)


def _rest_of_line(markup: Markup, place: int) -> str:
    end = markup.text.find("\n", place, markup.end)
    return markup.text[place : markup.end if end < 0 else end]


def _read_tag(lines: _Lines, node: Node, number: int) -> None:
    """HTML may make rows and cells, even between `{|` and `|}`. Their end need not be written."""
    if node.kind is not Kind.TAG or node.name not in _TABLE_TAGS:
        return
    lines.close(node.start, number)
    tag = lines.markup.text[node.start : node.end]
    if tag.startswith("</"):
        return
    if node.name in _ROW_TAGS:
        lines.rows.append([])
        lines.row_attributes = tag
    else:
        lines.begin(_CELL_TAGS[node.name], node.end, number + 1)
        lines.on_line, lines.attributes = False, tag
