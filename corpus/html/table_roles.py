"""Decide what a table of a rendered page is for: data, layout, navigation, a legend or pictures.

Tables of a data class (wikitable, infobox) hold data, as in the paper. All others are judged by what is in them: how
many rows and columns are filled, header cells, nested tables, lists and prose in cells, pictures, the share of links.
Class names and words are in `corpus/data/html_tables.txt`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from selectolax.lexbor import LexborNode

from corpus.html.document import attributes, children
from corpus.html.pictures import is_icon
from corpus.syntax.tables import DATA_CLASSES
from corpus.word_lists import names

_GROUPS = ("thead", "tbody", "tfoot")
_LAYOUT, _LINK_BOX = names("html_tables.txt", "class: layout"), names("html_tables.txt", "class: box of links")
_EVENTS = names("html_tables.txt", "class: event beside its date and place")
_LEGEND, _SIGNS, _MEANINGS, _NAVIGATION = (
    names("html_tables.txt", f"words: {kind}")
    for kind in ("legend", "legend in two columns", "meaning in a legend", "navigation")
)
_ARROW = re.compile(r"(?:[←→«»‹›◄►◀▶⟵⟶]|<\s).*|.*(?:[←→«»‹›◄►◀▶⟵⟶]|\s>)", re.DOTALL)
_BETWEEN_LINKS = re.compile(r"[·•|∙–‒-]")
_FLOATING = re.compile(r"(?:float|clear)\s*:", re.IGNORECASE)
_MOST_POINTING = 80  # characters of a cell that leads elsewhere
_LONG = 300  # characters of a cell of prose
_LINKED, _MOSTLY_LINKED = 0.9, 0.7  # share of the text of a box of links; with headings between many links
_MANY_LINKS = 10
_CELLS_WITH_TABLES = 5  # of so many rows one may have a table in a cell


class TableRole(StrEnum):
    """What a table is for. The values are counted in manifests."""

    DATA_CLASS = "data, by its class"
    DATA = "data, by its content"
    LAYOUT = "layout"
    NAVIGATION = "navigation"
    LEGEND = "legend"
    PICTURES = "pictures"


@dataclass(frozen=True, slots=True)
class ReadCell:
    """A cell of the table's own rows, its text on one line."""

    node: LexborNode
    is_header: bool
    text: str

    @property
    def linked(self) -> int:
        """Number of characters that are link text."""
        return sum(len(_line(link.text())) for link in self.node.css("a"))

    @property
    def leads_elsewhere(self) -> bool:
        """Return whether it points to what comes before or after: "« 1981", "Next season"."""
        return points_elsewhere(self.text)


class Shape:
    """A table's own rows, without what is in tables inside its cells; looked at as far as a question needs it."""

    def __init__(self, node: LexborNode) -> None:
        self.node = node
        self.rows = [
            [ReadCell(cell, tag == "th", _line(cell.text())) for cell, tag in children(row) if tag in ("td", "th")]
            for row in rows_of(node)
        ]

    @cached_property
    def filled(self) -> list[list[ReadCell]]:
        """The cells with text, by row; rows without are left out."""
        return [found for row in self.rows if (found := [cell for cell in row if cell.text])]

    @cached_property
    def cells(self) -> list[ReadCell]:
        """The cells with text."""
        return [cell for row in self.filled for cell in row]

    @cached_property
    def tables(self) -> int:
        """How many tables stand in its cells."""
        return sum(found.mem_id != self.node.mem_id for found in self.node.css("table"))

    def is_navigation(self) -> bool:
        """A few cells that point forwards or backwards, and beside them nothing but links and labels."""
        if not 0 < len(self.cells) <= 12 or len(self.filled) > 4:
            return False
        leading = [cell for cell in self.cells if cell.leads_elsewhere]
        return bool(leading) and all(
            cell.linked >= _LINKED * len(cell.text) or cell.is_header or len(self.filled[0]) == 1 or _is_none(cell.text)
            for cell in self.cells
            if not cell.leads_elsewhere
        )

    def is_link_box(self) -> bool:
        """A box of nothing but links, set apart from the text or with signs between the links."""
        given = attributes(self.node)
        by_class = _LINK_BOX.intersection(given.get("class", "").lower().split())
        width = max(map(len, self.filled), default=0)
        if not self.cells or (width > 2 < len(self.filled) and not by_class) or self.node.css_first("ul ul, li li"):
            return False
        total, linked = (sum(figures) for figures in zip(*(_letters_and_linked(c) for c in self.cells), strict=True))
        links = len(self.node.css("a"))
        if width == 1 and links >= _MANY_LINKS and not self.node.css_first("li"):
            return bool(linked >= _MOSTLY_LINKED * total)
        between = sum(len(_BETWEEN_LINKS.findall(cell.text)) for cell in self.cells)
        apart = by_class or _FLOATING.search(given.get("style", ""))
        is_linked = linked >= _LINKED * total and not any(cell.node.css("li") for cell in self.cells)
        return bool(is_linked and links > 2 and (apart or between >= 4))

    def is_legend(self) -> bool:
        """The key to colours and signs of another table."""
        if len(self.cells) < 2 or max(map(len, self.filled)) > 4:
            return False
        first, second = (cell.text.lower().rstrip(":") for cell in self.cells[:2])
        if first in _LEGEND or (first in _SIGNS and second in _MEANINGS):
            return True
        return len(self.filled) <= 3 and all(cell.text.startswith("=") for cell in self.cells)

    def is_of_pictures(self) -> bool:
        """Pictures in half of the cells, or one above each caption."""
        pictures = sum(any(not is_icon(image) for image in cell.node.css("img")) for row in self.rows for cell in row)
        return pictures > 1 and 2 * pictures >= len(self.cells)

    def is_data(self) -> bool:
        """Two rows and columns at least, of short texts, with header cells or a column of which each row has a part."""
        if len(self.filled) < 2 or max(map(len, self.filled)) < 2:
            return False
        if self.tables * _CELLS_WITH_TABLES > len(self.filled):
            return False
        long = sum(len(cell.text) > _LONG or _has_blocks(cell.node) for cell in self.cells)
        if 3 * long > len(self.cells):
            return False
        if any(cell.is_header for cell in self.cells):
            return True
        return 2 * sum(len(row) > 1 for row in self.filled) >= len(self.filled)


def table_role(node: LexborNode, given: dict[str, str], classes: set[str], *, nested: bool = False) -> TableRole:
    """What a table is for, by its attributes and class names (in lower case), and by what is in it.

    A `nested` one stands in a cell of a table of data.
    """
    if "infobox" in classes:
        return TableRole.DATA_CLASS
    if not DATA_CLASSES.isdisjoint(classes):
        return _of_data_class(node)
    if given.get("role") == "presentation" or not _LAYOUT.isdisjoint(classes):
        return TableRole.LAYOUT
    shape = Shape(node)
    if shape.is_navigation() or (not nested and not shape.tables and shape.is_link_box()):
        return TableRole.NAVIGATION
    if shape.is_legend():
        return TableRole.LAYOUT if nested or shape.tables else TableRole.LEGEND
    if not shape.tables and shape.is_of_pictures():
        return TableRole.PICTURES
    is_event = not _EVENTS.isdisjoint(classes) and len(shape.cells) > 2 and not shape.tables
    return TableRole.DATA if is_event or shape.is_data() else TableRole.LAYOUT


def _of_data_class(node: LexborNode) -> TableRole:
    """A class says data, yet some hold the way to other pages or the key to colours."""
    rows = list(rows_of(node))
    if len(rows) > 25:
        return TableRole.DATA_CLASS
    shape = Shape(node)
    if shape.is_navigation():
        return TableRole.NAVIGATION
    return TableRole.LEGEND if shape.is_legend() and not shape.tables else TableRole.DATA_CLASS


def points_elsewhere(text: str) -> bool:
    """Return whether a short text has an arrow at an end, or begins with a word like "next"."""
    if not text or len(text) > _MOST_POINTING:
        return False
    return bool(_ARROW.fullmatch(text)) or any(text.lower().startswith(word) for word in _NAVIGATION)


def leads_elsewhere(cell: LexborNode) -> bool:
    """Return whether a cell only points to what comes before or after."""
    return ReadCell(cell, False, _line(cell.text())).leads_elsewhere


def is_event(node: LexborNode, classes: list[str]) -> bool:
    """Return whether a box holds a table with other parts beside it, each a block: the result of a match."""
    if _EVENTS.isdisjoint(classes):
        return False
    parts = [tag for child, tag in children(node) if tag != "-text" or not (child.text_content or "").isspace()]
    return len(parts) > 1 and "table" in parts and all(tag in ("table", "div", "time") for tag in parts)


def rows_of(table: LexborNode) -> Iterator[LexborNode]:
    """The table's own rows as written."""
    for group, name in children(table):
        if name in _GROUPS:
            yield from (row for row, tag in children(group) if tag == "tr")


def _line(text: str) -> str:
    return " ".join(text.split())


def _letters_and_linked(cell: ReadCell) -> tuple[int, int]:
    """Number of letters and figures of a cell, and of those in links."""
    texts = (cell.text, "".join(link.text() for link in cell.node.css("a")))
    letters, linked = (sum(map(str.isalnum, text)) for text in texts)
    return letters, linked


def _is_none(text: str) -> bool:
    return text.lower() in ("none", "n/a", "-", "–", "—", "?")


def _has_blocks(node: LexborNode) -> bool:
    return len(node.css("li")) > 4 or len(node.css("p")) > 2
