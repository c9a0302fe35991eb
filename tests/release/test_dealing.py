"""Dealing sides: shares, verdicts of test, the seed, and that what comes later changes nothing that came before."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from annotation.release.allocation import Allocator
from annotation.release.summary import PAPER_SPLITS, SPLITS
from tests.annotation.labels import VALUES

SUPPORTS, REFUTES, NEI = "SUPPORTS", "REFUTES", "NOT ENOUGH INFO"


def deal(claims, shares=PAPER_SPLITS, test_nei=None, seed=0, others=0, *, balanced=False):
    """Claims are (bundle, verdict), in the order in which they were first verified; bundle -> side, and the dealer.

    `others`: so many claims a bundle are known to come after the first.
    """
    dealer, sides = Allocator(shares, test_nei, seed, balanced=balanced), {}
    for bundle, verdict in claims:
        if bundle in sides:
            dealer.expect(sides[bundle], -1 if others else 0)
        else:
            sides[bundle] = dealer.deal(str(bundle), verdict, others)
            dealer.expect(sides[bundle], others)
        dealer.count(sides[bundle], verdict)
    return sides, dealer


def made(number, bundle_of=3, nei=0.05, seed=5):
    dice = Random(seed)
    places = [place // bundle_of for place in range(number)]
    dice.shuffle(places)
    shares = [0.59 * (1 - nei), 0.41 * (1 - nei), nei]
    return [(bundle, dice.choices([SUPPORTS, REFUTES, NEI], shares)[0]) for bundle in places]


def sizes(dealer):
    return {split: sum(count for (side, _v), count in dealer.dealt.items() if side == split) for split in SPLITS}


def nei_share(dealer, split):
    return dealer.dealt[split, NEI] / sizes(dealer)[split]


@pytest.mark.parametrize("bundle_of", [1, 3])
def test_the_shares_come_out_as_wanted(bundle_of):
    found = sizes(deal(made(3_000, bundle_of))[1])
    assert found["train"] == pytest.approx(2_400, rel=0.02)
    assert found["dev"] == pytest.approx(300, rel=0.1) and found["test"] == pytest.approx(300, rel=0.1)


def test_test_has_the_papers_share_without_enough_information():
    _, dealer = deal(made(6_000, 1))
    assert nei_share(dealer, "test") == pytest.approx(0.191, abs=0.01)
    assert nei_share(dealer, "train") < 0.05


def test_claims_that_come_three_at_a_time_reach_most_of_it():
    _, dealer = deal(made(6_000, 3), others=2)
    assert 0.17 < nei_share(dealer, "test") <= 0.2
    assert sizes(dealer)["test"] == pytest.approx(600, rel=0.03) and dealer.expected.total() == 0


def test_companions_of_whom_nothing_is_known_thin_the_test_set():
    _, dealer = deal(made(6_000, 3))
    assert 0.12 < nei_share(dealer, "test") < 0.16


def test_another_share_can_be_asked_for():
    _, dealer = deal(made(3_000, 1, nei=0.3), test_nei=0.1)
    assert nei_share(dealer, "test") == pytest.approx(0.1, abs=0.03)


def test_where_there_is_more_anyway_it_is_not_lowered():
    _, dealer = deal(made(3_000, 1, nei=0.4))
    assert nei_share(dealer, "test") == pytest.approx(0.4, abs=0.03)


def test_half_of_all_without_enough_information_is_left_to_learn_from():
    _, dealer = deal(made(3_000, 1, nei=0.02), test_nei=0.9)
    in_test, total = dealer.dealt["test", NEI], dealer.verdicts[NEI]
    assert in_test == pytest.approx(total / 2, abs=3)


def test_what_comes_later_changes_nothing():
    claims = made(2_000)
    whole, _ = deal(claims, others=2)
    for length in (1, 10, 333, 1_000, 1_999):
        some, _ = deal(claims[:length], others=2)
        assert some == {bundle: whole[bundle] for bundle in some}


def test_the_seed_decides():
    claims = made(500)
    assert deal(claims, seed=1)[0] == deal(claims, seed=1)[0]
    assert deal(claims, seed=1)[0] != deal(claims, seed=2)[0]


@pytest.mark.parametrize(("shares", "only"), [((1, 0, 0), "train"), ((0, 0, 1), "test"), ((0, 1, 0), "dev")])
def test_a_side_that_is_to_have_all_has_all(shares, only):
    sides, _ = deal(made(200), shares)
    assert Counter(sides.values()) == {only: len(sides)}


def test_a_side_without_a_share_gets_nothing():
    sides, _ = deal(made(900), (0.5, 0, 0.5))
    assert set(sides.values()) == {"train", "test"}


def test_very_few_claims_are_dealt_too():
    for number in range(1, 8):
        assert len(deal(made(number, 1))[0]) == number


@pytest.mark.parametrize("unknown", ["", "half true"])
def test_other_verdicts_are_dealt_by_their_own_shares(unknown):
    """Of a label that says that nothing tells test gets what is asked; without one each split is like the whole."""
    dice, dealer = Random(4), Allocator((0.6, 0.2, 0.2), 0.3 if unknown else None, 1, VALUES, unknown)
    weights = [5, 3, 2, 1, 1]
    for bundle in range(3000):
        verdict = dice.choices(VALUES, weights)[0]
        dealer.count(dealer.deal(str(bundle), verdict), verdict)
    assert [total / 3000 for total in sizes(dealer).values()] == pytest.approx([0.6, 0.2, 0.2], abs=0.01)
    in_test = {verdict: dealer.dealt["test", verdict] / sizes(dealer)["test"] for verdict in VALUES}
    assert in_test["half true"] == pytest.approx(0.3 if unknown else 2 / 12, abs=0.03)
    if not unknown:
        assert [in_test[verdict] * 12 for verdict in VALUES] == pytest.approx(weights, abs=0.4)


@pytest.mark.parametrize(("bundle_of", "near"), [(1, 0.05), (6, 0.35)])
def test_dev_and_test_are_balanced_where_that_is_wanted(bundle_of, near):
    """As FEVER: 6,666 of each of three verdicts. Of a verdict that is too rare half is left to train."""
    _, dealer = deal(made(6_000, bundle_of, nei=0.25), balanced=True)
    for side in ("dev", "test"):
        of = [dealer.dealt[side, verdict] for verdict in (SUPPORTS, REFUTES, NEI)]
        assert of == pytest.approx([200] * 3, rel=near)
    _, dealer = deal(made(6_000, 1, nei=0.04), balanced=True)
    assert dealer.dealt["dev", NEI] + dealer.dealt["test", NEI] == pytest.approx(0.5 * 240, rel=0.2)
    assert dealer.dealt["dev", REFUTES] == pytest.approx(200, rel=0.1)
