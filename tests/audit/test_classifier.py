"""The claim-only classifier, beside scikit-learn's."""

from __future__ import annotations

import random

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import PredefinedSplit, cross_val_predict
from sklearn.pipeline import make_pipeline

from annotation.claims.words import words
from annotation.quality.audit import classifier
from annotation.quality.audit.classifier import LONGEST, cross_validate, evaluate_words, fold_of, sample, telling
from annotation.quality.audit.evidence_types import evidence_type
from annotation.quality.audit.phrases import n_grams
from tests.audit.test_association import planted


def claim_only(*claims, **options):
    return evaluate_words(sample(*claims, **options))


@pytest.fixture(scope="module")
def counted():
    texts, labels = planted(claims=600)
    return [n_grams(words(text), LONGEST) for text in texts], labels


def model():
    return make_pipeline(TfidfVectorizer(analyzer=list, min_df=2), LogisticRegression(max_iter=1000))


def of_classes(labels: list[str], classes: int) -> list[str]:
    """Labels of three classes, or of two: others are "other"."""
    return labels if classes == 3 else ["REFUTES" if label == "REFUTES" else "other" for label in labels]


@pytest.mark.parametrize("classes", [3, 2])
def test_cross_validation_is_sklearns(counted, classes):
    texts, labels = counted[0], of_classes(counted[1], classes)
    folds = fold_of(range(len(texts)), 5, 1)
    theirs = cross_val_predict(model(), np.array(texts, dtype=object), labels, cv=PredefinedSplit(folds))
    assert cross_validate(texts, labels, folds) == theirs.tolist()


@pytest.mark.parametrize("classes", [3, 2])
def test_probabilities_are_sklearns_with_its_own_settings(counted, classes):
    texts, labels = counted[0], of_classes(counted[1], classes)
    ours = classifier._fitted(texts[:400], labels[:400]).predict_proba(texts[400:])
    assert ours == pytest.approx(model().fit(texts[:400], labels[:400]).predict_proba(texts[400:]), abs=0.001)


def test_two_labels_have_features_of_their_own(counted):
    texts, labels = counted
    found = telling(texts, ["REFUTES" if label == "REFUTES" else "other" for label in labels])
    assert list(found) == ["REFUTES", "other"] and not set(found["REFUTES"]) & set(found["other"])
    assert found["REFUTES"][0] == "allegedly"


def test_features_of_one_claim_are_no_error():
    found = claim_only(["a", "b", "c", "d", "e"], ["SUPPORTS", "REFUTES", "SUPPORTS", "REFUTES", "SUPPORTS"])
    assert found.telling == {"REFUTES": [], "SUPPORTS": []} and found.claims == 5


def test_a_cue_raises_accuracy_above_the_majority():
    found = claim_only(*planted(claims=1200))
    assert found.gain.interval.low > 0.03
    assert found.telling["REFUTES"][0] == "allegedly"
    assert found.accuracy.value == pytest.approx(found.majority.value + found.gain.value)
    assert sum(found.confusion.values()) == found.claims == found.of == 1200


def test_without_a_cue_it_is_no_better():
    found = claim_only(*planted(claims=1200, cue=0.01))
    assert found.gain.value < 0.02
    assert found.majority.value == pytest.approx(0.6, abs=0.04)


def test_claims_of_one_highlight_are_in_one_fold():
    groups = [n // 3 for n in range(300)]
    folds = fold_of(groups, 5, 7)
    assert all(len({folds[n] for n in range(300) if groups[n] == group}) == 1 for group in range(100))
    assert [folds.count(fold) for fold in range(5)] == [60] * 5


def test_a_sample_of_many_claims_is_the_same_again():
    texts, labels = planted(claims=400)
    assert claim_only(texts, labels, most=150) == claim_only(texts, labels, most=150)
    assert claim_only(texts, labels, most=150).of == 400


def test_one_label_and_no_claims_are_no_error():
    assert claim_only(["a b"] * 10, ["SUPPORTS"] * 10).gain.value == 0
    assert claim_only([], []).claims == 0
    one_group = claim_only(["a b"] * 10, ["SUPPORTS", "REFUTES"] * 5, [1] * 10)
    assert (one_group.claims, one_group.confusion) == (10, {})


def test_the_type_of_evidence():
    dice = random.Random(1)
    ids = ["A page_sentence_1", "A page_sentence_12"]
    dice.shuffle(ids)
    assert evidence_type(ids) == "sentences"
    assert evidence_type(["A page_cell_0_1_1", "A page_header_cell_0_0_1"]) == "cells"
    assert evidence_type(["A page_item_0_1", *ids]) == "both"
    assert evidence_type([]) == ""
