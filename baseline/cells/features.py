"""Lexical features of cells: overlap of the claim with the cell, its row, its column and its headers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from baseline.cells.numbers import numbers_in, shared
from baseline.cells.overlap import (
    covered_by,
    matched_share,
    new_and_rank,
    soft_columns,
    soft_share,
    stands_whole,
    weight,
)
from baseline.cells.table_words import Square, TableWords
from baseline.words import STOP_STEMS, ClaimWords

NAMES = (
    "cell",  # the share of the cell's words that the claim has, by rarity in the table
    "weight",  # what of the claim's words in the table the cell has
    "whole",  # the claim has the cell word for word
    "numbers",  # the share of its numbers
    "header",  # the share of its headers' words
    "row",  # how much of the claim its row has, against the best row
    "best_row",  # its row has as much as the best, or nearly
    "entity",  # it is what its row is about: the row's first cell with letters
    "column",  # the best cell of its column
    "others",  # its row without this cell, against the best row
    "is_header",
    "empty",
    "small",  # the table has few rows
    "ties",  # many rows are as good as the best
    "cell_row",
    "header_row",
    "entity_row",
    "column_row",
    "numbers_row",
    "header_best",
    "entity_best",
    "column_best",
    "cell_best",
    "header_cell",
    "headed",  # it is a header, and the claim has words of its column or row
    "first_column",
    "column_share",  # how many cells of its column the claim has
    "row_whole",  # what of the claim stands in its row as whole cells, against the best row
    "row_new",  # what its row has of the claim that no better row has
    "row_rank",  # 1 for the best row, 1/2 for the next
    "column_soft",  # how well its column fits in the rows that fit
    "column_soft_row",
    "soft",  # the share of its words that begin as a word of the claim, or the other way round
    "soft_row",
    "unique",  # it stands word for word in the claim, and once in its column
    "row_unique",  # a cell of its row does
    "column_soft_new",
    "whole_new",
    "column_soft_whole",
)


@dataclass(frozen=True, slots=True)
class Scored:
    """A square with its features, in the order of NAMES."""

    square: Square
    features: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Table:
    """Values computed once per claim and table; `matched` and `whole` by cell id, `columns` by column."""

    words: set[str]
    numbers: frozenset[float]
    in_table: float
    best: float
    ties: float
    small: float
    matched: Mapping[str, float]
    whole: Mapping[str, float]
    columns: Mapping[int, Sequence[float]]
    soft_columns: Mapping[int, float]
    rarity: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Row:
    """Values computed once per row: shares of the best row, and per cell whether it is unique in its column."""

    covered: float
    whole: float
    new: float
    rank: float
    entity: str
    unique: Sequence[float]


def features(claim: ClaimWords, table: TableWords) -> list[Scored]:
    """Compute the features of every cell of the table."""
    words = set(claim.stems) - STOP_STEMS or set(claim.stems)
    cover = [covered_by(row, words, table) for row in table.rows]
    about = _about_table(claim, words, table, cover)
    return [
        Scored(square, tuple(map(_values(square, place, row, about).__getitem__, NAMES)))
        for squares, row in zip(table.rows, _about_rows(about, table, cover), strict=True)
        for place, square in enumerate(squares)
    ]


def _about_table(claim: ClaimWords, words: set[str], table: TableWords, cover: Sequence[float]) -> _Table:
    body = [covered for covered, row in zip(cover, table.rows, strict=True) if not all(s.is_header for s in row)]
    best = max(body, default=0.0) or max(cover, default=0.0) or 1.0
    numbers = numbers_in(claim.text)
    matched = {square.id: matched_share(square, words, numbers, table) for square in table.squares}
    columns: dict[int, list[float]] = {}
    for square in table.squares:
        if not square.is_header:
            columns.setdefault(square.column, []).append(matched[square.id])
    return _Table(
        words=words,
        numbers=numbers,
        in_table=weight(words, table) or 1.0,
        best=best,
        ties=sum(covered >= 0.9 * best for covered in body) / max(len(body), 1),
        small=1 / (1 + len(table.rows) / 5),
        matched=matched,
        whole={square.id: stands_whole(square, claim) for square in table.squares},
        columns=columns,
        soft_columns=soft_columns(table, cover, best, matched),
        rarity=table.rarity,
    )


def _about_rows(about: _Table, table: TableWords, cover: Sequence[float]) -> list[_Row]:
    texts: dict[int, Counter[str]] = {}
    for square in table.squares:
        if not square.is_header:
            texts.setdefault(square.column, Counter())[square.text] += 1
    wholes = [sum(weight(set(s.stems), table) for s in row if about.whole[s.id]) for row in table.rows]
    best_whole = max(wholes, default=0.0) or 1.0
    news, ranks = new_and_rank(table, about.words, cover)
    none: Counter[str] = Counter()
    return [
        _Row(
            covered=cover[r],
            whole=wholes[r] / best_whole,
            new=news[r],
            rank=ranks[r],
            entity=next((s.id for s in row if any(map(str.isalpha, s.text))), ""),
            unique=[about.whole[s.id] * (texts.get(s.column, none)[s.text] == 1) for s in row],
        )
        for r, row in enumerate(table.rows)
    ]


def _values(square: Square, place: int, row: _Row, about: _Table) -> dict[str, float]:
    """The features of one cell by their names."""
    own = fsum(about.rarity[one] for one in about.words.intersection(square.stems))
    mine, whole = about.matched[square.id], about.whole[square.id]
    header = len(about.words.intersection(square.headers)) / len(set(square.headers)) if square.headers else 0.0
    fits, near = min(row.covered / about.best, 1.0), float(row.covered >= 0.75 * about.best)
    column = about.columns.get(square.column, [0.0])
    high, soft_column = max(column), about.soft_columns.get(square.column, 0.0)
    entity, is_header = float(square.id == row.entity), float(square.is_header)
    number, soft = shared(about.numbers, square.numbers), soft_share(square, about.words)
    return {
        "cell": mine,
        "weight": own / about.in_table,
        "whole": whole,
        "numbers": number,
        "header": header,
        "row": fits,
        "best_row": near,
        "entity": entity,
        "column": high,
        "others": max(row.covered - own, 0.0) / about.best,
        "is_header": is_header,
        "empty": float(not square.stems),
        "small": about.small,
        "ties": about.ties,
        "cell_row": mine * fits,
        "header_row": header * fits,
        "entity_row": entity * fits,
        "column_row": high * fits,
        "numbers_row": number * fits,
        "header_best": header * near,
        "entity_best": entity * near,
        "column_best": high * near,
        "cell_best": mine * near,
        "header_cell": header * mine,
        "headed": is_header * high,
        "first_column": float(square.column == 0),
        "column_share": sum(column) / len(column),
        "row_whole": row.whole,
        "row_new": row.new,
        "row_rank": row.rank,
        "column_soft": soft_column,
        "column_soft_row": soft_column * fits,
        "soft": soft,
        "soft_row": soft * fits,
        "unique": row.unique[place],
        "row_unique": max(row.unique, default=0.0),
        "column_soft_new": soft_column * row.new,
        "whole_new": whole * row.new,
        "column_soft_whole": soft_column * row.whole,
    }
