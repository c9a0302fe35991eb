"""Tables as grids of squares with their stems, numbers and headers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from baseline.cells.numbers import numbers_in
from baseline.words import STOP_STEMS, stems_of
from corpus.page.context import cell_contexts
from corpus.page.elements import Cell, List, Table
from corpus.page.grid import BadGrid, grid
from corpus.page.links import plain_text

MOST_CELLS = 20_000


@dataclass(frozen=True, slots=True)
class Square:
    """A cell at its position. `stems` without stop words, unless there are no others."""

    id: str
    row: int
    column: int
    text: str
    stems: tuple[str, ...]
    numbers: frozenset[float]
    headers: tuple[str, ...]
    is_header: bool


@dataclass(frozen=True, slots=True)
class TableWords:
    """The squares row by row, each cell once; `rarity` of a stem: log(1 + cells / cells that have it)."""

    rows: tuple[tuple[Square, ...], ...]
    rarity: Mapping[str, float]

    @property
    def squares(self) -> tuple[Square, ...]:
        """All of them, in reading order."""
        return tuple(square for row in self.rows for square in row)


def table_words(holder: Table | List) -> TableWords:
    """Read a table; a list is a table of one column. Of more than 20,000 cells the first are read."""
    squares = _of_list(holder) if isinstance(holder, List) else _of_table(holder)
    having: Counter[str] = Counter()
    count = 0
    for row in squares:
        for square in row:
            having.update(set(square.stems))
            count += 1
    rarity = {word: math.log(1 + count / number) for word, number in having.items()}
    return TableWords(tuple(filter(None, squares)), rarity)


def _of_list(holder: List) -> list[tuple[Square, ...]]:
    return [(_square(item.id, i, 0, item.value, (), is_header=False),) for i, item in enumerate(holder.items)]


def _of_table(table: Table) -> list[tuple[Square, ...]]:
    try:
        rows: Sequence[Sequence[Cell]] = grid(table)
        contexts = cell_contexts(table)
    except BadGrid:  # a page from elsewhere: its cells can be read all the same
        rows, contexts = table.rows, {}
    found: list[tuple[Square, ...]] = []
    seen: set[str] = set()
    for r, row in enumerate(rows):
        squares = []
        for c, cell in enumerate(row):
            if cell.id not in seen and len(seen) < MOST_CELLS:
                seen.add(cell.id)
                across, up = contexts.get(cell.id, ((), ()))
                headers = tuple(stem for header in (*across, *up) for stem in _telling(header.value))
                squares.append(_square(cell.id, r, c, cell.value, headers, is_header=cell.is_header))
        found.append(tuple(squares))
    return found


def _square(id_: str, row: int, column: int, value: str, headers: tuple[str, ...], *, is_header: bool) -> Square:
    text = plain_text(value)
    return Square(id_, row, column, text, _telling(value), numbers_in(text), headers, is_header)


def _telling(text: str) -> tuple[str, ...]:
    stems = stems_of(text)
    return tuple(one for one in stems if one not in STOP_STEMS) or stems
