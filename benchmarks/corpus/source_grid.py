"""Tables of rendered HTML, read by nothing of `corpus/`: with the parser of the standard library and the rules of HTML.

Squares are filled as WHATWG says in "Forming a table". The headers of a square are the nearest run of header cells to
its left, and that above it; where all of these are as wide as the table, the next run above them too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
SILENT = frozenset({"style", "script", "noscript", "template"})
HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
HIDDEN_CLASSES = {
    "reference",
    "noprint",
    "sortkey",
    "mw-editsection",
    "geo-nondefault",
    "geo-multi-punct",
    "navbar",
    "mw-ref",
}
SHOWN_CLASS = "ForceAgeToShow"  # "noprint" too, but shown on the page
PLACED = re.compile(r"position\s*:\s*absolute", re.IGNORECASE)
BOXES = frozenset({"vevent", "footballbox", "rugbybox", "hockeybox", "basketballbox"})
FIGURE = re.compile(r"\s*(\d+)")
FILE = re.compile(r"\.(?:svg|png|gif|jpe?g|webp)\b", re.IGNORECASE)
MOST = 1000  # squares that a cell covers in one direction, as in HTML


@dataclass(slots=True, eq=False)
class Node:
    """An element; `parts` are its texts and elements in their order."""

    tag: str
    attributes: dict[str, str]
    parts: list[str | Node] = field(default_factory=list)

    def inside(self, *tags: str) -> Iterator[Node]:
        """Its children of these tags."""
        return (part for part in self.parts if isinstance(part, Node) and part.tag in tags)

    def walk(self) -> Iterator[Node]:
        """All elements in it, in page order."""
        for part in self.parts:
            if isinstance(part, Node):
                yield part
                yield from part.walk()


class Tree(HTMLParser):
    """Build the tree of a document whose elements are closed, as MediaWiki writes them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].parts.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].parts.append(Node(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        for at in range(len(self.open) - 1, 0, -1):
            if self.open[at].tag == tag:
                del self.open[at:]
                return

    def handle_data(self, data: str) -> None:
        self.open[-1].parts.append(data)


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """A cell as written: its words, the names of the pictures in it, and its words with those of tables in it."""

    text: str
    pictures: str
    whole: str
    is_header: bool
    width: int


Grid = list[list[Cell | None]]
Headers = frozenset[str]


def tables_of(html: str) -> Iterator[Node]:
    """Every table of a document, those in cells of others too."""
    tree = Tree()
    tree.feed(html)
    return (node for node in tree.root.walk() if node.tag == "table")


def boxes_of(html: str) -> Iterator[str]:
    """The words of the cells and blocks that stand side by side in the box of a match."""
    tree = Tree()
    tree.feed(html)
    for node in tree.root.walk():
        if node.tag == "div" and BOXES.intersection(node.attributes.get("class", "").split()):
            yield from (_words(part)[0] for part in node.inside("div", "time", "span"))
            yield from (_words(cell)[0] for cell in node.walk() if cell.tag in ("td", "th"))


def grid_of(table: Node) -> Grid:
    """The squares of a table; None where no cell is."""
    groups = {"thead": 0, "tbody": 1, "tfoot": 2}
    parts = sorted(table.inside(*groups), key=lambda part: groups[part.tag])
    grid: Grid = []
    for part in [*parts, table]:
        _grow(grid, [row for row in part.inside("tr") if not _is_hidden(row)])
    width = max(map(len, grid), default=0)
    return [row + [None] * (width - len(row)) for row in grid if not _is_left_out(row)]


def _is_left_out(row: list[Cell | None]) -> bool:
    """FEVEROUS leaves out a row of one empty cell."""
    cells = set(row) - {None}
    return len(cells) <= 1 and all(cell is None or not (cell.text.strip() or cell.pictures.strip()) for cell in cells)


def _grow(grid: Grid, rows: list[Node]) -> None:
    """The rows of one group; a cell ends with its group."""
    first, last = len(grid), len(grid) + len(rows)
    grid.extend([] for _ in rows)
    for r, row in enumerate(rows, start=first):
        c = 0
        for node in row.inside("td", "th"):
            if _is_hidden(node):
                continue
            while c < len(grid[r]) and grid[r][c] is not None:
                c += 1
            height = _span(node, "rowspan") or last - r
            width = max(1, _span(node, "colspan"))
            cell = Cell(*_words(node), node.tag == "th", width)
            for down in range(r, min(r + height, last)):
                grid[down].extend([None] * (c + width - len(grid[down])))
                for across in range(c, c + width):
                    if grid[down][across] is None:
                        grid[down][across] = cell
            c += width


def _span(node: Node, name: str) -> int:
    found = FIGURE.match(node.attributes.get(name, "1"))
    return min(int(found[1]), MOST) if found else 1


def _is_hidden(node: Node) -> bool:
    classes = set(node.attributes.get("class", "").split())
    by_class = classes & HIDDEN_CLASSES and SHOWN_CLASS not in classes
    return bool(HIDDEN.search(node.attributes.get("style", "")) or by_class)


def _words(node: Node) -> tuple[str, str, str]:
    """The text of a cell, the names of its pictures, and the text with that of tables in it, which are tables too.

    Pictures without a name have that of the page that the cell leads to.

    Numbers that stand for external links count where a cell has no other words; names on a picture never do.
    """
    text: list[str] = []
    inner: list[str] = []
    pictures: list[str] = []
    numbers: list[str] = []
    has_picture = any(part.tag == "img" for part in node.walk())
    titles = [part.attributes.get("title", "") for part in node.walk() if part.tag == "a"]

    def read(of: Node, into: list[list[str]]) -> None:
        for part in of.parts:
            if isinstance(part, str):
                for each in into:
                    each.append(part)
            elif part.tag == "img":
                pictures.append(FILE.sub("", part.attributes.get("alt", "")))
            elif "autonumber" in part.attributes.get("class", "").split():
                numbers.append("".join(each for each in part.parts if isinstance(each, str)))
            elif part.tag == "br":
                for each in into:
                    each.append(" ")
            elif part.tag not in SILENT and not _is_hidden(part) and not (has_picture and _is_placed(part)):
                read(part, [inner] if part.tag == "table" else into)

    read(node, [text, inner])
    words = "".join(text)
    is_of_numbers = numbers and not any(map(str.isalnum, words))
    names = " ".join(pictures if any(pictures) or not has_picture else titles)
    return " ".join(numbers) if is_of_numbers else words, names, "".join(inner)


def headers_at(grid: Grid) -> Iterator[tuple[Cell, list[Cell], list[Cell]]]:
    """Every data cell once, with its row headers and its column headers over all of its squares.

    Those of its last square are the nearest run, as in official code; to these come headers in rows of headers alone.
    """
    rows: dict[Cell, dict[Cell, None]] = {}
    columns: dict[Cell, dict[Cell, None]] = {}
    last: dict[Cell, list[Cell]] = {}
    for r, row in enumerate(grid):
        for c, cell in enumerate(row):
            if cell is None or cell.is_header:
                continue
            rows.setdefault(cell, {}).update(dict.fromkeys(_nearest(row[:c])))
            columns.setdefault(cell, {}).update(dict.fromkeys(_above(grid, r, c)))
            last[cell] = _nearest([above[c] for above in grid[:r]])
    return ((cell, list(rows[cell]), [*columns[cell], *last[cell]]) for cell in rows)


def _above(grid: Grid, r: int, c: int) -> list[Cell]:
    """The nearest run of headers above, and further runs up to one with a header that is not as wide as the table."""
    found: list[Cell] = []
    while run := _nearest([row[c] for row in grid[:r]]):
        own = [at for at in range(r) if grid[at][c] in run and len(set(grid[at])) > 1]
        lowest = r if not found else max(own, default=-1) + 1  # further up: what is below it belongs to other rows
        found += [cell for cell in run if cell in [row[c] for row in grid[:lowest] if _is_of_headers(row)]]
        if own:
            break
        r = min(at for at in range(r) if grid[at][c] in run)
    return found


def _is_of_headers(row: list[Cell | None]) -> bool:
    return all(cell is None or cell.is_header or not (cell.text.strip() or cell.pictures.strip()) for cell in row)


def _nearest(line: list[Cell | None]) -> list[Cell]:
    """The last run of header cells in a line."""
    run: list[Cell] = []
    for cell in reversed(line):
        if cell is not None and cell.is_header:
            run.append(cell)
        elif run:
            break
    return run


def _is_placed(node: Node) -> bool:
    """Whether it is placed by hand: over a picture if there is one, else over a coloured bar (seats won)."""
    return node.tag == "div" and bool(PLACED.search(node.attributes.get("style", "")))
