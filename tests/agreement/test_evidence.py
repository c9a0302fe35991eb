"""Same evidence, or not: the paper's measures, over alternative sets."""

from __future__ import annotations

import pytest
from hypothesis import given

from annotation.quality.agreement.bootstrap import estimate
from annotation.quality.agreement.evidence import (
    EVIDENCE_MEASURES,
    best_overlap,
    evidence_row,
    is_proper_subset,
    overlap,
)
from annotation.quality.agreement.nei_disagreement import nei_disagreement_row, nei_disagreement_share
from annotation.quality.agreement.result import Reason, Undefined
from tests.agreement.made import N, R, S, evidence, item, rating, sets, voted

identical, overlapping, proper_subset, mean_overlap = EVIDENCE_MEASURES.values()


def test_overlap_by_hand():
    assert overlap(frozenset("abc"), frozenset("bcd")) == pytest.approx(4 / 6)
    assert overlap(frozenset("a"), frozenset()) == 0


def test_the_best_alternatives_are_compared():
    assert best_overlap(sets("abc", "x"), sets("q", "xy")) == pytest.approx(2 / 3)
    assert best_overlap(sets("ab", "cd"), sets("zz", "cd")) == 1


def test_no_evidence_matches_none_and_two_without_have_nothing_to_compare():
    assert best_overlap((), sets("a")) == 0
    assert best_overlap(sets(""), sets("a")) == 0
    assert best_overlap((), sets("")) is None


def test_a_proper_subset_of_one_of_the_sets():
    assert is_proper_subset(sets("ab"), sets("x", "abc"))
    assert is_proper_subset(sets("abc"), sets("ab"))
    assert not is_proper_subset(sets("ab"), sets("ab"))
    assert not is_proper_subset(sets("ab", "c"), sets("ab", "cd"))  # they share a set
    assert not is_proper_subset(sets(""), sets("a"))


@given(evidence, evidence)
def test_overlap_is_a_share_and_the_same_from_both_sides(a, b):
    match = best_overlap(a, b)
    assert match == best_overlap(b, a)
    assert match is None or 0 <= match <= 1
    assert is_proper_subset(a, b) == is_proper_subset(b, a)
    if is_proper_subset(a, b):
        assert 0 < match < 1


ITEMS = [
    item(1, rating(1, S, sets("ab")), rating(2, S, sets("ab"))),  # identical
    item(2, rating(1, S, sets("abc")), rating(2, S, sets("abcd"))),  # 6/7, within
    item(3, rating(1, S, sets("ab")), rating(2, R, sets("bc"))),  # 1/2
    item(4, rating(1, S, sets("a")), rating(2, N)),  # 0
    item(5, rating(1, N), rating(2, N)),  # nothing to compare
    item(6, rating(1, S, sets("a")), rating(2, S, sets("a")), rating(3, R, sets("b"))),  # 1, 0, 0
]


def measured(share):
    return estimate(map(evidence_row, ITEMS), share)


def test_shares_are_of_the_pairs_that_have_evidence():
    assert measured(identical).value == pytest.approx(2 / 7)
    assert measured(overlapping).value == pytest.approx(3 / 7)
    assert measured(proper_subset).value == pytest.approx(1 / 7)
    assert measured(mean_overlap).value == pytest.approx((1 + 6 / 7 + 1 / 2 + 0 + 1 + 0 + 0) / 7)
    assert measured(identical).interval.low < 2 / 7 < measured(identical).interval.high


def test_without_any_evidence_there_is_no_share():
    assert estimate([evidence_row(ITEMS[4])], identical) == Undefined(Reason.NO_EVIDENCE, 1)


def test_disagreements_with_one_who_did_not_find_enough():
    items = [voted(1, S, N), voted(2, S, R), voted(3, S, S), voted(4, N, N, R)]
    found = estimate(map(nei_disagreement_row, items), nei_disagreement_share)
    assert found.value == pytest.approx(3 / 4)  # one of item 1, two of item 4; not that of item 2
    nothing = estimate(map(nei_disagreement_row, [voted(3, S, S)]), nei_disagreement_share)
    assert nothing == Undefined(Reason.NO_DISAGREEMENT, 1)
