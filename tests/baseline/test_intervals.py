"""Intervals of scores and of paired differences beside scipy's bootstrap."""

from __future__ import annotations

import random

import numpy as np
import pytest
from scipy.stats import bootstrap
from sklearn.metrics import f1_score

from baseline.scoring.intervals import estimates
from baseline.scoring.measures import derived
from benchmarks.baseline.paired import mean_difference
from benchmarks.baseline.verdicts import intervals

CLASSES = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")


def rows_of_scores(count: int) -> list[dict[str, tuple[float, float]]]:
    dice = random.Random(5)
    rows = []
    for _ in range(count):
        row = {"precision": (dice.choice([0.0, 0.25, 0.5, 1.0]), 1), "recall": (float(dice.random() < 0.6), 1)}
        row |= {f"verdict F1 {label}": (2.0 * (dice.random() < 0.3), dice.randint(0, 2)) for label in CLASSES[:2]}
        rows.append(row)
    return rows


def scipy_interval(data: np.ndarray, statistic) -> tuple[float, float]:
    found = bootstrap(
        (data,), statistic, axis=-1, n_resamples=3000, method="percentile", rng=np.random.default_rng(1)
    ).confidence_interval
    return float(found.low), float(found.high)


def test_intervals_are_those_of_scipy():
    rows = rows_of_scores(150)
    found = estimates(rows, derived, resamples=3000)
    values = np.array([[row["precision"][0], row["recall"][0]] for row in rows]).T
    ours = [(found[name].low, found[name].high) for name in ("precision", "recall")]
    for mine, column in zip(ours, values, strict=True):
        assert mine == pytest.approx(scipy_interval(column, np.mean), abs=0.01)

    def f1(sample: np.ndarray, axis: int) -> np.ndarray:
        precision, recall = sample.mean(axis=axis)
        return 2 * precision * recall / (precision + recall)

    pairs = bootstrap(
        tuple(values), lambda p, r, axis: f1(np.stack([p, r]), axis=axis),
        paired=True, n_resamples=3000, method="percentile", rng=np.random.default_rng(1),
    ).confidence_interval  # fmt: skip
    assert (found["f1"].low, found["f1"].high) == pytest.approx((pairs.low, pairs.high), abs=0.01)


def test_the_same_rows_in_any_order_have_the_same_intervals():
    rows = rows_of_scores(60)
    assert estimates(rows[::-1], derived) == pytest.approx(estimates(rows, derived))


def test_a_number_of_too_few_rows_has_a_value_and_no_interval():
    rows = rows_of_scores(60)
    rows[7] |= {"score | Other": (1.0, 1)}
    found = estimates(rows, derived)["score | Other"]
    assert (found.value, found.low, found.high, found.rows) == (1.0, None, None, 1)


def test_a_paired_difference_is_that_of_scipy():
    dice = random.Random(2)
    first = [float(dice.random() < 0.5) for _ in range(200)]
    second = [one if dice.random() < 0.7 else 1.0 for one in first]
    found, low, high = mean_difference(first, second)
    assert found == pytest.approx(np.mean(second) - np.mean(first))
    assert (low, high) == pytest.approx(scipy_interval(np.subtract(second, first), np.mean), abs=0.008)


def test_intervals_of_verdicts_are_those_of_drawing_tables_one_by_one():
    dice = random.Random(3)
    rows = [(f"table {n // 6}", dice.choice(CLASSES), dice.choice(CLASSES[: 1 + n % 3])) for n in range(240)]
    found = intervals(rows, resamples=2000)
    tables = [rows[start : start + 6] for start in range(0, 240, 6)]
    drawn = [[row for one in dice.choices(tables, k=len(tables)) for row in one] for _ in range(2000)]
    accuracy = [np.mean([gold == predicted for _, gold, predicted in some]) for some in drawn]
    assert found["accuracy"] == pytest.approx(np.percentile(accuracy, (2.5, 97.5)), abs=0.015)
    macro = [
        f1_score([gold for _, gold, _ in some], [predicted for *_, predicted in some], average="macro", zero_division=0)
        for some in drawn[:300]
    ]
    assert found["score"] == pytest.approx(np.percentile(macro, (2.5, 97.5)), abs=0.02)
