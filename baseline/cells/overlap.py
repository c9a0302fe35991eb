"""Overlap of a claim with cells, rows and columns, words weighted by their rarity in the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum

from baseline.cells.numbers import shared
from baseline.cells.table_words import Square, TableWords
from baseline.words import ClaimWords, find_run


def covered_by(row: Sequence[Square], words: set[str], table: TableWords) -> float:
    """Sum the rarity of the claim's words that occur in the row, each once."""
    return fsum(table.rarity[one] for one in {stem for square in row for stem in square.stems} & words)


def matched_share(square: Square, words: set[str], numbers: frozenset[float], table: TableWords) -> float:
    """The share of the cell's words, by rarity, or of its numbers, that the claim has."""
    total = fsum(table.rarity[one] for one in set(square.stems))
    share = fsum(table.rarity[one] for one in set(square.stems) & words) / total if total else 0.0
    return max(share, shared(numbers, square.numbers) if square.numbers else 0.0)


def weight(stems: set[str], table: TableWords) -> float:
    """Sum the rarity of the stems."""
    return fsum(table.rarity.get(one, 0.0) for one in stems)


def stands_whole(square: Square, claim: ClaimWords) -> float:
    """1 if the claim has the cell word for word, else 0."""
    return float(bool(square.stems) and find_run(claim.stems, square.stems) >= 0)


def soft_share(square: Square, words: set[str]) -> float:
    """The share of the cell's words of three letters or more that begin as a word of the claim, or it as they do."""
    own = [one for one in square.stems if len(one) >= 3]
    if not own:
        return 0.0
    known = [one for one in words if len(one) >= 3]
    return sum(any(a.startswith(b) or b.startswith(a) for b in known) for a in own) / len(own)


def soft_columns(
    table: TableWords, cover: Sequence[float], best: float, matched: Mapping[str, float]
) -> dict[int, float]:
    """Column -> the mean match of its cells, rows weighed by how well they fit."""
    above: dict[int, float] = {}
    below: dict[int, float] = {}
    for row, covered in zip(table.rows, cover, strict=True):
        share = min(covered / best, 1.0) ** 4
        for square in row:
            if not square.is_header:
                above[square.column] = above.get(square.column, 0.0) + share * matched[square.id]
                below[square.column] = below.get(square.column, 0.0) + share
    return {column: above[column] / share for column, share in below.items() if share}


def new_and_rank(table: TableWords, words: set[str], cover: Sequence[float]) -> tuple[list[float], list[float]]:
    """Per row, best first: what it has of the claim that no row before it had (of all there is), and 1 / its rank."""
    total = max(cover, default=0.0) or 1.0
    news, ranks = [0.0] * len(cover), [0.0] * len(cover)
    seen: set[str] = set()
    order = sorted(range(len(cover)), key=lambda r: -cover[r])
    place = 0
    for i, r in enumerate(order):
        if i == 0 or cover[r] < cover[order[i - 1]]:
            place = i
            seen |= {stem for j in order[:i] for stem in _stems_of(table, j) & words} if i < 50 else set()
        news[r] = weight((_stems_of(table, r) & words) - seen, table) / total
        ranks[r] = 1 / (1 + place)
    return news, ranks


def _stems_of(table: TableWords, row: int) -> set[str]:
    return {stem for square in table.rows[row] for stem in square.stems}
