"""The tables and lists that expected HTML shows, read by the standard library alone: nothing here is our reader's.

Applied are the rules of the format (feverous_format.md (a)): a row of one empty cell and a table without text are no
more, an item without text is none, a term stands before its definition, and what lies deepest moves up to the level
below the item above it. Left out is what the reader leaves out on purpose: references, galleries, pictures, tables of
contents, edit links, hidden text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

from tests.corpus.conformance.shape import ListShape, PageShape, TableShape, essence

_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_STYLES = {"b": 1, "i": 2}
_LISTS = {"ul": "unordered_list", "ol": "ordered_list", "dl": "description_list"}
_CLOSED_BY = {  # HTML leaves these end tags out
    "li": ("li",), "dt": ("dt", "dd"), "dd": ("dt", "dd"), "tr": ("tr", "td", "th"), "td": ("td", "th"),
    "th": ("td", "th"), "p": ("p",),
}  # fmt: skip
_SCOPE = {
    "li": ("ul", "ol"),
    "dt": ("dl",),
    "dd": ("dl",),
    "tr": ("table",),
    "td": ("tr", "table"),
    "th": ("tr", "table"),
}
_LEFT_OUT_TAGS = frozenset("style script figure math figure-inline annotation".split())
_LEFT_OUT = re.compile(
    r"references|reference\b|gallery|\btoc\b|thumb|mw-editsection|\bimage\b|mw-file|mw-ref|noprint|"
    r"mw:Extension/ref|mw:Extension/gallery|mw:File|mw:Image|display:\s*none"
)


@dataclass(slots=True)
class _Node:
    tag: str
    given: dict[str, str]
    parent: _Node | None
    children: list[_Node | str] = field(default_factory=list)


class _Tree(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = self.at = _Node("", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._close_left_open(tag)
        node = _Node(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.children.append(node)
        if tag not in _VOID:
            self.at = node

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        node: _Node | None = self.at
        while node is not None and node.tag != tag:
            node = node.parent
        if node is not None and node.parent is not None:
            self.at = node.parent

    def handle_data(self, data: str) -> None:
        self.at.children.append(data)

    def _close_left_open(self, tag: str) -> None:
        node: _Node | None = self.at
        while node is not None and node.tag not in _SCOPE.get(tag, ("table", "ul", "ol", "dl", "")):
            if node.tag in _CLOSED_BY.get(tag, ()) and node.parent is not None:
                self.at = node.parent
                return
            node = node.parent


def expected_shape(html: str) -> PageShape:
    """The shape of the page that the HTML shows."""
    tree = _Tree()
    tree.feed(html)
    tree.close()
    tables = tuple(table for node in _top(tree.root, ("table",)) if (table := _table(node)) is not None)
    lists = tuple(each for node in _top(tree.root, (*_LISTS, "table")) if (each := _list(node)) is not None)
    return PageShape(tables, lists)


def expected_characters(html: str) -> list[tuple[str, int]]:
    """Every character that the HTML shows but white space, with 1 for bold, 2 for italic and 3 for both."""
    tree = _Tree()
    tree.feed(html)
    tree.close()
    return list(_characters(tree.root, 0))


def _characters(node: _Node, style: int) -> Iterator[tuple[str, int]]:
    for child in node.children:
        if isinstance(child, str):
            yield from (
                (character, style) for character in unicodedata.normalize("NFD", child) if not character.isspace()
            )
        elif not _left_out(child):
            yield from _characters(child, style | _STYLES.get(child.tag, 0))


def _left_out(node: _Node) -> bool:
    marks = " ".join(node.given.get(name, "") for name in ("class", "typeof", "style", "id"))
    return node.tag in _LEFT_OUT_TAGS or bool(_LEFT_OUT.search(marks))


def _top(node: _Node, tags: tuple[str, ...]) -> Iterator[_Node]:
    """The outermost elements of these tags, in order."""
    for child in node.children:
        if isinstance(child, str) or _left_out(child):
            continue
        if child.tag in tags:
            yield child
        else:
            yield from _top(child, tags)


def _text(node: _Node, without: tuple[str, ...] = ()) -> str:
    parts = []
    for child in node.children:
        if isinstance(child, str):
            parts.append(child)
        elif child.tag not in without and not _left_out(child):
            parts.append(_text(child, without))
    return " ".join(parts)


def _table(table: _Node) -> TableShape | None:
    rows = [[(essence(_text(cell)), cell) for cell in _cells(row)] for row in _rows(table)]
    rows = [row for row in rows if row]
    squares = squares_of([[(text, *_spans(cell), cell.tag == "th") for text, cell in row] for row in rows])
    kept = [line for line, row in zip(squares, rows, strict=True) if len(row) > 1 or row[0][0]]
    if not any(text for line in kept for text, _ in line):
        return None
    captions = [child for child in table.children if isinstance(child, _Node) and child.tag == "caption"]
    return TableShape(tuple(map(tuple, kept)), next((essence(_text(c)) for c in captions if essence(_text(c))), ""))


def _rows(table: _Node) -> Iterator[_Node]:
    for child in table.children:
        if isinstance(child, _Node):
            if child.tag == "tr":
                yield child
            elif child.tag in ("thead", "tbody", "tfoot"):
                yield from _rows(child)


def _cells(row: _Node) -> Iterator[_Node]:
    return (child for child in row.children if isinstance(child, _Node) and child.tag in ("td", "th"))


def _spans(cell: _Node) -> tuple[int, int]:
    def figure(name: str) -> int:
        found = re.match(r"\s*\+?(\d+)", cell.given.get(name, ""))
        return int(found[1]) if found else 1

    rows = figure("rowspan")
    return rows if rows else 10**6, max(1, min(figure("colspan"), 1000))


def squares_of(rows: list[list[tuple[str, int, int, bool]]]) -> list[list[tuple[str, bool]]]:
    """HTML's algorithm: a cell takes the first free square and all that it spans; holes are empty data cells."""
    taken: dict[tuple[int, int], tuple[str, bool]] = {}
    for r, row in enumerate(rows):
        c = 0
        for text, height, width, is_header in row:
            while (r, c) in taken:
                c += 1
            for square in ((i, j) for i in range(r, min(r + height, len(rows))) for j in range(c, c + width)):
                taken.setdefault(square, (text, is_header))
            c += width
    width = 1 + max((c for _, c in taken), default=-1)
    return [[taken.get((r, c), ("", False)) for c in range(width)] for r in range(len(rows))]


def _list(node: _Node) -> ListShape | None:
    if node.tag == "table":
        return None
    lines = list(_items(node, 0, _LISTS[node.tag]))
    levels: list[int] = []
    for depth, _, _ in lines:
        levels.append(min(depth, levels[-1] + 1 if levels else 0))
    items = []
    for i, (level, (_, text, _)) in enumerate(zip(levels, lines, strict=True)):
        goes_deeper = i + 1 < len(lines) and levels[i + 1] > level
        nested = lines[i + 1][2] if goes_deeper else ""
        items.append((level, text, "unordered_list" if nested == "description_list" else nested))
    return ListShape(_LISTS[node.tag], tuple(items)) if items else None


def _items(node: _Node, depth: int, kind: str) -> Iterator[tuple[int, str, str]]:
    """Depth, text and kind of list of every item with text."""
    term = ""
    for child in node.children:
        if isinstance(child, str) or _left_out(child):
            continue
        if child.tag not in ("li", "dt", "dd"):
            yield from _items(child, depth + (child.tag in _LISTS), _LISTS.get(child.tag, kind))
            continue
        text = _text(child, without=(*_LISTS, "table"))
        nested = list(_top(child, (*_LISTS, "table")))
        if child.tag == "dd" and text.strip():
            text, term = f"{term} {text}", ""
        if term:
            yield depth, essence(term), kind
            term = ""
        if child.tag == "dt" and not nested:
            term = text.strip()
        elif text.strip():
            yield depth, essence(text), kind
        for inner in nested:
            if inner.tag in _LISTS:
                yield from _items(inner, depth + 1, _LISTS[inner.tag])
    if term:
        yield depth, essence(term), kind
