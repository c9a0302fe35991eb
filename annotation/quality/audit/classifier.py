"""Claim-only classifier: how far the label can be predicted without evidence, against the most frequent label.

FEVEROUS paper, section 3.2: accuracy 0.58 against 0.56 for the verdict, 0.62 against 0.43 for the type of evidence. The
paper's classifier is BERT; this one, TF-IDF and logistic regression (scikit-learn, imported when a model is fitted: the
web process shows what a job stored), needs no model weights and names the words it went by.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from annotation.claims.words import words
from annotation.quality.agreement.bootstrap import estimate_all, ratio
from annotation.quality.agreement.result import Result
from annotation.quality.audit.phrases import n_grams

FOLDS, LONGEST, TELLING = 5, 2, 15
LEAST_CLAIMS = 2  # that a feature occurs in
MOST_CLAIMS = 20_000  # more are sampled: another digit of accuracy is not worth minutes
SEED = 20211


@dataclass(frozen=True, slots=True)
class ClaimOnly:
    """Result of a cross-validation over `claims` claims, out of `of` that have a label.

    `accuracy`, `majority`: shares of claims whose label was predicted, by the classifier and by the most frequent label
    of the other folds; `gain`: the difference. `telling`: label -> features with the largest weight, strongest first.
    `confusion`: (label, predicted label) -> claims.
    """

    accuracy: Result
    majority: Result
    gain: Result
    labels: tuple[str, ...]
    confusion: dict[tuple[str, str], int]
    telling: dict[str, list[str]]
    claims: int
    of: int


@dataclass(frozen=True, slots=True)
class Sample:
    """The claims to classify, out of `of` with a label: parallel lists of their texts, labels and folds."""

    texts: list[str]
    labels: list[str]
    folds: list[int]
    of: int


def sample(
    texts: Sequence[str],
    labels: Sequence[str],
    groups: Sequence[object] | None = None,
    *,
    most: int = MOST_CLAIMS,
) -> Sample:
    """Choose at most `most` claims that have a label, and a fold for each.

    `labels` ("" for none) and `groups` are parallel to `texts`. Claims of one group are in one fold: those of one
    highlight share their words, and often their label.
    """
    known = [n for n, label in enumerate(labels) if label]
    kept = sorted(Random(SEED).sample(known, most)) if len(known) > most else known
    own = [n if groups is None or groups[n] is None else groups[n] for n in kept]
    return Sample([texts[n] for n in kept], [labels[n] for n in kept], fold_of(own, FOLDS, SEED), len(known))


def evaluate_words(chosen: Sample) -> ClaimOnly:
    """Cross-validate TF-IDF and logistic regression, trained on the other folds for each fold."""
    counted = [n_grams(words(text), LONGEST) for text in chosen.texts]
    predicted = cross_validate(counted, chosen.labels, chosen.folds)
    return evaluate_predictions(chosen, predicted, telling(counted, chosen.labels))


def evaluate_predictions(
    chosen: Sample, predicted: Sequence[str], telling: dict[str, list[str]] | None = None
) -> ClaimOnly:
    """Score predicted labels, parallel to the sample's, each from a model that did not see the claim's fold.

    A claim with the prediction "" is left out.
    """
    results = [one for one in zip(chosen.labels, predicted, chosen.folds, strict=True) if one[1]]
    usual = {fold: _most_frequent(_labels_elsewhere(chosen, fold) or chosen.labels) for fold in set(chosen.folds)}
    rows = Counter((float(found == label), float(usual[fold] == label), 1.0) for label, found, fold in results)
    figures = estimate_all(
        rows,
        {
            "accuracy": ratio,
            "majority": lambda sums: ratio(sums[1:]),
            "gain": lambda sums: ratio((sums[0] - sums[1], sums[2])),
        },
    )
    return ClaimOnly(
        **figures,
        labels=tuple(sorted(set(chosen.labels))),
        confusion=dict(Counter((label, found) for label, found, _fold in results)),
        telling=telling or {},
        claims=len(chosen.texts),
        of=chosen.of,
    )


def _labels_elsewhere(chosen: Sample, fold: int) -> list[str]:
    return [label for label, other in zip(chosen.labels, chosen.folds, strict=True) if other != fold]


def _most_frequent(labels: Sequence[str]) -> str:
    return min(Counter(labels).items(), key=lambda one: (-one[1], one[0]))[0]


def fold_of(groups: Sequence[object], folds: int, seed: int) -> list[int]:
    """Assign each claim a fold: groups in random order, each to the fold with the fewest claims so far."""
    members: defaultdict[object, list[int]] = defaultdict(list)
    for place, group in enumerate(groups):
        members[group].append(place)
    shuffled = list(members.values())
    Random(seed).shuffle(shuffled)
    sizes, found = [0] * folds, [0] * len(groups)
    for places in shuffled:
        fold = sizes.index(min(sizes))
        sizes[fold] += len(places)
        for place in places:
            found[place] = fold
    return found


def cross_validate(texts: Sequence[Sequence[str]], labels: Sequence[str], folds: Sequence[int]) -> list[str]:
    """Predict the label of every text from those of the other folds; "" where there are none.

    A text is the list of its features.
    """
    found = [""] * len(labels)
    for fold in set(folds):
        training = [n for n, number in enumerate(folds) if number != fold]
        tested = [n for n, number in enumerate(folds) if number == fold]
        if not training:
            continue
        seen = [labels[n] for n in training]
        model = _fitted([texts[n] for n in training], seen)
        predicted = [_most_frequent(seen)] * len(tested) if model is None else model.predict([texts[n] for n in tested])
        for n, label in zip(tested, predicted, strict=True):
            found[n] = str(label)
    return found


def telling(texts: Sequence[Sequence[str]], labels: Sequence[str], top: int = TELLING) -> dict[str, list[str]]:
    """Label -> the features with the largest weight for it, in a model of all texts."""
    model = _fitted(texts, labels)
    if model is None:
        return {label: [] for label in sorted(set(labels))}
    vectorizer, regression = model[0], model[1]
    features, weights = vectorizer.get_feature_names_out(), regression.coef_
    of_label = weights if len(weights) > 1 else [-weights[0], weights[0]]  # two labels share one row
    return {
        str(label): [str(features[n]) for n in (-row).argsort(kind="stable")[:top]]
        for label, row in zip(regression.classes_, of_label, strict=True)
    }


def _fitted(texts: Sequence[Sequence[str]], labels: Sequence[str]) -> Any:
    """A scikit-learn pipeline: TF-IDF (smoothed, rows of length 1) and logistic regression with C = 1.

    None where there is nothing to learn: a single label, or no feature in two texts.
    """
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    classes, occurring = set(labels), Counter(feature for text in texts for feature in set(text))
    if len(classes) < 2 or max(occurring.values(), default=0) < LEAST_CLAIMS:
        return None
    # scikit-learn gives two classes one row of weights; a row each, as more classes have, is the same with twice the C.
    regression = LogisticRegression(C=1.0, max_iter=1000)
    return make_pipeline(TfidfVectorizer(analyzer=list, min_df=LEAST_CLAIMS), regression).fit(texts, labels)
