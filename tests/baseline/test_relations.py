"""Columns and rows that a claim means without saying their words."""

from __future__ import annotations

import pytest

from baseline.cells.cues import cues_of
from baseline.cells.holders import Holder, Holders
from baseline.cells.relations import asked_otherwise, asks_of, column_relations, in_range, number_of
from baseline.words import claim_words
from corpus.page.elements import Page
from search.stemming import stem
from tests.baseline.test_evidence_selection import find, table

TOWNS = [
    ["Town", "Altitude (m)", "Founded", "Best time", "State"],
    ["Quay", "95", "1901", "2:19:41", "North"],
    ["Mole", "12", "1907", "2:18:09", "South"],
    ["Pier", "248", "1915", "2:39:01", "South"],
    ["Lock", "30", "1920", "2:23:14", "West"],
]


def holder() -> Holder:
    return Holders(Page("Towns", (table(TOWNS),)))["Towns_table_0"]


def asks(text: str):
    return asks_of(claim_words(text), cues_of(text))


def columns(text: str, *named: int, matched: dict[str, float] | None = None) -> dict[str, list[int]]:
    """Relation -> the columns that have it."""
    found = column_relations(holder(), asks(text), named, matched or {})
    return {name: [column for column, values in found.items() if values[name] > 0] for name in found[0]}


@pytest.mark.parametrize(
    ("header", "claim", "asked"),
    [
        ("altitude", "Mole lies lowest of all.", 1.0),
        ("altitude", "Mole was founded in 1907.", 0.0),
        ("density", "It has more inhabitants per square kilometre.", 1.0),
        ("led", "He was in the lead once.", 1.0),
    ],
)
def test_a_claim_asks_for_a_header_by_other_words(header, claim, asked):
    assert asked_otherwise(frozenset({stem(header)}), asks(claim)) == asked


def test_a_header_without_words_is_not_asked_for():
    assert asked_otherwise(frozenset(), asks("Mole lies lowest.")) == 0


def test_a_kind_of_values_is_asked_for():
    assert columns("Quay was slower.")["kind_asked"] == [3]
    assert 3 not in columns("Quay is a town.")["kind_asked"]


def test_a_superlative_means_a_column_where_the_named_row_is_extreme():
    assert columns("Mole lies lowest of the towns.", 2)["extreme"] == [1, 3]
    assert columns("Mole lies low.", 2)["extreme"] == []
    assert columns("Mole lies lowest of the towns.")["extreme"] == []


def test_equal_values_differences_and_counts_mean_their_columns():
    assert columns("Mole and Pier are in the same state.", 2, 3)["equal"] == [4]
    assert columns("Mole and Pier are in a state.", 2, 3)["equal"] == []
    assert columns("Pier was founded eight years after Mole.", 2, 3)["apart"] == [2]
    assert columns("Two towns are in the South.", matched={"cell_0_2_4": 1.0})["counted"] == [4]
    assert columns("Three towns are in the South.", matched={"cell_0_2_4": 1.0})["counted"] == []


def test_rows_of_a_range_of_years():
    rows = {row[0].row: row for row in holder().words.rows}

    def within(text: str) -> list[int]:
        return [place for place, row in rows.items() if in_range(row, asks(text))]

    assert within("Towns founded from 1905 to 1915") == [2, 3]
    assert within("Towns founded in the 1900s") == [1, 2]
    assert within("Towns founded in 1905") == within("Towns from 1915 to 1905") == []


def test_numbers_of_cells_are_values():
    assert (number_of("2:18:09"), number_of("5:15"), number_of("22,395 (est.)")) == (8289, 315, 22395)
    assert number_of("none") is None


def test_a_cell_without_a_word_is_a_candidate():
    rows = [["Nation", "Gold"], ["Nation A", "3"], ["Nation B", "-"], ["Nation C", ""]]
    ids = {one.element for one in find("Nation B won no gold.", Page("Games", (table(rows),))).cells}
    assert "Games_cell_0_2_1" in ids
    assert "Games_cell_0_3_1" not in ids
