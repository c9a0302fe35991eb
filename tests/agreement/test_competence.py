"""Competence of annotators: beside crowd-kit's values, and what is known of those who answer by rule."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from annotation.quality.agreement.competence import competence
from annotation.quality.agreement.result import Interval, Reason, Undefined, value_of
from annotation.quality.agreement.verdict_agreement import label_agreement
from tests.agreement.made import N, R, S, item, rating, voted
from tests.agreement.simulated import simulated_items

# Of irrCAC 0.4.4 and crowd-kit 1.4.2 over the simulated project; written by `python -m benchmarks.agreement.packages`.
THEIRS = json.loads(Path(__file__).with_name("package_values.json").read_text(encoding="utf-8"))


def test_agreement_of_two_and_three_is_that_of_irr_cac():
    found = label_agreement([[one.verdict for one in item.ratings] for item in simulated_items()], resamples=0)
    for name in ("percent", "fleiss", "ac1", "alpha"):
        assert value_of(found[name]) == pytest.approx(THEIRS[name], abs=1e-11), name


def test_competence_is_that_of_crowd_kit():
    people = competence(simulated_items(), resamples=0)
    assert len(people) == 14
    for one in people:
        assert value_of(one.dawid_skene) == pytest.approx(THEIRS[f"dawid_skene {one.person}"], abs=1e-9), one.person
        # 50 iterations from other random values: near the same optimum.
        assert value_of(one.mace) == pytest.approx(THEIRS[f"mace {one.person}"], abs=2e-3), one.person


def planted(claims=150):
    """Persons 1 to 3 are right in nine of ten, 4 always says SUPPORTS, 5 draws."""
    dice = random.Random(5)
    found = []
    for claim in range(claims):
        truth = dice.choice([S, R, N])
        said = {n: truth if dice.random() < 0.9 else dice.choice([S, R, N]) for n in (1, 2, 3)}
        said |= {4: S, 5: dice.choice([S, R, N])}
        found.append(item(claim, *(rating(n, said[n]) for n in dice.sample(sorted(said), 3))))
    return found


def test_those_who_guess_are_found():
    people = {one.person: one for one in competence(planted())}
    good = min(value_of(people[n].mace) or 0.0 for n in (1, 2, 3))
    assert good > 0.7 and all(value_of(people[n].mace) < 0.3 for n in (4, 5))
    assert all(value_of(people[n].dawid_skene) < 0.6 < value_of(people[1].dawid_skene) for n in (4, 5))
    for one in people.values():
        assert isinstance(one.mace.interval, Interval) and isinstance(one.dawid_skene.interval, Interval)
        assert one.mace.interval.low <= value_of(one.mace) + 0.05 and one.items == one.mace.items < 150
    assert people[4].mace.interval.high < good


def test_the_same_items_give_the_same_intervals():
    assert competence(planted(30)) == competence(planted(30))


def test_without_two_verdicts_there_is_none():
    assert competence([]) == []
    (one, other) = competence([voted(1, S, S), voted(2, S, S)])
    assert one.mace == one.dawid_skene == other.mace == Undefined(Reason.ONE_CATEGORY, 2)
