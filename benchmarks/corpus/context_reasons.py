"""Why a card of ours is not in the source table as it stands there: a rule for each reason that is by design."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from corpus.page.elements import Table

UNEXPLAINED = "unexplained"
Words = tuple[str, str, str]  # of a cell of the source: its own, names of its pictures, own and those of tables in it


@dataclass(frozen=True, slots=True)
class Difference:
    """A card: its words and headers, those of the source that are most like it, its table, and the source's cells.

    `own` are the cells of the source table that it was looked for in, `cells` those of the page. `in_box`: the table is
    an infobox, or has the rows of one cell that follow it. `is_elsewhere`: another table of the source has the card;
    `is_as_frequent`: its own has the words as often.
    `boxes` are words beside the tables of matches, `tables` those of each table of the page.
    """

    said: str
    text: str
    headers: frozenset[str]
    best: frozenset[str]
    table: Table
    in_box: bool
    is_elsewhere: bool
    is_as_frequent: bool
    source_headers: frozenset[str]
    own: Sequence[Words]
    cells: Sequence[Words]
    boxes: Sequence[str]
    tables: Sequence[str]


def reason_of(found: Difference) -> str:
    """The first reason that holds."""
    return next((reason for reason, holds in REASONS.items() if holds(found)), UNEXPLAINED)


def _has_names_of_pictures(found: Difference) -> bool:
    """Its words are those of a cell with the name of a picture among them, or the name where words are hidden."""
    return found.said == "no such words" and any(
        pictures and (found.text in pictures or (words in found.text and found.text.replace(words, "", 1) in pictures))
        for words, pictures, _ in found.cells
    )


def _has_inner_tables(found: Difference) -> bool:
    """Its words are those of a cell with a table in it that only sets out its text, or of all cells of such a table."""
    is_whole = any(whole != words and found.text == whole for words, _, whole in found.cells)
    return found.said == "no such words" and (is_whole or found.text in found.tables)


def _is_of_box(found: Difference) -> bool:
    return any(found.text in words for words in found.boxes)


def _is_one_notation(found: Difference) -> bool:
    """Coordinates stand twice in the source, the second time hidden by a style sheet."""
    return any(
        mark and whole.replace(first + mark, "", 1) == found.text
        for first, mark, _ in (whole.partition("coordinates") for _, _, whole in found.own)
        for _, _, whole in found.own
        if whole.startswith(first + mark)
    )


def _has_picture_for_header(found: Difference) -> bool:
    """A header cell of a large picture alone: these are left out."""
    missing = found.best - found.headers
    pictures = {pictures for words, pictures, _ in found.own if pictures and not words}
    return found.said == "fewer headers" and bool(missing) and missing <= pictures


def _is_beside_names(found: Difference) -> bool:
    return found.said == "right, but not as often" and found.is_as_frequent


def _is_elsewhere(found: Difference) -> bool:
    return found.is_elsewhere


def _is_row_alone(found: Difference) -> bool:
    return found.in_box and found.table.kind != "infobox"


def _is_below_left_out_row(found: Difference) -> bool:
    more = found.headers - found.best
    return found.table.kind == "infobox" and found.said == "more headers" and more <= found.source_headers


def _headers_differ_by_pictures(found: Difference) -> bool:
    return found.said in ("other headers", "more headers", "fewer headers") and any(
        pictures and words != header and ((words and words in header) or header in pictures)
        for header in found.headers - found.best
        for words, pictures, _ in found.own
    )


REASONS: dict[str, Callable[[Difference], bool]] = {
    "names of pictures among or instead of the words (corpus.html.pictures)": _has_names_of_pictures,
    "tables and blocks side by side in the box of a match, which are one table (corpus.html.tables)": _is_of_box,
    "words of a table that only sets out the text of the cell": _has_inner_tables,
    "a row of one cell of an infobox, in a table of its own under its nearest heading": _is_row_alone,
    "headings of an infobox, between which the format leaves out a row of one cell": _is_below_left_out_row,
    "a header that has the name of a picture": _headers_differ_by_pictures,
    "a header that is a large picture": _has_picture_for_header,
    "a cell of the same words has column names that the source has as data cells": _is_beside_names,
    "coordinates, whose second notation is hidden": _is_one_notation,
    "as in another table of the page: of two inside one another, or of two alike": _is_elsewhere,
}
