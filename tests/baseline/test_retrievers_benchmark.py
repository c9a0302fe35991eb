"""The comparison of two retrievers: its gold and its interval."""

from __future__ import annotations

import pytest

from baseline.candidates import Found, PageCandidate
from benchmarks.baseline.paired import mean_difference
from benchmarks.baseline.retrievers import MEASURES, Gold, shaped_claims
from benchmarks.search.wiki import SHARED


def test_the_difference_of_means_has_an_interval_over_pairs():
    assert mean_difference([1, 0, 1], [1, 0, 1]) == (0, 0, 0)
    found, low, high = mean_difference([1.0] * 50 + [0.0] * 50, [1.0] * 40 + [0.0] * 60)
    assert found == pytest.approx(-0.1)
    assert -0.17 <= low <= -0.15 and -0.06 <= high <= -0.04  # ten of a hundred pairs differ: -0.1 ± 1.96 * 0.03


def test_a_claim_without_gold_of_a_kind_does_not_count_for_it():
    gold = Gold("A claim.", {"A", "B"}, set(), set(), [{"A_sentence_0"}])
    found = Found("A claim.", pages=(PageCandidate("B", 2.0), PageCandidate("A", 1.0)))
    hits = {name: hit(gold, found) for name, hit in MEASURES.items()}
    assert hits == {
        "all pages @1": False,
        "all pages @5": True,
        "all sentences @5": None,
        "all tables @3": None,
        "a whole set": False,
    }


@pytest.mark.skipif(not SHARED.exists(), reason="no ../shared/data beside the checkout")
def test_the_shaped_claims_are_read_with_their_kinds_of_gold():
    claims = [*shaped_claims()]
    assert len(claims) == 60
    assert sum(bool(claim.sentences) for claim in claims) == 33
    assert sum(bool(claim.tables) for claim in claims) == 46
