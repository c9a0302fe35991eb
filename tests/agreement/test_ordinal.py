"""Krippendorff's alpha over labels on a scale: his own example, and another's package on random answers."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from krippendorff import alpha

from annotation.quality.agreement.krippendorff import ordinal_alpha
from annotation.quality.agreement.report import verdict_figures
from annotation.quality.agreement.result import Reason, Undefined, Value
from annotation.vocabulary.label_set_json import label_set_from
from tests.agreement.made import voted
from tests.annotation.labels import FIVE, VALUES

# Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, section C: four observers, twelve units.
# Units as what their observers said.
UNITS = [
    "111",
    "2232",
    "3333",
    "3333",
    "2222",
    "1234",
    "4444",
    "1121",
    "2222",
    "555",
    "11",
    "3",
]


def test_his_example():
    found = ordinal_alpha([list(unit) for unit in UNITS], "12345")
    assert isinstance(found, Value) and found.items == 11
    assert found.value == pytest.approx(0.815, abs=0.0005)


@pytest.mark.parametrize("seed", range(5))
def test_another_package_finds_the_same(seed):
    dice = Random(seed)
    units = [dice.choices(VALUES, weights=[5, 3, 1, 1, 2], k=dice.choice([1, 2, 3, 4])) for _ in range(60)]
    counts = np.array([[unit.count(value) for value in VALUES] for unit in units])
    theirs = alpha(value_counts=counts, value_domain=range(5), level_of_measurement="ordinal")
    assert ordinal_alpha(units, VALUES).value == pytest.approx(theirs)


def test_without_variation_it_is_undefined():
    assert ordinal_alpha([["true", "true"]], VALUES) == Undefined(Reason.ONE_CATEGORY, 1)
    assert ordinal_alpha([["true"]], VALUES) == Undefined(Reason.NO_ITEMS)


def test_neighbours_on_the_scale_agree_better_than_its_ends():
    near, far = [["true", "mostly true"]] * 4, [["true", "false"]] * 4
    others = [[value, value] for value in VALUES] * 4
    assert ordinal_alpha(near + others, VALUES).value > ordinal_alpha(far + others, VALUES).value


def test_figures_are_those_of_the_label_set():
    labels = label_set_from(FIVE)
    items = [voted(1, "true", "mostly true"), voted(2, "false", "false"), voted(3, "half true", "half true")]
    named = {figure.name: figure.result for figure in verdict_figures(items, labels)}
    assert "verdict.alpha_ordinal" in named and "verdict.not_enough" not in named
    assert named["verdict.percent"].value == pytest.approx(2 / 3)
    nominal = {figure.name for figure in verdict_figures(items, label_set_from(FIVE | {"ordinal": False}))}
    assert nominal == set(named) - {"verdict.alpha_ordinal"}
    with pytest.raises(KeyError):
        verdict_figures(items)  # these are no verdicts of FEVEROUS
