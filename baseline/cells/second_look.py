"""Signals of the second look: what the first regression says of each candidate's row, column and table.

The first regression judges each candidate by itself. A cell is more likely evidence where its row and its column hold
other likely cells, and a whole column where the claim counts its cells or has a superlative.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baseline.cells.cues import cues_of, rows_named
from baseline.cells.signals import Array, Found

NAMES = (
    "first",  # its logit of the first look; logits are cut to -9 ... 9, and divided by 4
    "rank",  # the logarithm of its rank among all candidates
    "table_best",
    "row_best",  # of the other cells of its row
    "column_best",
    "column_mean",
    "column_sum",  # log(1 + sum of probabilities), here and below
    "row_sum",  # of the other cells of its row
    "table_sum",
    "heads",  # of a cell in a header row: the best cell below it
    "row_heads",  # of a row's header: the best other cell of its row
    "caption_sum",  # of a caption: the sum of its table
    "crossing",  # the probability of its row's best other cell times that of its column's
    "many_column_sum",  # the sum of its column, where the claim has a count, a superlative or a quantifier
    "named_column_sum",  # the same, where the claim names the number of the table's rows
)
_LOGITS, _UNIT = 9.0, 4.0
_MOST = 100_000  # rows or columns of a table, more than are read

Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Places of the candidates of a claim, in the order of `signals`; a caption has row and column -1.

    `in_header_row`, `is_header`: 1 or 0. `many`: whether the claim has a count, a superlative or a quantifier.
    `named`: 1 where the claim has the number of the table's rows, else 0.
    """

    table: Places
    row: Places
    column: Places
    in_header_row: Places
    is_header: Places
    many: bool
    named: Places


def surroundings(text: str, tables: Sequence[Found], ids: Sequence[Sequence[str]]) -> Surroundings:
    """Find the places of candidates; `ids` are their local ids table by table."""
    cues = cues_of(text)
    numbers = rows_named(text)
    places: list[tuple[int, ...]] = []
    for number, (found, names) in enumerate(zip(tables, ids, strict=True)):
        holder = found.holder
        squares = {square.id: square for square in holder.words.squares}
        rows = {squares[one].row for one in names if one in squares} - holder.header_rows
        named = int(len(rows) in numbers)
        for one in names:
            square = squares.get(one)
            if square is None:
                places.append((number, -1, -1, 0, 0, named))
            else:
                headed = square.row in holder.header_rows
                places.append((number, square.row, square.column, headed, square.is_header, named))
    table, row, column, in_header_row, is_header, named_rows = np.array(places, dtype=np.int64).reshape(-1, 6).T
    return Surroundings(table, row, column, in_header_row, is_header, bool(cues.whole or cues.count), named_rows)


def second_signals(around: Surroundings, logits: Sequence[float] | Array) -> Array:
    """The values of NAMES, (candidates, names)."""
    first = np.clip(np.asarray(logits, dtype=np.float64), -_LOGITS, _LOGITS)
    if not len(first):
        return np.zeros((0, len(NAMES)))
    chance = 1 / (1 + np.exp(-first))
    caption = around.row < 0
    in_cells = ~caption
    body = in_cells & (around.in_header_row == 0)
    rows = _groups(around.table * _MOST + around.row + 1)
    columns = _groups((around.table * 2 + around.in_header_row) * _MOST + around.column + 1)
    below = _groups(around.table * _MOST + around.column + 1)
    row_best = np.where(in_cells, _best_of_others(first, rows), -_LOGITS)
    column_best = np.where(in_cells, _best_of_others(first, columns), -_LOGITS)
    head = _best(np.where(body, first, -_LOGITS), below)
    column_sum = np.log1p(_sum(chance, columns))
    table_sum = np.log1p(_sum(chance, around.table))
    values = {
        "first": first / _UNIT,
        "rank": np.log1p(np.argsort(np.argsort(-first, kind="stable"), kind="stable")) / 3,
        "table_best": _best(first, around.table) / _UNIT,
        "row_best": row_best / _UNIT,
        "column_best": column_best / _UNIT,
        "column_mean": _sum(first, columns) / np.bincount(columns)[columns] / _UNIT,
        "column_sum": column_sum,
        "row_sum": np.log1p(np.maximum(_sum(chance, rows) - chance, 0.0)),
        "table_sum": table_sum,
        "heads": around.in_header_row * head / _UNIT,
        "row_heads": around.is_header * (1 - around.in_header_row) * row_best / _UNIT,
        "caption_sum": caption * table_sum,
        "crossing": 1 / (1 + np.exp(-row_best)) / (1 + np.exp(-column_best)),
        "many_column_sum": around.many * column_sum,
        "named_column_sum": around.named * column_sum,
    }
    return np.column_stack([values[name] for name in NAMES])


def _groups(keys: Places) -> Places:
    """Number groups of equal keys from 0."""
    return np.unique(keys, return_inverse=True)[1].reshape(-1).astype(np.int64)


def _sum(values: Array, groups: Places) -> Array:
    sums: Array = np.bincount(groups, weights=values).astype(np.float64)[groups]
    return sums


def _best(values: Array, groups: Places) -> Array:
    best = np.full(groups.max() + 1, -np.inf)
    np.maximum.at(best, groups, values)
    return best[groups]


def _best_of_others(values: Array, groups: Places) -> Array:
    """The best value of the others in the group, the least logit where there are none."""
    order = np.lexsort((values, groups))
    group = groups[order]
    last = np.flatnonzero(np.append(group[1:] != group[:-1], True))
    has_other = (last > 0) & (group[last - 1] == group[last])
    found = values[order[last]][groups]
    found[order[last]] = np.where(has_other, values[order[last - 1]], -_LOGITS)
    return found
