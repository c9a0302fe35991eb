"""The comparison of two retrievers: its gold and its interval."""

from __future__ import annotations

import json

import pytest

from baseline.candidates import Found, PageCandidate
from benchmarks.baseline.gold import Gold, gold_of, page_groups, tuned
from benchmarks.baseline.paired import mean_difference
from benchmarks.baseline.retrievers import MEASURES
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
    rows = map(json.loads, (SHARED / "feverous_shaped" / "claims.jsonl").read_text(encoding="utf-8").splitlines())
    claims = [gold_of(row["claim"], [frozenset(one["content"]) for one in row["evidence"]]) for row in rows]
    assert len(claims) == 60
    assert sum(bool(claim.sentences) for claim in claims) == 33
    assert sum(bool(claim.tables) for claim in claims) == 46


def test_claims_with_a_page_in_common_are_in_one_half():
    pages = [("A", "B"), ("C",), ("B", "D"), ("E", "D"), ("F",)]
    claims = [gold_of("A claim.", [frozenset(f"{page}_sentence_0" for page in some)]) for some in pages]
    groups = page_groups(claims)
    assert groups[0] == groups[2] == groups[3]
    assert len(set(groups)) == 3
    halves = tuned(claims)
    assert halves[0] == halves[2] == halves[3]
