"""The correction for many tests, and when numbers have changed enough for an alert to return."""

from __future__ import annotations

from random import Random

import pytest
from statsmodels.stats.multitest import multipletests

from annotation.alerts.alert import Alert, Kind
from annotation.alerts.significance import holm, odds_ratio, p_below
from annotation.quality.agreement.result import Interval, Reason, Undefined, Value


def test_holm_is_statsmodels():
    dice = Random(1)
    for size in (1, 2, 7, 300):
        p_values = [dice.random() ** 3 for _ in range(size)]
        assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1], abs=1e-15)
    assert holm([]) == []


def test_among_many_people_who_are_alike_nobody_differs():
    """A thousand projects of 300 tests each, nothing to find: at 0.01 about ten may show an alert."""
    dice = Random(2)
    wrong = sum(min(holm([dice.random() for _ in range(300)])) < 0.01 for _ in range(1000))
    assert wrong <= 20


def test_odds():
    assert odds_ratio(78, 100, 0.48) == pytest.approx(78.5 / 22.5 / (0.48 / 0.52))
    assert odds_ratio(0, 40, 0.0) > 0
    assert odds_ratio(40, 40, 1.0) < 1


def test_a_kappa_is_as_far_below_as_its_interval_says():
    kappa = Value(0.5, 40, Interval(0.5 - 0.196, 0.5 + 0.196, 400))
    assert p_below(kappa, 0.5) == pytest.approx(0.5)
    assert p_below(kappa, 0.7) == pytest.approx(0.0228, abs=1e-4)  # two standard errors
    assert p_below(Value(1.0, 3, Undefined(Reason.ALL_ALIKE)), 0.7) is None
    assert p_below(Undefined(Reason.NO_ITEMS), 0.7) is None


def test_an_alert_returns_when_its_numbers_have_changed_markedly():
    rate = Alert(kind=Kind.VERDICT, n=100, value=0.78)
    assert not rate.has_changed(60, 0.74)
    assert rate.has_changed(50, 0.78)  # twice the rows
    assert rate.has_changed(90, 0.67)
    count = Alert(kind=Kind.REPORTS, n=9, value=9.0)
    assert not count.has_changed(5, 5.0)
    assert count.has_changed(4, 4.0)
