"""Multinomial logistic regression over sparse rows, without numpy: the web part has neither it nor scikit-learn.

Minimises the mean cross-entropy + |w|² / (2 C n), intercepts free: what scikit-learn's LogisticRegression does. Dot
products run inside `sum(map(mul, ...))`, in C, which is why 10,000 claims take seconds and not minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log
from operator import itemgetter, mul
from typing import Any

from annotation.quality.audit.lbfgs import TOLERANCE, minimise
from annotation.quality.audit.tfidf import SparseRow

Getter = Callable[[Sequence[float]], tuple[Any, ...]]


class Logistic:
    """A model learned from rows and their classes, 0 to `classes` - 1; `features` is how many a row can have."""

    def __init__(
        self,
        rows: Sequence[SparseRow],
        targets: Sequence[int],
        features: int,
        classes: int,
        *,
        strength: float = 1.0,
        tolerance: float = TOLERANCE,
    ) -> None:
        """`strength` is C: the larger, the less the weights are held back. `tolerance`: see `lbfgs.minimise`."""
        self.features, self.classes = features, classes
        self._targets, self._penalty = targets, 1 / (strength * len(rows))
        self._rows = [_padded(numbers, weights, features) for numbers, weights in rows]
        self._columns = _columns(rows, features)
        start = [0.0] * (classes * (features + 1))
        self.weights = self._by_class(minimise(self._loss, start, tolerance))

    def probabilities(self, rows: Sequence[SparseRow]) -> list[list[float]]:
        """Of every row, how likely each class is."""
        padded = [_padded(numbers, weights, self.features) for numbers, weights in rows]
        return [_softmax(scores) for scores in zip(*_scores(padded, self.weights), strict=True)]

    def _loss(self, parameters: list[float]) -> tuple[float, list[float]]:
        """Value and gradient of what is minimised."""
        by_class = self._by_class(parameters)
        number = len(self._rows)
        residuals: list[list[float]] = [[] for _ in range(self.classes)]
        total = 0.0
        for target, scores in zip(self._targets, zip(*_scores(self._rows, by_class), strict=True), strict=True):
            shares = _softmax(scores)
            total -= log(max(shares[target], 1e-300))
            shares[target] -= 1
            for residual, share in zip(residuals, shares, strict=True):
                residual.append(share / number)
        gradient: list[float] = []
        for weights, residual in zip(by_class, residuals, strict=True):
            intercept = sum(residual)
            residual.append(0.0)  # what the padding of short columns points at
            slopes = [sum(map(mul, values, get(residual))) for get, values in self._columns]
            gradient += [slope + self._penalty * weight for slope, weight in zip(slopes, weights, strict=False)]
            gradient.append(intercept)
        squares = sum(sum(map(mul, weights[:-1], weights[:-1])) for weights in by_class)
        return total / number + self._penalty * squares / 2, gradient

    def _by_class(self, parameters: list[float]) -> list[list[float]]:
        """Per class the weights of the features, and the intercept last."""
        size = self.features + 1
        return [parameters[start : start + size] for start in range(0, len(parameters), size)]


def _padded(numbers: tuple[int, ...], weights: tuple[float, ...], features: int) -> tuple[Getter, tuple[float, ...]]:
    """With the intercept, twice, so that there are two numbers at least: of one, itemgetter makes no tuple."""
    return itemgetter(*numbers, features, features), (*weights, 1.0, 0.0)


def _columns(rows: Sequence[SparseRow], features: int) -> list[tuple[Getter, tuple[float, ...]]]:
    """The rows by feature: in which they occur, with what weight."""
    places: list[list[int]] = [[] for _ in range(features)]
    values: list[list[float]] = [[] for _ in range(features)]
    for place, (numbers, weights) in enumerate(rows):
        for number, weight in zip(numbers, weights, strict=True):
            places[number].append(place)
            values[number].append(weight)
    nowhere = len(rows)
    return [
        (itemgetter(*of_one, nowhere, nowhere), (*weights, 0.0, 0.0))
        for of_one, weights in zip(places, values, strict=True)
    ]


def _scores(rows: Sequence[tuple[Getter, tuple[float, ...]]], by_class: Sequence[list[float]]) -> list[list[float]]:
    return [[sum(map(mul, values, get(weights))) for get, values in rows] for weights in by_class]


def _softmax(scores: Sequence[float]) -> list[float]:
    highest = max(scores)
    raised = [exp(score - highest) for score in scores]
    whole = sum(raised)
    return [one / whole for one in raised]
