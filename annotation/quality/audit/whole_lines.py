"""Evidence sets that contain a whole row or a whole column of a table (FEVEROUS paper, sections 3.1.2 and 3.2)."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from annotation.quality.agreement.bootstrap import Row, estimate, ratio
from annotation.quality.agreement.result import Reason, Result, Undefined, Value
from corpus.batching import batched
from corpus.models import Corpus
from corpus.page.element_id import ElementKind, full_id, parse
from corpus.page.elements import Cell, Table
from corpus.page.grid import BadGrid, grid
from corpus.store import page_json_of

MOST_VERIFICATIONS, AT_ONCE, SEED = 2_000, 200, 20211  # pages must be read for it: of more, so many are drawn
LEAST_CELLS = 2  # a row or column of one cell says nothing: choosing the cell chooses it
NAMES = ("row", "column", "either")

EvidenceSets = Sequence[frozenset[str]]
Lines = tuple[list[frozenset[str]], list[frozenset[str]]]  # rows and columns, each the ids of its data cells


@dataclass(frozen=True, slots=True)
class WholeLines:
    """`shares`: evidence sets with a whole row, a whole column, and either, divided by all evidence sets; intervals
    draw verifications. `counts`: how many such sets, of `sets`.

    `verifications` were looked at, drawn by chance from `of` verifications with evidence.
    """

    shares: dict[str, Result]
    counts: dict[str, int]
    sets: int
    verifications: int
    of: int


def drawn(verifications: Iterable[int], most: int = MOST_VERIFICATIONS) -> list[int]:
    """The verifications to look at: all of them, or `most` drawn by chance, the same each time."""
    numbers = sorted(verifications)
    return sorted(Random(SEED).sample(numbers, most)) if len(numbers) > most else numbers


def whole_lines(corpus: Corpus, evidence: Mapping[int, EvidenceSets], of: int) -> WholeLines:
    """Count the evidence sets that contain all data cells of a row or of a column, if it has at least LEAST_CELLS.

    Header cells are no data cells: they are context. A cell that spans rows or columns belongs to each of them.
    `evidence`: verification -> its evidence sets, of full element ids, of the verifications drawn from `of`. A table
    that is no longer in the corpus, or whose cells do not tile a rectangle, has no rows and columns.
    """
    lines = _lines_of(corpus, {table for sets in evidence.values() for one in sets for table in _candidates(one)})
    rows = [_counted(sets, lines) for sets in evidence.values()]
    totals = [int(sum(column)) for column in zip(*rows, strict=True)] or [0] * (len(NAMES) + 1)
    return WholeLines(
        shares={name: _share([(row[at], row[-1]) for row in rows]) for at, name in enumerate(NAMES)},
        counts=dict(zip(NAMES, totals, strict=False)),
        sets=totals[-1],
        verifications=len(rows),
        of=of,
    )


def _share(rows: Sequence[Row]) -> Result:
    found = estimate(rows, ratio) if rows else Undefined(Reason.NO_VALUES)
    if isinstance(found, Value) and found.value in (0, 1):  # verifications differ in their number of sets only
        return replace(found, interval=Undefined(Reason.ALL_ALIKE, found.items))
    return found


def _counted(sets: EvidenceSets, lines: Mapping[str, Lines]) -> Row:
    """Sets with a whole row, with a whole column, with either, and all sets of one verification."""
    row = column = either = 0
    for one in sets:
        found = [lines[table] for table in _candidates(one) if table in lines]
        has_row = any(line <= one for rows, _columns in found for line in rows)
        has_column = any(line <= one for _rows, columns in found for line in columns)
        row, column, either = row + has_row, column + has_column, either + (has_row or has_column)
    return float(row), float(column), float(either), float(len(sets))


def _candidates(elements: Iterable[str]) -> list[str]:
    """The full ids of tables of which the set has enough data cells for a row or column."""
    found = map(parse, elements)
    tables = Counter(full_id(one.page, one.holder) for one in found if one.kind is ElementKind.CELL)
    return [table for table, cells in tables.items() if cells >= LEAST_CELLS]


def _lines_of(corpus: Corpus, tables: Iterable[str]) -> dict[str, Lines]:
    """Full id of a table -> its rows and columns; tables that are not there any more are absent."""
    by_page: defaultdict[str, list[str]] = defaultdict(list)
    for table in tables:
        by_page[parse(table).page].append(table)
    found = {}
    for titles in batched(sorted(by_page), AT_ONCE):
        for title, text in page_json_of(corpus, titles).items():
            page = json.loads(text)
            for table in by_page[title]:
                name = parse(table).local
                if name in page:
                    found[table] = _lines(title, _table(name, page[name]))
    return found


def _table(name: str, written: dict[str, Any]) -> Table:
    """The layout of a table of stored page JSON, without its texts: reading these takes longer than all else."""
    rows = (
        tuple(Cell(one["id"], "", one["is_header"], int(one["row_span"]), int(one["column_span"])) for one in row)
        for row in written["table"]
    )
    return Table(name, "general", tuple(rows), None)


def _lines(title: str, table: Table) -> Lines:
    try:
        squares = grid(table)
    except BadGrid:
        return [], []
    return _data_cells(title, squares), _data_cells(title, zip(*squares, strict=True))


def _data_cells(title: str, lines: Iterable[Iterable[Cell]]) -> list[frozenset[str]]:
    found = (frozenset(full_id(title, cell.id) for cell in line if not cell.is_header) for line in lines)
    return [line for line in found if len(line) >= LEAST_CELLS]
