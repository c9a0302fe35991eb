"""Agreement by group: every pair where it belongs, and what planted in one group shows in that group."""

from __future__ import annotations

import random

import pytest

from annotation.quality.agreement.groups import (
    by_calibration,
    by_challenge,
    by_claim,
    by_evidence_match,
    by_group,
    by_ways,
    match_group,
    score_group,
)
from annotation.quality.agreement.report import grouped
from annotation.quality.agreement.result import Undefined
from annotation.quality.agreement.verdict_agreement import verdict_agreement
from tests.agreement.made import N, R, S, item, rating, sets, voted


def test_the_groups_of_an_overlap():
    assert [match_group(m) for m in (0, 1e-9, 0.05, 0.1, 0.3, 2 / 3, 0.7, 0.999, 1)] == [
        "0", "0.0-0.1", "0.0-0.1", "0.1-0.2", "0.3-0.4", "0.6-0.7", "0.7-0.8", "0.9-1.0", "1",
    ]  # fmt: skip
    assert [score_group(score) for score in (0, 0.59, 0.6, 0.9, 1)] == [
        "0.0-0.1", "0.5-0.6", "0.6-0.7", "0.9-1.0", "0.9-1.0",
    ]  # fmt: skip


def test_a_group_of_whole_items_has_their_kappa():
    items = [voted(n, *dice_verdicts(n), claim_type="I" if n % 3 else "II") for n in range(200)]
    for group in by_group(items, by_claim("claim_type")):
        own = [one for one in items if one.claim_type == group.name]
        assert group.kappa.value == pytest.approx(verdict_agreement(own)["fleiss"].value)
        assert group.percent.value == pytest.approx(verdict_agreement(own)["percent"].value)
        assert sorted(group.claims) == sorted(one.claim for one in own)


def dice_verdicts(seed):
    dice = random.Random(seed)
    first = dice.choice([S, R, N])
    return [first] + [first if dice.random() < 0.7 else dice.choice([S, R, N]) for _ in range(1 + seed % 2)]


def test_claims_are_listed_lowest_agreement_first():
    items = [voted(1, S, S), voted(2, S, R), voted(3, R, R), voted(4, S, S, R)]
    (group,) = by_group(items, by_claim("mutation"))
    assert (group.name, group.claims, group.pairs) == ("", (2, 4, 1, 3), 6)


def test_kappa_by_evidence_match_is_of_pairs():
    same, other = sets("ab"), sets("xy")
    items = [
        item(1, rating(1, S, same), rating(2, S, same), rating(3, R, other)),
        item(2, rating(1, R, same), rating(2, R, same)),
        item(3, rating(1, S, same), rating(2, R, other)),
        item(4, rating(1, N), rating(2, N)),
    ]
    groups = {group.name: group for group in by_group(items, by_evidence_match)}
    assert {name: (group.pairs, group.claims) for name, group in groups.items()} == {"0": (3, (3, 1)), "1": (2, (1, 2))}
    assert groups["1"].kappa.value == 1
    assert groups["0"].percent.value == 0


def test_kappa_by_the_score_in_calibration():
    good = [voted(n, S, S) for n in range(20)] + [voted(n, R, R) for n in range(20, 40)]
    poor = [item(100 + n, rating(3, S, day=n), rating(4, R if n % 2 else S, day=n)) for n in range(40)]
    groups = {g.name: g for g in by_group(good + poor, by_calibration({1: 0.95, 2: 1.0, 3: 0.5, 4: 0.55}))}
    assert groups["0.9-1.0"].kappa.value == 1
    assert groups["0.9-1.0"].pairs == 40  # both of a pair are in it: once
    assert groups["0.5-0.6"].kappa.value < 0.1


def test_only_the_first_annotations_after_calibration_count():
    items = [item(n, rating(1, S, is_early=n < 10), rating(2, S if n < 10 else R)) for n in range(30)]
    (early,), (every,) = (grouped(items, by, {1: 0.95}) for by in ("calibration", "calibration_all"))
    assert (early.pairs, early.percent.value) == (10, 1)
    assert (every.pairs, every.percent.value) == (30, pytest.approx(1 / 3))
    assert by_group(items, by_calibration({})) == []


def test_weeks_challenges_and_numbers_of_people():
    items = [
        item(1, rating(1, S, day=0, challenge="Other"), rating(2, S, day=8, challenge="Numerical Reasoning")),
        item(2, rating(1, S, day=0, challenge="Multi-hop Reasoning"), rating(2, R, day=1), rating(3, R, day=2)),
    ]
    assert [g.name for g in by_group(items, by_claim("week"))] == ["2026-W10", "2026-W11"]
    assert [g.name for g in by_group(items, by_challenge)] == ["Multi-hop Reasoning", "Other"]
    assert [(g.name, g.claims) for g in by_group(items, by_ways)] == [("2", (1,)), ("3", (2,))]


def test_a_group_of_one_answer_says_why_it_has_no_kappa():
    (group,) = by_group([voted(n, S, S) for n in range(4)], by_claim("week"))
    assert isinstance(group.kappa, Undefined)
    assert group.percent.value == 1
