"""Evidence sets that contain a whole row or column: data cells alone, each in every line that it spans."""

from __future__ import annotations

import pytest

from annotation.dashboard.reports import report
from annotation.evidence.queries import evidence_sets as sets_of
from annotation.quality.agreement.result import Reason, Undefined, value_of
from annotation.quality.audit.whole_lines import drawn, whole_lines
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from tests.prepared import simulated_project

TABLE = """
{| class="wikitable"
! Year !! Club !! Goals
|-
| 2001 || Quay Rovers || 3
|-
| 2002 || rowspan="2" | Pilots || 4
|-
| 2003 || 5
|}

{| class="wikitable"
! Name
| Berg
|-
! Born
| 1890
|}
"""


@pytest.fixture
def tables(corpus):
    """A page with a table of three columns, and one with a header in each row, as an infobox has them."""
    page = build_page("Cup", TABLE).page
    assert page is not None
    save_pages(corpus, [PageRecord(page)])
    return corpus


def cells(*numbers, page="Cup", table=0):
    return frozenset(f"{page}_cell_{table}_{row}_{column}" for row, column in numbers)


def counts(corpus, *sets):
    found = whole_lines(corpus, {1: sets}, of=1)
    return found.counts["row"], found.counts["column"], found.counts["either"]


@pytest.mark.parametrize(
    ("chosen", "wanted"),
    [
        (cells((1, 0), (1, 1), (1, 2)), (1, 0, 1)),
        (cells((1, 0), (1, 2)), (0, 0, 0)),
        (cells((1, 0), (2, 0), (3, 0)), (0, 1, 1)),
        (cells((1, 1), (2, 1)), (0, 1, 1)),  # the third row's club is the cell of the second
        (cells((2, 1), (3, 0), (3, 1)), (1, 0, 1)),
        (cells((2, 1), (3, 0), (3, 2)), (0, 0, 0)),
        (cells((0, 0), (1, 0), table=1), (0, 0, 0)),
        (cells((0, 1), (1, 1), table=1), (0, 1, 1)),
        (cells((0, 1), table=1), (0, 0, 0)),
        (cells((1, 0), (1, 1), page="Nowhere"), (0, 0, 0)),
        (cells((1, 0), (1, 1), table=7), (0, 0, 0)),
        (frozenset({"Harbour League_sentence_0"}), (0, 0, 0)),
    ],
)
def test_a_line_is_whole_with_all_of_its_data_cells(tables, chosen, wanted):
    assert counts(tables, chosen) == wanted


def test_a_set_of_a_row_and_a_column_is_one_of_either(tables):
    both = cells((1, 0), (1, 1), (1, 2), (2, 0), (3, 0))
    assert counts(tables, both) == (1, 1, 1)


def test_shares_are_of_evidence_sets_and_their_intervals_draw_verifications(tables):
    whole, part = cells((1, 0), (1, 1), (1, 2)), cells((1, 0))
    found = whole_lines(tables, {n: (whole, part) if n % 2 else (part,) for n in range(20)}, of=50)
    assert (found.counts["row"], found.sets, found.verifications, found.of) == (10, 30, 20, 50)
    row = found.shares["row"]
    assert (row.value, row.items) == (pytest.approx(1 / 3), 20)
    assert 0 <= row.interval.low < row.value < row.interval.high <= 0.5
    column = found.shares["column"]
    assert (column.value, column.interval) == (0, Undefined(Reason.ALL_ALIKE, 20))


def test_no_evidence_has_no_share(tables):
    assert whole_lines(tables, {}, of=0).shares["either"] == Undefined(Reason.NO_VALUES)


def test_so_many_are_drawn_the_same_each_time():
    assert drawn([3, 1, 2]) == [1, 2, 3]
    some = drawn(range(1000), most=50)
    assert len(some) == 50 and some == drawn(reversed(range(1000)), most=50) != list(range(50))


def test_the_report_is_of_current_verifications_with_evidence(db):
    project, _planted = simulated_project(annotators=9, claims=60, seed=2, qa=20)
    found = report(project, "whole lines")
    evidence = sets_of(assignment__project=project, is_current=True)
    assert found.verifications == found.of == len(evidence) > 60
    assert found.sets == sum(map(len, evidence.values()))
    assert value_of(found.shares["either"]) == found.counts["either"] / found.sets
