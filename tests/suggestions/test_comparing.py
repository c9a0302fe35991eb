"""The arms beside one another: a planted bias is found, none is made up, and every number is what it says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annotation.quality.agreement.result import Interval, Undefined, Value
from annotation.suggestions.comparison import compare, differs
from annotation.suggestions.measures import MEASURES
from tests.suggestions.made import simulated

SHOWN = ("after", "at_once")


def arm(found, name):
    return next(one for one in found if one.arm == name)


def test_an_anchored_annotator_is_recovered():
    found = compare(simulated(300, 1, anchored=True), MEASURES)
    for name in SHOWN:
        differences = arm(found, name).differences
        assert differs(differences["overlap"]) and differences["overlap"].value > 0.3
        assert differs(differences["seconds"]) and differences["seconds"].value < 0
        assert differs(differences["from_suggestions"]) and arm(found, name).values["from_suggestions"].value == 1


@pytest.mark.parametrize("seed", range(5))
def test_an_annotator_who_is_not_led_is_not_accused(seed):
    found = compare(simulated(300, seed, anchored=False), MEASURES)
    for name in SHOWN:
        differences = arm(found, name).differences
        for measure in ("overlap", "seconds", "agreement"):
            result = differences[measure]
            # one interval in twenty leaves out 0 by chance: a wide margin instead of a seed that happens to fit
            assert isinstance(result.interval, Interval)
            width = result.interval.high - result.interval.low
            assert result.interval.low - 0.25 * width <= 0 <= result.interval.high + 0.25 * width, (measure, result)


def test_false_alarms_are_about_as_rare_as_they_should_be():
    """95 % intervals: of the differences where there is none, about one in twenty leaves out 0."""
    alarms = [
        differs(
            arm(compare(simulated(120, seed, anchored=False), MEASURES, resamples=200), "after").differences["overlap"]
        )
        for seed in range(100, 180)
        for found in [compare(simulated(120, seed, anchored=False), MEASURES, resamples=200)]
    ]
    assert sum(alarms) <= 12


def test_an_arm_without_control_has_values_and_no_differences():
    (found,) = compare(simulated(60, 1, anchored=True, arms=("after",)), MEASURES)
    assert isinstance(found.values["overlap"], Value)
    assert isinstance(found.differences["overlap"], Undefined)
    assert not differs(found.differences["overlap"])


def test_the_control_has_no_difference_to_itself():
    assert arm(compare(simulated(60, 1, anchored=True), MEASURES), "none").differences == {}


def test_values_are_what_their_definitions_say():
    one = simulated(3, 1, anchored=False)[1]
    works = [
        replace(one, claim=1, elements=frozenset("ab"), suggested=frozenset("bc"), shown=4, accepted=1, dismissed=2),
        replace(one, claim=2, elements=frozenset("bcd"), suggested=frozenset("bcd"), shown=0, accepted=0, dismissed=0),
        replace(one, claim=3, elements=frozenset("x"), suggested=None, shown=2, accepted=1, dismissed=0),
        replace(one, claim=4, elements=frozenset(), suggested=frozenset("b"), shown=0, accepted=0, dismissed=0),
    ]
    works = [
        replace(work, from_suggestions=1, seconds=10.0 * n, compared=2, agreeing=n % 2) for n, work in enumerate(works)
    ]
    works[3] = replace(works[3], seconds=None, from_suggestions=0, compared=0, agreeing=0)
    (found,) = compare(works, MEASURES)
    values = {name: result.value for name, result in found.values.items()}
    assert values["overlap"] == pytest.approx((1 / 2 + 1) / 2)
    assert values["from_suggestions"] == pytest.approx(3 / 6)
    assert values["accepted"] == pytest.approx(2 / 6)
    assert values["dismissed"] == pytest.approx(2 / 6)
    assert values["seconds"] == pytest.approx((0 + 10 + 20) / 3)
    assert values["agreement"] == pytest.approx(1 / 6)
    assert values["supports"] + values["refutes"] + values["not_enough"] == pytest.approx(1)
    assert (found.verifications, found.claims, found.people) == (4, 4, 1)


def test_what_several_people_made_of_a_claim_stays_together():
    """The same work done twice on each claim tells no more than once: the interval must not get narrower."""
    works = simulated(90, 3, anchored=False)
    twice = [*works, *(replace(work, verification=work.verification + 1000, person=2) for work in works)]
    one, two = (arm(compare(each, MEASURES), "after").values["overlap"] for each in (works, twice))
    assert one.value == pytest.approx(two.value)
    assert (one.interval.low, one.interval.high) == pytest.approx((two.interval.low, two.interval.high))


def test_the_same_work_gives_the_same_numbers_in_whatever_order():
    works = simulated(150, 2, anchored=True)
    assert compare(works, MEASURES) == compare(works[::-1], MEASURES)


def test_nobody_has_nothing():
    assert compare([], MEASURES) == []


def test_every_measure_has_words():
    assert all(measure.label and measure.definition for measure in MEASURES)
    assert len({measure.name for measure in MEASURES}) == len(MEASURES)
