"""Find rows of column names whose cells were not written as header cells, and make them header cells.

Official context goes by header cells alone: names written as bold or coloured `td` would never reach a cell below them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from selectolax.lexbor import LexborNode

from corpus.building.table_layout import ParsedCell

_FEWEST_ROWS, _MOST_NAMES = 3, 4  # of a table with column names; of rows of column names at its top
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_COLOUR = re.compile(r"background(?:-color)?\s*:\s*([^;]+)", re.IGNORECASE)
_FIGURES = re.compile(r"[\d.,:%–—+−/()\s-]+")


@dataclass(frozen=True, slots=True)
class ReadCell:
    """A cell that has been read, with the element it was read from."""

    cell: ParsedCell
    node: LexborNode


ReadRow = list[ReadCell]


def with_column_names(rows: list[ReadRow]) -> list[ReadRow]:
    """The rows, those of column names with header cells only: the first row, and rows like it further down."""
    if len(rows) < _FEWEST_ROWS:
        return rows
    height = 1 if _is_mixed_header(rows) else _height_of_names(rows)
    return [_as_header(row) if r < height or (r and _is_names(row)) else row for r, row in enumerate(rows)]


def _as_header(row: ReadRow) -> ReadRow:
    return [replace(read, cell=replace(read.cell, is_header=True)) if read.cell.value else read for read in row]


def _is_mixed_header(rows: Sequence[ReadRow]) -> bool:
    """`th` that go on as `td`: the columns of medals have the colours of their medals."""
    first = [read for read in rows[0] if read.cell.value]
    headers = [read.cell.is_header for read in first]
    if len(first) < 3 or not all(headers[:2]) or all(headers):
        return False
    return not any(map(_is_figures, _plain(first))) and any(not any(map(_is_header, row[1:])) for row in rows[1:3])


def _height_of_names(rows: Sequence[ReadRow]) -> int:
    """How many of the first rows are column names: all in bold, or one in a colour that no later row has."""
    first = _filled(rows[0])
    if any(map(_is_header, rows[0])) or len(first) < 2 or sum(map(_is_figures, first)) * 2 > len(first):
        return 0
    height = next((r for r, row in enumerate(rows[:_MOST_NAMES]) if not _is_all_bold(row)), _MOST_NAMES)
    if height:
        return height if height < min(_MOST_NAMES, len(rows)) else 0
    colour = _row_colour(rows[0])
    is_own = bool(colour) and not any(map(_is_figures, first)) and all(_row_colour(row) != colour for row in rows[1:])
    return int(is_own)


def _is_all_bold(row: ReadRow) -> bool:
    filled = _filled(row)
    return bool(filled) and all(map(_is_bold, filled)) and not any(map(_is_header, row))


def _is_names(row: ReadRow) -> bool:
    """A row inside the table, all in bold, of different names and no figure: not a sum."""
    first = next(iter(_filled(row)), None)
    if first is None or first.cell.is_header or not _is_bold(first):
        return False
    filled = _filled(row)
    names = {read.cell.value for read in filled}
    return (
        len(filled) >= 3
        and len(names) == len(filled)
        and not any(_is_header(read) or any(map(str.isdigit, read.cell.value)) for read in filled)
        and all(map(_is_bold, filled))
    )


def _filled(row: ReadRow) -> list[ReadCell]:
    return [read for read in row if read.cell.value]


def _plain(row: Sequence[ReadCell]) -> Iterator[ReadCell]:
    return (read for read in row if not read.cell.is_header)


def _is_header(read: ReadCell) -> bool:
    return read.cell.is_header


def _is_figures(read: ReadCell) -> bool:
    return bool(_FIGURES.fullmatch(read.cell.value))


def _is_bold(read: ReadCell) -> bool:
    node = read.node
    if any(_BOLD.search(each.attributes.get("style") or "") for each in (node, node.parent) if each is not None):
        return True
    bold = "".join(each.text() for each in node.css("b, strong"))
    return bool(bold) and len("".join(bold.split())) >= len("".join(node.text().split()))


def _row_colour(row: ReadRow) -> str:
    """The background of a row as written, "" for none."""
    parent = row[0].node.parent
    if parent is None:
        return ""
    style = _COLOUR.search(parent.attributes.get("style") or "")
    return (style[1] if style else parent.attributes.get("bgcolor") or "").strip().lower()
