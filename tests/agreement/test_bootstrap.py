"""Intervals: the draws are what they claim to be, and the intervals cover what they should."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from time import process_time

import numpy as np
import pytest
from scipy import stats

from annotation.quality.agreement.binomial import multinomials
from annotation.quality.agreement.bootstrap import estimate, estimate_all, percentile
from annotation.quality.agreement.result import Reason, Undefined, Value
from annotation.quality.agreement.verdict_agreement import verdict_agreement
from tests.agreement.made import N, R, S, voted


def mean(sums):
    return sums[0] / sums[1] if sums[1] else Reason.NO_VALUES


def several(times, *verdicts):
    return [voted(n, *verdicts) for n in range(times)]


@pytest.mark.parametrize(
    ("trials", "p"), [(1, 0.5), (12, 0.3), (30, 0.02), (40, 0.5), (12, 0.8), (400, 0.1), (8474, 0.93)]
)
def test_binomial_draws_are_binomial(trials, p):
    draws = multinomials(trials, [round(100 * p), round(100 - 100 * p)], random.Random(5))
    seen = Counter(first for first, _second in islice(draws, 20_000))
    assert 0 <= min(seen) <= max(seen) <= trials
    expected = stats.binom(trials, p).pmf(np.arange(trials + 1)) * 20_000
    kept = expected >= 5
    observed = np.array([seen[n] for n in range(trials + 1)])
    folded = [np.append(x[kept], x[~kept].sum()) for x in (observed, expected)]
    used = folded[1] > 0.5
    assert stats.chisquare(folded[0][used], folded[1][used], sum_check=False).pvalue > 0.001


def test_a_multinomial_shares_out_all_of_it():
    draws = list(islice(multinomials(100, [70, 0, 20, 10], random.Random(1)), 2000))
    assert {sum(draw) for draw in draws} == {100}
    assert [np.mean(column) for column in zip(*draws, strict=True)] == pytest.approx([70, 0, 20, 10], abs=0.4)
    assert np.cov([d[0] for d in draws], [d[2] for d in draws])[0, 1] == pytest.approx(-100 * 0.7 * 0.2, rel=0.15)


def test_percentiles_are_numpys():
    values = sorted(random.Random(2).random() for _ in range(37))
    for share in (0, 0.025, 0.5, 0.975, 1):
        assert percentile(values, share) == pytest.approx(np.percentile(values, share * 100))


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
    plain = sorted(
        verdict_agreement(dice.choices(items, k=len(items)), resamples=0)["fleiss"].value for _ in range(4000)
    )
    assert ours.interval.low == pytest.approx(percentile(plain, 0.025), abs=0.012)
    assert ours.interval.high == pytest.approx(percentile(plain, 0.975), abs=0.012)


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
