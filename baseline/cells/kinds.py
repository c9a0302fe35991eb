"""Kinds of values in cells and columns: years, ordinals, amounts, names. Independent of the claim."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from baseline.cells.table_words import Square, TableWords

OF_TEXT = ("digits", "length", "year", "ordinal", "amount", "date", "score", "capital", "words", "nothing")
OF_PLACE = ("unique", "column", "first_columns", "row", "rows", "columns")
NAMES = (*OF_TEXT, *(f"column_{name}" for name in OF_TEXT), *OF_PLACE)

_YEAR = re.compile(r"(1[5-9]|20)\d\d([–\-/]\d{2,4})?")  # 2004, 2004-05
_ORDINAL = re.compile(r"\d+(st|nd|rd|th)")
_AMOUNT = re.compile(r"[\d,.\s%+\-−–$£€]+")
_SCORE = re.compile(r"\d\s*[–\-:]\s*\d")
_MONTH = re.compile(r"\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", re.IGNORECASE)


def kinds(table: TableWords) -> list[tuple[float, ...]]:
    """Compute the values of NAMES for every cell: its own, its column's means without headers, its position."""
    squares = table.squares
    own = [_of_text(square.text) for square in squares]
    columns: dict[int, list[int]] = {}
    for place, square in enumerate(squares):
        columns.setdefault(square.column, []).append(place)
    means = {column: _mean_of_body(places, squares, own) for column, places in columns.items()}
    unique = {column: len({squares[i].text for i in places}) / len(places) for column, places in columns.items()}
    rows = len({square.row for square in squares})
    size = math.log(max(rows, 1)), math.log(max(len(columns), 1))
    return [
        (*own[place], *means[square.column], unique[square.column], *_of_place(square, rows), *size)
        for place, square in enumerate(squares)
    ]


def _of_place(square: Square, rows: int) -> tuple[float, float, float]:
    return min(square.column, 8) / 4, 1 / (1 + square.column), square.row / max(rows, 1)


def _of_text(text: str) -> tuple[float, ...]:
    digits = sum(map(str.isdigit, text))
    return (
        digits / max(len(text), 1),
        math.log1p(len(text)) / 3,
        float(bool(_YEAR.fullmatch(text))),
        float(bool(_ORDINAL.fullmatch(text))),
        float(bool(_AMOUNT.fullmatch(text))),
        float(digits > 0 and bool(_MONTH.search(text))),
        float(bool(_SCORE.search(text))),
        float(text[:1].isupper()),
        float(len(text.split())),
        float(text in {"", "-", "–", "—", "N/A"}),
    )


def _mean_of_body(
    places: Sequence[int], squares: Sequence[Square], own: Sequence[tuple[float, ...]]
) -> tuple[float, ...]:
    body = [i for i in places if not squares[i].is_header] or places
    return tuple(sum(values) / len(body) for values in zip(*(own[i] for i in body), strict=True))
