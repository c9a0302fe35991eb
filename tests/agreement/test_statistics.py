"""Each statistic by hand, at its edges, and beside the packages that everybody uses."""

from __future__ import annotations

import warnings
from collections import Counter
from itertools import combinations

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats import inter_rater

from annotation.quality.agreement.cohen import cohen_kappa
from annotation.quality.agreement.distances import jaccard, masi, nearest, nominal
from annotation.quality.agreement.fleiss import fleiss_kappa, fleiss_row
from annotation.quality.agreement.gwet import ac1
from annotation.quality.agreement.krippendorff import (
    alpha,
    expected_disagreement,
    nominal_alpha,
    nominal_row,
    set_alpha,
)
from annotation.quality.agreement.percent import percent_agreement, percent_row, unanimity
from annotation.quality.agreement.result import Reason, Undefined, Value
from annotation.quality.agreement.verdict_agreement import first_and_second, verdict_agreement
from tests.agreement.made import N, R, S, answers, elements, evidence, item, rating, sets, voted


def summed(rows):
    return [sum(column) for column in zip(*rows, strict=True)]


def counts_of(unit, size=4):
    return [unit.count(category) for category in range(size)]


# --- By hand ---------------------------------------------------------------------------------------------------------


def test_percent_agreement_counts_items():
    # Two of two agree: 1 of 1 pair. Two of three agree: 1 of 3. A single answer has no pair.
    rows = [percent_row([2, 0]), percent_row([2, 1]), percent_row([1, 0])]
    assert percent_agreement(summed(rows)) == pytest.approx((1 + 1 / 3) / 2)


def test_unanimity_counts_items():
    found = verdict_agreement([voted(1, S, S, S), voted(2, S, S, R), voted(3, N, N)])
    assert found["unanimous"].value == pytest.approx(2 / 3)
    assert unanimity([0, 0]) is Reason.NO_ITEMS


def test_cohens_kappa_by_hand():
    # p_o = 35/50; p_e = (25/50)(30/50) + (25/50)(20/50) = 0.5.
    assert cohen_kappa([20, 5, 10, 15]) == pytest.approx(0.4)


def test_cohens_kappa_tells_who_was_first():
    items = [voted(n, S, S) for n in range(20)] + [voted(n, R, R) for n in range(20, 35)]
    items += [voted(n, S, R) for n in range(35, 40)] + [voted(n, R, S) for n in range(40, 50)]
    items.append(voted(99, S, R, N))  # three people: not a matter of first and second
    found = first_and_second(items)
    assert (found.value, found.items) == (pytest.approx(0.4), 50)
    assert found.interval.low < 0.4 < found.interval.high


def test_fleiss_kappa_by_hand():
    # Two items of two: one agreed on, one not; shares 3/4 and 1/4: P = 1/2, P_e = 9/16 + 1/16 = 10/16.
    assert fleiss_kappa(summed(map(fleiss_row, [[2, 0], [1, 1]]))) == pytest.approx((0.5 - 0.625) / 0.375)


def test_ac1_by_hand():
    # As above: P_e = 3/4 * 1/4 + 1/4 * 3/4 = 6/16.
    rows = summed(map(fleiss_row, [[2, 0], [1, 1]]))
    assert ac1(rows) == pytest.approx((0.5 - 0.375) / 0.625)
    assert ac1(summed(map(fleiss_row, [[2], [3]]))) is Reason.ONE_CATEGORY and ac1([0.0] * 5) is Reason.NO_ITEMS


def test_ac1_does_not_fall_with_a_rare_verdict():
    """98 of 100 pairs agree, on one verdict each time: chance is as likely for kappa."""
    rows = summed(map(fleiss_row, [[2, 0]] * 98 + [[1, 1]] * 2))
    assert fleiss_kappa(rows) == pytest.approx(-0.0101, abs=1e-4) and ac1(rows) == pytest.approx(0.9796, abs=1e-4)


def test_alpha_by_hand():
    # Answers aa, ab: D_o = 2/4, D_e = 2·3·1/(4·3).
    assert nominal_alpha(summed(map(nominal_row, [[2, 0], [1, 1]]))) == pytest.approx(1 - (2 / 4) / (6 / 12))


def test_jaccard_and_masi_by_hand():
    a, b, c = frozenset("abc"), frozenset("ab"), frozenset("cd")
    assert jaccard(a, b) == pytest.approx(1 / 3)
    assert masi(a, b) == pytest.approx(1 - 2 / 3 * 2 / 3)  # one within the other
    assert masi(a, c) == pytest.approx(1 - 1 / 4 * 1 / 3)  # something in common
    assert masi(b, c) == jaccard(b, c) == 1
    assert masi(a, a) == jaccard(a, a) == masi(frozenset(), frozenset()) == jaccard(frozenset(), frozenset()) == 0
    assert masi(frozenset(), a) == jaccard(a, frozenset()) == 1


def test_alternative_sets_are_compared_by_the_nearest():
    assert nearest(jaccard)(sets("ab", "xy"), sets("cd", "xyz")) == pytest.approx(1 / 3)
    assert nearest(jaccard)((), sets("a")) == 1
    assert nearest(jaccard)((), ()) == 0


def test_alpha_of_evidence_by_hand():
    # ab|ab, c|cd: distances within 0 and 1/2, D_o = (0 + 2·1/2)/4. Of the six pairs of answers ab-ab is 0, c-cd 1/2.
    units = [[sets("ab"), sets("ab")], [sets("c"), sets("cd")]]
    assert set_alpha(units, jaccard).value == pytest.approx(1 - (1 / 4) / (4.5 / 6))


def test_an_item_of_one_person_says_nothing():
    assert nominal_row([1, 0]) == (0, 0, 0)
    assert alpha([["a"], ["a", "a"], ["b", "b"]], nominal).items == 2


# --- Undefined -------------------------------------------------------------------------------------------------------


def test_the_same_answer_throughout_is_undefined():
    found = verdict_agreement([voted(n, S, S) for n in range(5)])
    assert found["percent"] == Value(1.0, 5, Undefined(Reason.ALL_ALIKE))
    assert found["fleiss"] == found["alpha"] == Undefined(Reason.ONE_CATEGORY, 5)
    assert "one and the same answer" in found["fleiss"].words
    assert cohen_kappa([7, 0, 0, 0]) is Reason.ONE_CATEGORY
    assert set_alpha([[sets("a"), sets("a")]], masi) == Undefined(Reason.ONE_CATEGORY, 1)


def test_nothing_is_undefined():
    assert set(verdict_agreement([]).values()) == {Undefined(Reason.NO_ITEMS)}
    assert first_and_second([voted(1, S, S, R)]) == Undefined(Reason.NO_ITEMS)
    assert alpha([["a"]], nominal) == Undefined(Reason.NO_ITEMS)
    assert cohen_kappa([0, 0, 0, 0]) is Reason.NO_ITEMS


def test_every_reason_has_words():
    assert all(Undefined(reason).words.endswith(".") for reason in Reason)


def test_an_item_rated_on_the_same_second_keeps_its_order():
    one = item(1, rating(1, S), rating(2, R))
    assert first_and_second([one] * 2).value == 0


# --- Beside the packages ---------------------------------------------------------------------------------------------


@given(answers)
def test_cohen_is_sklearns(units):
    first, second = [unit[0] for unit in units], [unit[1] for unit in units]
    table = Counter(zip(first, second, strict=True))
    ours = cohen_kappa([table[a, b] for a in range(4) for b in range(4)])
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = cohen_kappa_score(first, second, labels=[0, 1, 2, 3])
    same(ours, theirs)


@given(answers)
def test_fleiss_is_statsmodels(units):
    table = np.array([counts_of(unit[:2]) for unit in units])
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = inter_rater.fleiss_kappa(table)
    same(fleiss_kappa(summed(map(fleiss_row, table.tolist()))), theirs)


@given(answers)
def test_alpha_is_krippendorffs(units):
    if len({answer for unit in units for answer in unit}) == 1:
        return  # the package refuses what we call undefined: tested above
    theirs = krippendorff.alpha(value_counts=np.array([counts_of(u) for u in units]), level_of_measurement="nominal")
    same(nominal_alpha(summed(nominal_row(counts_of(unit)) for unit in units)), theirs)
    same(alpha([tuple(unit) for unit in units], nominal, resamples=0).value, theirs)


@given(elements, elements)
def test_masi_is_never_nearer_than_jaccard(a, b):
    assert 0 <= jaccard(a, b) <= masi(a, b) <= 1
    assert masi(a, b) == masi(b, a)
    assert (masi(a, b) == 0) == (a == b)


@given(evidence, evidence, evidence, evidence)
def test_the_quick_way_to_alpha_is_the_plain_one(a, b, c, d):
    units = [(a, b), (c, d), (a, d)]
    for distance in (jaccard, masi):
        plain = alpha(units, nearest(distance), resamples=0)
        quick = set_alpha(units, distance, resamples=0)
        if isinstance(plain, Undefined):
            assert plain == quick
        else:
            assert plain.value == pytest.approx(quick.value)


def test_expected_disagreement_is_over_all_pairs():
    values = ["a", "a", "b", "c"]
    by_hand = sum(x != y for x, y in combinations(values, 2)) / 6
    assert expected_disagreement(Counter(values), nominal) == pytest.approx(by_hand)


def same(ours, theirs):
    if np.isnan(theirs):
        assert ours is Reason.ONE_CATEGORY
    else:
        assert ours == pytest.approx(theirs, abs=1e-9)
