"""Relative row position of evidence in its table."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from corpus.models import Corpus
from corpus.page.element_id import ElementId, ElementKind, local_id
from corpus.store import page_json_of

TENTHS = 10
MOST_PAGES, AT_ONCE, SEED = 2_000, 200, 20211  # pages must be read for it; more of them change no bar by a hair
_CELLS = (ElementKind.CELL, ElementKind.HEADER_CELL)


@dataclass(frozen=True, slots=True)
class Depths:
    """`tenths`: elements by the tenth of their table that they stand in, from 0, header rows counted as rows.
    `alike`: how many would be in each, had all rows of those tables been chosen alike: nine rows fill nine of them.

    `pages` were read, drawn by chance from `of` pages with cells that are evidence.
    """

    tenths: Counter[int]
    alike: tuple[float, ...]
    pages: int
    of: int


def depths(corpus: Corpus, chosen: Sequence[ElementId], *, most: int = MOST_PAGES) -> Depths:
    """Count the cells among these elements by tenth of their table: row r of n, from 0, is in tenth int(10 r / n)."""
    cells: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for element in chosen:
        if element.kind in _CELLS:
            cells[element.page].append((element.numbers[0], element.numbers[1]))
    titles = sorted(cells)
    read = sorted(Random(SEED).sample(titles, most)) if len(titles) > most else titles
    tenths: Counter[int] = Counter()
    rows_of: Counter[int] = Counter()  # how many rows the tables of these elements have
    for start in range(0, len(read), AT_ONCE):
        for title, text in page_json_of(corpus, read[start : start + AT_ONCE]).items():
            sizes = _sizes(text, {table for table, _row in cells[title]})
            there = [(row, sizes[table]) for table, row in cells[title] if row < sizes.get(table, 0)]
            tenths.update(_tenth(row, rows) for row, rows in there)
            rows_of.update(rows for _row, rows in there)
    return Depths(tenths, _alike(rows_of), len(read), len(titles))


def _tenth(row: int, rows: int) -> int:
    return TENTHS * row // rows


def _alike(rows_of: Counter[int]) -> tuple[float, ...]:
    expected = [0.0] * TENTHS
    for rows, elements in sorted(rows_of.items()):
        for row in range(rows):
            expected[_tenth(row, rows)] += elements / rows
    return tuple(expected)


def _sizes(text: str, tables: set[int]) -> dict[int, int]:
    """Table of a page -> its rows. A table that is not there any more has none."""
    page = json.loads(text)
    found = {table: page.get(local_id(ElementKind.TABLE, table)) for table in tables}
    return {table: len(each["table"]) for table, each in found.items() if each}
