"""Intervals: the draws are what they claim to be, and the intervals cover what they should."""

from __future__ import annotations

import random
from time import process_time

import numpy as np
import pytest

from annotation.quality.agreement.bootstrap import estimate, estimate_all, resampled_sums
from annotation.quality.agreement.result import Reason, Undefined, Value
from annotation.quality.agreement.verdict_agreement import verdict_agreement
from tests.agreement.made import N, R, S, voted


def mean(sums):
    return sums[0] / sums[1] if sums[1] else Reason.NO_VALUES


def several(times, *verdicts):
    return [voted(n, *verdicts) for n in range(times)]


def test_sums_are_of_as_many_items_as_there_are():
    drawn = resampled_sums({(1.0, 0.0, 2.0): 70, (0.0, 1.0, 0.0): 30}, 2050, 1)
    assert drawn.shape == (2050, 3)
    assert set(drawn[:, 0] + drawn[:, 1]) == {100.0} and (drawn[:, 2] == 2 * drawn[:, 0]).all()
    assert drawn.mean(axis=0) == pytest.approx([70, 30, 140], abs=1)
    assert np.cov(drawn[:, 0], drawn[:, 1])[0, 1] == pytest.approx(-100 * 0.7 * 0.3, rel=0.15)


def test_the_same_items_give_the_same_interval_in_any_order():
    items = (
        [voted(n, S, S) for n in range(30)] + [voted(n, S, R) for n in range(9)] + [voted(n, N, N) for n in range(5)]
    )
    shuffled = random.Random(3).sample(items, len(items))
    assert verdict_agreement(items) == verdict_agreement(shuffled)


def test_the_interval_is_that_of_drawing_items_one_by_one():
    items = (
        [voted(n, S, S) for n in range(60)] + [voted(n, S, R) for n in range(25)] + [voted(n, R, R) for n in range(35)]
    )
    ours = verdict_agreement(items, resamples=4000)["fleiss"]
    dice = random.Random(4)
    plain = [verdict_agreement(dice.choices(items, k=len(items)), resamples=0)["fleiss"].value for _ in range(4000)]
    assert ours.interval.low == pytest.approx(np.percentile(plain, 2.5), abs=0.012)
    assert ours.interval.high == pytest.approx(np.percentile(plain, 97.5), abs=0.012)


def test_about_95_of_100_intervals_hold_the_true_value():
    dice = random.Random(6)
    held = 0
    for _ in range(200):
        rows = [(float(dice.random() < 0.7), 1.0) for _ in range(150)]
        found = estimate(rows, mean, resamples=300)
        held += found.interval.low <= 0.7 <= found.interval.high
    assert 180 <= held <= 198


def test_items_that_are_all_alike_have_no_interval():
    found = estimate([(1.0, 1.0)] * 9, mean)
    assert found == Value(1.0, 9, Undefined(Reason.ALL_ALIKE))


def test_an_interval_of_draws_without_a_value_is_none():
    found = estimate([(1.0, 1.0), (0.0, 0.0), (0.0, 0.0)], mean)
    assert found == Value(1.0, 3, Undefined(Reason.TOO_OFTEN_UNDEFINED))


def test_nothing_has_no_value():
    assert estimate([], mean) == Undefined(Reason.NO_ITEMS)


def test_several_formulas_share_their_draws():
    rows = [(1.0, 1.0)] * 20 + [(0.0, 1.0)] * 10
    found = estimate_all(rows, {"yes": mean, "no": lambda sums: 1 - sums[0] / sums[1]})
    assert found["yes"].interval.low == pytest.approx(1 - found["no"].interval.high)


def test_a_thousand_draws_of_8474_items_take_no_time():
    items = several(5000, S, S) + several(2800, R, R, S) + several(500, S, R) + several(174, S, N, N)
    started = process_time()
    verdict_agreement(items, resamples=1000)
    assert process_time() - started < 2
