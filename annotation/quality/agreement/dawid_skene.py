"""Dawid and Skene: each annotator's rates of error and each item's label, estimated together without gold.

Dawid and Skene (1979), Maximum likelihood estimation of observer error-rates using the EM algorithm. Values are those
of crowd-kit's `DawidSkene`, which ends by the same rule.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from annotation.quality.agreement.answers import Answers
from annotation.quality.agreement.bootstrap import Array

ITERATIONS, TOLERANCE = 100, 1e-5
_LEAST = 1e-10  # of a probability whose logarithm is taken


@dataclass(frozen=True, slots=True)
class DawidSkene:
    """`errors[person, said, true]`: how likely the person says the one label where the other is true. `priors`: of each
    label. `probabilities[item, label]`. Of several draws, all have one more axis in front.
    """

    errors: Array
    priors: Array
    probabilities: Array

    @property
    def competence(self) -> Array:
        """How likely each person gives the true label: the sum over labels of prior x share of it that they see."""
        seen: Array = np.einsum("...pll,...l->...p", self.errors, self.priors)
        return seen


def dawid_skene(answers: Answers) -> DawidSkene:
    """Fit the model by EM, from the shares of each item's answers."""
    votes = np.add.reduceat(np.eye(len(answers.labels))[answers.label], answers.starts)
    weights = np.ones(len(answers.starts))
    model, bound = _maximized(answers, votes / votes.sum(axis=1, keepdims=True), weights), -np.inf
    for _ in range(ITERATIONS):
        model = refitted(answers, model, weights, 1)
        before, bound = bound, _lower_bound(answers, model) / len(answers.item)
        if bound - before < TOLERANCE:
            break
    return model


def refitted(answers: Answers, model: DawidSkene, weights: Array, iterations: int) -> DawidSkene:
    """Go on from `model` with each item counting `weights` times: (items) or, of several draws, (draws, items)."""
    for _ in range(iterations):
        model = _maximized(answers, _expected(answers, model), weights)
    return model


def _maximized(answers: Answers, probabilities: Array, weights: Array) -> DawidSkene:
    """The M step: error rates and priors, from the probability of each label of each item."""
    weighted = probabilities * weights[..., np.newaxis]
    priors = weighted.sum(axis=-2) / weights.sum(axis=-1, keepdims=True)
    counts = np.maximum(answers.sum_by_given(weighted[..., answers.item, :]), _LEAST)
    errors = counts / counts.sum(axis=-2, keepdims=True)
    return DawidSkene(errors, np.maximum(priors, _LEAST), probabilities)


def _expected(answers: Answers, model: DawidSkene) -> Array:
    """The E step: the probability of each label of each item."""
    said = np.log(model.errors)[..., answers.person, answers.label, :]
    likelihoods = np.log(model.priors)[..., np.newaxis, :] + np.add.reduceat(said, answers.starts, axis=-2)
    scaled = np.exp(likelihoods - likelihoods.max(axis=-1, keepdims=True))
    found: Array = scaled / scaled.sum(axis=-1, keepdims=True)
    return found


def _lower_bound(answers: Answers, model: DawidSkene) -> float:
    """The evidence lower bound, with the prior counted for each answer, as crowd-kit has it."""
    joint = np.log(model.errors)[answers.person, answers.label] + np.log(model.priors)
    clipped = np.maximum(model.probabilities, _LEAST)
    return float((model.probabilities[answers.item] * joint).sum() - (np.log(clipped) * clipped).sum())
