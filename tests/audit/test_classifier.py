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
from annotation.quality.audit.classifier import LONGEST, claim_only, cross_validate, fold_of
from annotation.quality.audit.evidence_types import evidence_type
from annotation.quality.audit.lbfgs import minimise
from annotation.quality.audit.logistic import Logistic
from annotation.quality.audit.phrases import n_grams
from annotation.quality.audit.tfidf import Tfidf
from tests.audit.test_association import planted


@pytest.fixture(scope="module")
def counted():
    texts, labels = planted(claims=600)
    return [n_grams(words(text), LONGEST) for text in texts], labels


def vectoriser():
    return TfidfVectorizer(analyzer=list, min_df=2)


def test_weights_are_sklearns(counted):
    texts, _labels = counted
    ours = Tfidf(texts)
    theirs = vectoriser()
    matrix = theirs.fit_transform(texts).toarray()
    assert ours.features == list(theirs.get_feature_names_out())
    for (numbers, weights), row in zip(ours.rows(texts), matrix, strict=True):
        assert list(numbers) == np.flatnonzero(row).tolist()
        assert list(weights) == pytest.approx(row[list(numbers)])


def test_probabilities_are_sklearns(counted):
    texts, labels = counted
    names = sorted(set(labels))
    tfidf = Tfidf(texts)
    targets = [names.index(label) for label in labels]
    ours = Logistic(tfidf.rows(texts), targets, len(tfidf.features), len(names), tolerance=1e-6)
    theirs = make_pipeline(vectoriser(), LogisticRegression(max_iter=1000, tol=1e-6)).fit(texts, labels)
    difference = np.array(ours.probabilities(tfidf.rows(texts))) - theirs.predict_proba(texts)
    assert np.abs(difference).max() < 0.001


def test_two_classes_are_as_good(counted):
    texts, labels = counted
    targets = [int(label == "REFUTES") for label in labels]
    tfidf = Tfidf(texts)
    ours = Logistic(tfidf.rows(texts), targets, len(tfidf.features), 2, strength=10)
    found = [shares[1] > 0.5 for shares in ours.probabilities(tfidf.rows(texts))]
    theirs = make_pipeline(vectoriser(), LogisticRegression(C=20)).fit(texts, targets)  # one weight for two classes
    assert np.mean(np.array(found) == theirs.predict(texts)) > 0.98


def test_cross_validation_finds_what_sklearns_finds(counted):
    texts, labels = counted
    folds = fold_of(range(len(texts)), 5, 1)
    order = [n for fold in range(5) for n, number in enumerate(folds) if number == fold]
    ours = np.empty(len(texts), dtype=object)
    for n, (label, found, _usual) in zip(order, cross_validate(texts, labels, folds), strict=True):
        assert label == labels[n]
        ours[n] = found
    model = make_pipeline(vectoriser(), LogisticRegression(max_iter=1000))
    theirs = cross_val_predict(model, np.array(texts, dtype=object), labels, cv=PredefinedSplit(folds))
    assert np.mean(ours == theirs) > 0.99


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


def test_a_valley_is_found():
    def valley(place):
        x, y = place
        return (1 - x) ** 2 + 5 * (y - x * x) ** 2, [-2 * (1 - x) - 20 * x * (y - x * x), 10 * (y - x * x)]

    assert minimise(valley, [-1.2, 1.0], tolerance=1e-8) == pytest.approx([1, 1], abs=1e-5)


def test_the_type_of_evidence():
    dice = random.Random(1)
    ids = ["A page_sentence_1", "A page_sentence_12"]
    dice.shuffle(ids)
    assert evidence_type(ids) == "sentences"
    assert evidence_type(["A page_cell_0_1_1", "A page_header_cell_0_0_1"]) == "cells"
    assert evidence_type(["A page_item_0_1", *ids]) == "both"
    assert evidence_type([]) == ""
