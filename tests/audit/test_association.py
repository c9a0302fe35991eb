"""Cues: words that go with a label."""

from __future__ import annotations

import random
from collections import Counter
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import mutual_info_score

from annotation.quality.agreement.result import Reason
from annotation.quality.audit.phrases import frequent_phrases, phrases
from annotation.quality.audit.pmi import associations, g_squared, npmi

tables = st.lists(st.integers(0, 60), min_size=4, max_size=4).filter(lambda cells: sum(cells) > 0)


def test_npmi_by_hand():
    # p(x,y) = 1/4, p(x) = 1/2, p(y) = 1/4: PMI = ln 2, -ln p(x,y) = ln 4.
    assert npmi([1, 1, 0, 2]) == pytest.approx(log(2) / log(4))


def test_npmi_at_its_ends():
    assert npmi([5, 0, 0, 5]) == pytest.approx(1)
    assert npmi([0, 5, 5, 5]) == -1
    assert npmi([4, 4, 4, 4]) == pytest.approx(0)
    assert npmi([9, 0, 0, 0]) is Reason.ONE_CATEGORY
    assert npmi([0, 0, 3, 3]) is Reason.NO_VALUES


@given(tables)
def test_npmi_stays_within_its_ends(table):
    found = npmi(table)
    assert isinstance(found, Reason) or -1 <= found <= 1 + 1e-12


@given(tables)
def test_g_squared_is_twice_the_mutual_information(table):
    both, x, y, neither = table
    total = sum(table)
    features = [1] * (both + x) + [0] * (y + neither)
    labels = [1] * both + [0] * x + [1] * y + [0] * neither
    expected = 2 * total * mutual_info_score(features, labels)
    assert g_squared(both, both + x, both + y, total) == pytest.approx(expected, abs=1e-7)


def test_g_squared_is_scipys():
    table = [[30, 10], [20, 40]]
    theirs = stats.chi2_contingency(table, correction=False, lambda_="log-likelihood").statistic
    assert g_squared(30, 40, 50, 100) == pytest.approx(theirs)


def planted(seed=1, claims=3000, cue=0.3):
    """Claims of common words, a third of them refuted, a third of which say "allegedly"."""
    dice = random.Random(seed)
    common = [f"word{n}" for n in range(60)]
    texts, labels = [], []
    for _ in range(claims):
        label = dice.choices(["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"], [60, 35, 5])[0]
        said = dice.choices(common, k=10)
        if dice.random() < (cue if label == "REFUTES" else 0.01):
            said.insert(5, "allegedly")
        texts.append(" ".join(said))
        labels.append(label)
    return texts, labels


def test_a_planted_cue_is_found_first():
    texts, labels = planted()
    found = associations([phrases(text) for text in texts], labels)
    assert (found[0].feature, found[0].label) == ("allegedly", "REFUTES")
    assert found[0].is_notable
    assert found[0].npmi.interval.low > 0.25
    assert all("allegedly" in texts[n] and labels[n] == "REFUTES" for n in found[0].documents)
    assert len(found[0].documents) == found[0].both


def test_without_a_cue_nothing_is_notable():
    texts, labels = planted(cue=0.01)
    assert [one.feature for one in associations([phrases(text) for text in texts], labels) if one.is_notable] == []


def test_counts_and_intervals_are_those_of_the_claims():
    texts, labels = planted(claims=400)
    one = associations([phrases(text) for text in texts], labels)[0]
    assert one.with_feature == sum("allegedly" in text for text in texts)
    assert one.with_label == Counter(labels)["REFUTES"]
    assert one.total == 400
    assert one.npmi.interval.low < one.npmi.value < one.npmi.interval.high


def test_rare_words_and_claims_without_a_label_are_left_out():
    documents = [{"rare", "common"}] * 3 + [{"common"}] * 30
    labels = ["A"] * 3 + ["B"] * 20 + [""] * 10
    found = associations(documents, labels, least_count=5)
    assert {one.feature for one in found} <= {"common"}
    assert all(one.total == 23 for one in found)


def test_a_word_within_a_phrase_is_told_once():
    texts = ["it is not so"] * 30 + ["it is so"] * 30
    found = associations([phrases(text) for text in texts], ["R"] * 30 + ["S"] * 30)
    assert [one.feature for one in found if one.label == "R"] == ["not"]


def test_phrases_have_up_to_three_words():
    assert phrases("He came, he") == {"he", "came", "he came", "came he", "he came he"}


def test_frequent_phrases_are_those_that_counting_all_finds():
    drawn = random.Random(3)
    texts = [" ".join(drawn.choices(["a", "b", "c", "d e", "f'g", "É"], k=drawn.randrange(9))) for _ in range(200)]
    counts = Counter(phrase for text in texts for phrase in phrases(text))
    for least in (1, 2, 20, 300):
        found = frequent_phrases(texts, least)
        assert len(set(found.features)) == len(found.features)
        pairs = [(n, found.features[at]) for part in found.parts for n, at in zip(*part, strict=True)]
        wanted = {(n, one) for n, text in enumerate(texts) for one in phrases(text) if counts[one] >= least}
        assert len(pairs) == len(wanted) and set(pairs) == wanted
    assert frequent_phrases([], 1).features == frequent_phrases(["", "..."], 1).features == []
