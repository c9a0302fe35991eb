"""What a claim alone gives away: a classifier that sees no evidence, beside always saying the most frequent label.

FEVEROUS paper, section 3.2: 0.58 beside 0.56 for the verdict, 0.62 beside 0.43 for the type of evidence. The paper's
classifier is BERT; this one, TF-IDF and logistic regression, needs no model weights and says which words it went by.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from annotation.claims.words import words
from annotation.quality.agreement.bootstrap import estimate_all
from annotation.quality.agreement.result import Point, Reason, Result
from annotation.quality.audit.logistic import Logistic
from annotation.quality.audit.phrases import n_grams
from annotation.quality.audit.tfidf import Tfidf

FOLDS, LONGEST, TELLING = 5, 2, 15
MOST_CLAIMS = 20_000  # more are sampled: another digit of accuracy is not worth minutes
SEED = 20211


@dataclass(frozen=True, slots=True)
class ClaimOnly:
    """`accuracy`, `majority`: shares of claims whose label was found, by the classifier and by always saying the label
    that is most frequent in the other folds; `gain`: the difference. `telling`: label -> the features that speak for
    it, strongest first. `confusion`: (label, found) -> claims. `claims` were looked at, of `of`.
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
    """The claims that are looked at, of `of` that have a label: their texts, their labels, and the fold of each."""

    texts: list[str]
    labels: list[str]
    folds: list[int]
    of: int


def sample(
    texts: Sequence[str],
    labels: Sequence[str],
    groups: Sequence[object] | None = None,
    *,
    folds: int = FOLDS,
    most: int = MOST_CLAIMS,
    seed: int = SEED,
) -> Sample:
    """`labels` and `groups` run beside `texts`; claims without a label ("") are left out.

    Claims of one group are in one fold: those of one highlight share their words, and often their label.
    """
    known = [n for n, label in enumerate(labels) if label]
    kept = sorted(Random(seed).sample(known, most)) if len(known) > most else known
    own = [n if groups is None or groups[n] is None else groups[n] for n in kept]
    return Sample([texts[n] for n in kept], [labels[n] for n in kept], fold_of(own, folds, seed), len(known))


def claim_only(
    texts: Sequence[str],
    labels: Sequence[str],
    groups: Sequence[object] | None = None,
    *,
    folds: int = FOLDS,
    most: int = MOST_CLAIMS,
    seed: int = SEED,
) -> ClaimOnly:
    """Five-fold cross-validation over a `sample` of the claims."""
    return by_words(sample(texts, labels, groups, folds=folds, most=most, seed=seed))


def by_words(chosen: Sample) -> ClaimOnly:
    """TF-IDF and logistic regression."""
    counted = [n_grams(words(text), LONGEST) for text in chosen.texts]
    results = list(cross_validate(counted, chosen.labels, chosen.folds))
    return _measured(chosen, results, telling(counted, chosen.labels))


def by_another(chosen: Sample, found: Sequence[str]) -> ClaimOnly:
    """Another classifier's labels, found fold by fold as the words' are, measured in the same way."""
    usual = _most_frequent_elsewhere(chosen)
    results = [(label, said, usual[fold]) for label, said, fold in zip(chosen.labels, found, chosen.folds, strict=True)]
    return _measured(chosen, results, {})


def _most_frequent_elsewhere(chosen: Sample) -> dict[int, str]:
    """Fold -> the most frequent label of the other folds."""
    pairs = list(zip(chosen.labels, chosen.folds, strict=True))
    return {
        fold: _most_frequent([label for label, other in pairs if other != fold] or chosen.labels)
        for fold in set(chosen.folds)
    }


def _most_frequent(labels: Sequence[str]) -> str:
    return min(Counter(labels).items(), key=lambda one: (-one[1], one[0]))[0]


def _measured(chosen: Sample, results: Sequence[tuple[str, str, str]], told: dict[str, list[str]]) -> ClaimOnly:
    rows = [(float(found == label), float(usual == label), 1.0) for label, found, usual in results]
    figures = estimate_all(rows, {"accuracy": _accuracy, "majority": _majority, "gain": _gain})
    return ClaimOnly(
        accuracy=figures["accuracy"],
        majority=figures["majority"],
        gain=figures["gain"],
        labels=tuple(sorted(set(chosen.labels))),
        confusion=dict(Counter((label, found) for label, found, _usual in results)),
        telling=told,
        claims=len(chosen.texts),
        of=chosen.of,
    )


def fold_of(groups: Sequence[object], folds: int, seed: int) -> list[int]:
    """The fold of each claim: groups shuffled, then dealt out to the fold that has fewest."""
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


def cross_validate(
    texts: Sequence[Sequence[str]], labels: Sequence[str], fold_numbers: Sequence[int]
) -> Iterator[tuple[str, str, str]]:
    """(label, label found, most frequent label of the other folds) of every text, fold by fold."""
    for fold in sorted(set(fold_numbers)):
        training = [n for n, number in enumerate(fold_numbers) if number != fold]
        tested = [n for n, number in enumerate(fold_numbers) if number == fold]
        seen = [labels[n] for n in training]
        if not seen:
            continue
        usual = _most_frequent(seen)
        found = _predicted([texts[n] for n in training], seen, [texts[n] for n in tested])
        yield from ((labels[n], label, usual) for n, label in zip(tested, found, strict=True))


def _predicted(training: Sequence[Sequence[str]], seen: Sequence[str], tested: Sequence[Sequence[str]]) -> list[str]:
    names = sorted(set(seen))
    if len(names) == 1:
        return [names[0]] * len(tested)
    model, tfidf = _model(training, seen, names)
    return [names[shares.index(max(shares))] for shares in model.probabilities(tfidf.rows(tested))]


def _model(texts: Sequence[Sequence[str]], labels: Sequence[str], names: Sequence[str]) -> tuple[Logistic, Tfidf]:
    tfidf = Tfidf(texts)
    targets = [names.index(label) for label in labels]
    return Logistic(tfidf.rows(texts), targets, len(tfidf.features), len(names)), tfidf


def telling(texts: Sequence[Sequence[str]], labels: Sequence[str], top: int = TELLING) -> dict[str, list[str]]:
    """Label -> the features with the largest weight for it, in a model of all texts."""
    names = sorted(set(labels))
    if len(names) < 2:
        return {name: [] for name in names}
    model, tfidf = _model(texts, labels, names)
    return {
        name: [tfidf.features[n] for n in sorted(range(len(tfidf.features)), key=lambda n: -weights[n])[:top]]
        for name, weights in zip(names, model.weights, strict=True)
    }


def _accuracy(sums: Sequence[float]) -> Point:
    return sums[0] / sums[2] if sums[2] else Reason.NO_VALUES


def _majority(sums: Sequence[float]) -> Point:
    return sums[1] / sums[2] if sums[2] else Reason.NO_VALUES


def _gain(sums: Sequence[float]) -> Point:
    return (sums[0] - sums[1]) / sums[2] if sums[2] else Reason.NO_VALUES
