"""Second-look features: first-look scores of the cell's row, its column and the whole table.

Evidence is where a matching row meets a matching column, which features of the cell alone cannot tell.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from baseline.cells.table_words import Square

NAMES = (
    "first",  # the logit of the first look
    "chance",  # the same as a probability
    "row_best",  # the best other cell of its row
    "row_mean",  # the mean of the others
    "row_rank",  # 1 for the row with the highest sum, 1/2 for the next
    "rank_in_row",  # 1 for the row's best cell, 1/2 for the next
    "column_best",
    "column_mean",
    "column_rank",
    "rank_in_column",
    "cross",  # row_best times column_best
    "table_best",
    "table_sum",
    "said_in_row",  # what of its words of the claim a better cell of its row has as well
    "said_in_table",
)


@dataclass(frozen=True, slots=True)
class _Line:
    """A row or a column: its sum, its chances in ascending order, and 1 / its rank among its like."""

    total: float
    ordered: Sequence[float]
    rank: float

    def of(self, chance: float) -> tuple[float, float, float, float]:
        """(best other, mean of the others, rank of the line, rank of the cell in it)."""
        others = len(self.ordered) - 1
        better = len(self.ordered) - bisect_right(self.ordered, chance)
        best = 0.0 if not others else self.ordered[-1] if better else self.ordered[-2]
        return best, (self.total - chance) / max(others, 1), self.rank, 1 / (1 + better)


def around(
    squares: Sequence[Square], logits: Sequence[float], chances: Sequence[float], words: set[str]
) -> list[tuple[float, ...]]:
    """For every cell the values of NAMES. `chances` are 0 where a cell cannot be chosen; `words` the claim's stems."""
    rows = _lines(zip((square.row for square in squares), chances, strict=True))
    columns = _lines(zip((square.column for square in squares), chances, strict=True))
    table_best, table_sum = max(chances, default=0.0), sum(chances)
    in_table = _said(squares, chances, words, lambda _: 0)
    in_row = _said(squares, chances, words, lambda square: square.row)
    found: list[tuple[float, ...]] = []
    for place, square in enumerate(squares):
        chance = chances[place]
        row, column = rows[square.row].of(chance), columns[square.column].of(chance)
        whole = (row[0] * column[0], table_best, table_sum, in_row[place], in_table[place])
        found.append((logits[place], chance, *row, *column, *whole))
    return found


def _lines(pairs: Iterable[tuple[int, float]]) -> dict[int, _Line]:
    members: dict[int, list[float]] = {}
    for line, chance in pairs:
        members.setdefault(line, []).append(chance)
    sums = {line: sum(some) for line, some in members.items()}
    ordered = sorted(sums.values())
    better = {total: len(ordered) - place - 1 for place, total in enumerate(ordered)}  # the last of equals stays
    return {line: _Line(sums[line], sorted(some), 1 / (1 + better[sums[line]])) for line, some in members.items()}


def _said(
    squares: Sequence[Square], chances: Sequence[float], words: set[str], part: Callable[[Square], int]
) -> list[float]:
    """The share of each cell's words of the claim that a better cell of the same part of the table has too."""
    said: dict[int, set[str]] = {}
    shares = [0.0] * len(squares)
    for place in sorted(range(len(squares)), key=lambda one: -chances[one]):
        own = words.intersection(squares[place].stems)
        known = said.setdefault(part(squares[place]), set())
        if own:
            shares[place] = len(own & known) / len(own)
            known |= own
    return shares
