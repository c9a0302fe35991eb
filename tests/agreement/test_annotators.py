"""Annotator by annotator."""

from __future__ import annotations

import random
from statistics import fmean, stdev

import pytest
from sklearn.metrics import cohen_kappa_score

from annotation.quality.agreement.annotators import annotators, two_people
from annotation.quality.agreement.result import Reason, Undefined
from tests.agreement.made import N, R, S, item, rating, voted


def crowd(people=12, items=1500, careless=(), seed=1):
    """Everybody right at 90 %, the careless at 45 %."""
    dice = random.Random(seed)
    made = []
    for claim in range(items):
        truth = dice.choices([S, R, N], [55, 35, 10])[0]
        chosen = dice.sample(range(1, people + 1), 2 + (claim % 3 == 0))
        made.append(item(claim, *(rating(p, answer(dice, truth, 0.45 if p in careless else 0.9)) for p in chosen)))
    return made


def answer(dice, truth, skill):
    return truth if dice.random() < skill else dice.choice([S, R, N])


def test_a_persons_kappa_is_sklearns_over_all_their_pairs():
    items = crowd(items=300)
    for row in annotators(items).rows:
        mine, others = [], []
        for one in items:
            for own in one.ratings:
                for other in one.ratings:
                    if own.person == row.person != other.person:
                        mine.append(own.verdict)
                        others.append(other.verdict)
        assert row.kappa.value == pytest.approx(cohen_kappa_score(mine, others))
        assert row.kappa.interval.low < row.kappa.value < row.kappa.interval.high
        assert row.kappa.items == len(row.claims)


def test_careless_people_stand_at_the_end():
    found = annotators(crowd(careless={4, 9}))
    by_kappa = sorted(found.rows, key=lambda row: row.kappa.value)
    assert {row.person for row in by_kappa[:2]} == {4, 9}
    assert max(row.kappa.interval.high for row in by_kappa[:2]) < min(row.kappa.interval.low for row in by_kappa[2:])
    assert found.below_60 >= 2


def test_mean_and_spread_are_over_people():
    found = annotators(crowd(careless={4}))
    kappas = [row.kappa.value for row in found.rows]
    assert (found.mean.value, found.spread.value) == (pytest.approx(fmean(kappas)), pytest.approx(stdev(kappas)))
    assert found.mean.interval.low < found.mean.value < found.mean.interval.high
    assert found.mean.items == 12


def test_shares_of_people_are_their_counts_over_everybody_with_a_kappa():
    found = annotators(crowd(careless={4, 9}))
    kappas = [row.kappa.value for row in found.rows]
    assert found.share_below_60.value == sum(kappa < 0.6 for kappa in kappas) / 12 == found.below_60 / 12 > 0
    assert found.share_above_70.value == sum(kappa > 0.7 for kappa in kappas) / 12 == found.above_70 / 12
    assert found.share_below_60.items == 12
    assert found.share_below_60.interval.low < found.share_below_60.value < found.share_below_60.interval.high
    assert list(found.summary) == ["mean", "spread", "below_60", "above_70"]


def test_a_share_of_nobody_has_no_interval():
    found = annotators([voted(n, S, S, S) for n in range(10)] + [voted(n, R, R, R) for n in range(10, 20)])
    assert (found.share_below_60.value, found.share_above_70.value) == (0, 1)
    assert found.share_below_60.interval.reason is Reason.ALL_ALIKE


def test_every_two_people_have_a_cell_with_their_disagreements_first():
    items = [voted(1, S, S), voted(2, S, R), voted(3, S, R, R)]
    cells = annotators(items).cells
    assert {pair: (cell.claims, cell.agreeing) for pair, cell in cells.items()} == {
        (1, 2): ((2, 3, 1), 1),
        (1, 3): ((3,), 0),
        (2, 3): ((3,), 1),
    }
    assert cells[2, 3].kappa is Reason.ONE_CATEGORY


def test_a_cell_and_two_people_say_the_same():
    items = crowd(people=3, items=200)
    cell = annotators(items).cells[1, 3]
    close = two_people(items, 1, 3)
    assert close["kappa"].value == pytest.approx(cell.kappa)
    assert close["percent"].value == pytest.approx(cell.agreeing / len(cell.claims))
    assert close["kappa"].interval.low < cell.kappa < close["kappa"].interval.high
    assert two_people(items, 3, 1)["kappa"].value == pytest.approx(cell.kappa)


def test_one_person_has_nobody_to_agree_with():
    assert two_people(crowd(people=3, items=20), 1, 99)["kappa"] == Undefined(Reason.NO_ITEMS)
    found = annotators([])
    assert (found.rows, found.cells, found.mean) == ([], {}, Undefined(Reason.TOO_FEW_PEOPLE))
