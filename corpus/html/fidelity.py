"""Compare our tables with the grids of WikiTableQuestions, which others extracted from the same HTML.

For one table of each page there is a grid: a row of column names, then rows of texts. It is not always the HTML's own
grid: see `_ways`. Grids count as equal only where none of these ways is needed.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from selectolax.lexbor import LexborHTMLParser

from corpus.html.document import attributes
from corpus.html.excluded import is_hidden
from corpus.page.elements import Cell, Page, tables
from corpus.page.grid import grid
from corpus.page.links import plain_text

ENOUGH = 0.95  # of the truth's cells in one table of ours
ICONS_NAMED = "icons named"  # in ours: the truth has an empty cell, or a figure without its arrow
UNSEEN_KEPT = "names of pictures or hidden text kept"  # in the truth
_FILE = re.compile(r"\.(?:svg|png|gif|jpe?g|webp)\b", re.IGNORECASE)

Grid = list[list[Cell]]
Texts = list[list[str]]

# How the lines of a cell are joined says nothing about the table, nor does which of two like characters is used.
_SEPARATORS = re.compile(r"[\s;\u00ad\u200b-\u200f\u2060\ufeff]+")
_COORDINATES = re.compile(
    "(?P<first>[^\\s\ufeff]+[NS] [^\\s\ufeff]+[EW])\ufeff? / \ufeff?(?P<second>\\S+[NS] \\S+[EW])"
)
_NUMBERED_LINK = re.compile(r"\[\d+\]")
_NOTE = re.compile(r"\[[^\[\]]*(?:needed|discuss|\?|dead link|verification)[^\[\]]*\]")


@dataclass(frozen=True, slots=True)
class UnseenTexts:
    """What the HTML of a page holds for those who do not see it: `names` of pictures, keys of `hidden` text."""

    names: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()


NOTHING_UNSEEN = UnseenTexts()


@dataclass(frozen=True, slots=True)
class TableFidelity:
    """One page's truth against that table of ours which holds most of it.

    Of the truth's `cells` with text, `found` are there, `found_as_written` of them without any allowance.
    `differences` names what keeps the grids from being equal; none: they are. Each page that misses cells has one.
    """

    title: str
    cells: int
    found: int
    found_as_written: int
    differences: tuple[str, ...]

    @property
    def is_enough(self) -> bool:
        """Return whether at least ENOUGH of the truth was found."""
        return self.found >= ENOUGH * self.cells


def table_fidelity(page: Page, truth: Texts, unseen: UnseenTexts = NOTHING_UNSEEN) -> TableFidelity:
    """The page measured by the truth for one of its tables. `unseen` is what its HTML holds but does not show."""
    candidates = [grid(table) for table in tables(page)] or [[]]
    ours = max(candidates, key=lambda squares: _found_as_written(squares, truth))
    cells = sum(1 for row in truth for text in row if _key(text))
    as_written = _found_as_written(ours, truth)
    unnamed = _without_names(ours, truth, unseen.names)
    differences = _differences(unnamed, truth)
    if unnamed != ours:
        differences = (ICONS_NAMED, *differences)
    if differences and _lacks_unseen(ours, truth, unseen):
        differences = (*differences, UNSEEN_KEPT)
    return TableFidelity(page.title, cells, _found(unnamed, truth), as_written, differences)


def unseen_texts(html: str) -> UnseenTexts:
    """Names of pictures, and texts that no browser shows, in the HTML of a page."""
    tree = LexborHTMLParser(html)
    names = (_FILE.sub("", image.attributes.get("alt") or "").strip() for image in tree.css("img"))
    titles = (link.attributes.get("title") or "" for link in tree.css("a[title]"))
    hidden = (node.text() for node in tree.css("[style]") if is_hidden(attributes(node)))
    return UnseenTexts(frozenset(filter(None, names)), frozenset(map(_key, (*titles, *hidden))))


def _without_names(ours: Grid, truth: Texts, names: frozenset[str]) -> Grid:
    """Our grid without the names of icons at the ends of cells that the truth has without them."""
    wanted = {_key(text) for row in truth for text in row}

    def unnamed(cell: Cell) -> Cell:
        if not cell.value or _key(cell.value) in wanted:
            return cell
        text = plain_text(cell.value)
        while name := next((name for name in by_length if text.startswith(name) or text.endswith(name)), ""):
            text = text.removeprefix(name).removesuffix(name).strip()
        return replace(cell, value=text) if _key(text) in wanted or not text else cell

    by_length = sorted((unicodedata.normalize("NFD", name) for name in names), key=len, reverse=True)
    return [[unnamed(cell) for cell in row] for row in ours]


def _lacks_unseen(ours: Grid, truth: Texts, unseen: UnseenTexts) -> bool:
    """Return whether the truth has cells that are names of pictures or hidden texts, which we have not."""
    have = {_key(cell.value) for row in ours for cell in row}
    texts = unseen.hidden | set(map(_key, unseen.names))
    return any((key := _key(text)) in texts and key not in have for row in truth for text in row if text)


def _found_as_written(ours: Grid, truth: Texts) -> int:
    wanted = Counter(key for row in truth for text in row if (key := _key(text)))
    return (wanted & Counter(_key(cell.value) for row in ours for cell in row)).total()


def _found(ours: Grid, truth: Texts) -> int:
    """Truth cells that are in our table, or its merged header, with the allowances of `_ways` for texts."""
    left = Counter(_key(cell.value) for row in ours for cell in row)
    left.update(_key(cell.value) for row in _with_merged_header(ours)[:1] for cell in row)
    found = 0
    for text in (text for row in truth for text in row if _key(text)):
        forms = (_key(form) for form in (text, *(change(text) for change in _TEXT_WAYS.values())))
        match = next((key for key in forms if left[key] > 0), None)
        if match is not None:
            left[match] -= 1
            found += 1
    return found


def _differences(ours: Grid, truth: Texts) -> tuple[str, ...]:
    """The fewest ways that make the grids equal, or what is left when all have been tried."""
    grids = {names: _keys_after(ours, names) for names in _choices(_GRID_WAYS)}
    truths = {names: _truth_keys_after(truth, names) for names in _choices(_TEXT_WAYS)}
    equal = [(*ours_by, *truth_by) for ours_by in grids for truth_by in truths if grids[ours_by] == truths[truth_by]]
    if equal:
        return tuple(dict.fromkeys(name.partition(" (")[0] for name in min(equal, key=len)))
    left, right = grids[tuple(_GRID_WAYS)], truths[tuple(_TEXT_WAYS)]
    if not left:
        return ("no table found",)
    return ("other texts in cells" if list(map(len, left)) == list(map(len, right)) else "other rows or columns",)


def _choices(ways: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """All subsets, in the order of the ways."""
    names = tuple(ways)
    for count in range(len(names) + 1):
        yield from combinations(names, count)


def _keys_after(ours: Grid, names: tuple[str, ...]) -> Texts:
    for name in names:
        ours = _GRID_WAYS[name](ours)
    return [[_key(cell.value) for cell in row] for row in ours]


def _truth_keys_after(truth: Texts, names: tuple[str, ...]) -> Texts:
    for name in names:
        truth = [[_TEXT_WAYS[name](text) for text in row] for row in truth]
    return [[_key(text) for text in row] for row in truth]


def _with_merged_header(ours: Grid) -> Grid:
    """Leading rows of header cells as one: "Charts FR" where "FR" stands below "Charts"."""
    height = next((i for i, row in enumerate(ours) if not all(cell.is_header for cell in row)), len(ours))
    if height < 2:
        return ours
    return [[_merged(column) for column in zip(*ours[:height], strict=True)], *ours[height:]]


def _merged(column: tuple[Cell, ...]) -> Cell:
    parts = dict.fromkeys((cell.id, cell.value) for cell in column)
    return Cell(column[0].id, " ".join(value for _, value in parts if value), True, 1, 1)


def _without_empty_columns(ours: Grid) -> Grid:
    """A column whose name alone has text (pictures, footnotes) is empty too."""
    kept = [column for column in zip(*ours, strict=True) if any(cell.value for cell in column[1:])]
    return [list(row) for row in zip(*kept, strict=True)]


def _without_banners(ours: Grid) -> Grid:
    """Rows that are one cell from edge to edge, or hold one text only: subheadings, remarks."""
    return [row for row in ours if len({cell.id for cell in row if cell.value}) != 1 or len(row) == 1]


def _rows_unlike(ours: Grid) -> Iterator[list[Cell]]:
    """Rows but those that repeat the header."""
    for i, row in enumerate(ours):
        if i == 0 or [cell.value for cell in row] != [cell.value for cell in ours[0]]:
            yield row


# What the truth's makers did to the HTML's grid, here done to ours; and what they kept in texts that readers of the
# page do not see, or that we leave out, here taken from theirs.
_GRID_WAYS: dict[str, Callable[[Grid], Grid]] = {
    "rows with one text left out": _without_banners,
    "header rows merged": _with_merged_header,
    "columns without text left out": _without_empty_columns,
    "repeated header left out": lambda ours: list(_rows_unlike(ours)),
}
_TEXT_WAYS: dict[str, Callable[[str], str]] = {
    "coordinates in a second, hidden notation (the first is shown)": lambda text: _COORDINATES.sub(r"\g<first>", text),
    "coordinates in a second, hidden notation (the second is shown)": lambda text: _COORDINATES.sub(
        r"\g<second>", text
    ),
    "numbered external links kept": lambda text: _NUMBERED_LINK.sub("", text),
    "editors' notes kept": lambda text: _NOTE.sub("", text),
}


@lru_cache(maxsize=100_000)
def _key(text: str) -> str:
    """Key by which two texts are compared."""
    key = _SEPARATORS.sub("", unicodedata.normalize("NFKC", plain_text(text)))
    return key.translate({ord("−"): "-", ord("′"): "'"})
