"""MACE: how often each annotator knows the label instead of guessing it, estimated without gold.

Hovy, Berg-Kirkpatrick, Vaswani and Hovy (2013), Learning whom to trust with MACE: whoever does not know draws a label
from a distribution of their own, so that somebody who always says the same is trusted the least. Variational Bayes with
the priors and iterations of the authors and of crowd-kit's `MACE`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from annotation.quality.agreement.answers import Answers
from annotation.quality.agreement.bootstrap import SEED, Array

RESTARTS, ITERATIONS = 10, 50
_TRIED = 10  # iterations of each restart, after which only the best goes on
_OF_KNOWING, _OF_STRATEGY, _NOISE = 0.5, 10.0, 0.5  # Beta and Dirichlet priors; spread of the first values


@dataclass(frozen=True, slots=True)
class Mace:
    """`knowing[person]`: weights of guessing and of knowing. `strategy[person, label]`: what they say when they guess.

    Both are exponentials of expected logarithms, and sum to less than 1.
    """

    knowing: Array
    strategy: Array

    @property
    def competence(self) -> Array:
        """The weight of knowing, 0 to 1."""
        return self.knowing[..., 1]


def mace(answers: Answers) -> Mace:
    """Fit the model from several random first values; go on from those under which the answers are likeliest."""
    weights = np.ones((RESTARTS, len(answers.starts)))
    tried = refitted(answers, _first(answers), weights, _TRIED)
    best = int(_expected(answers, tried)[0].argmax())
    return refitted(answers, Mace(tried.knowing[best], tried.strategy[best]), weights[best], ITERATIONS - _TRIED)


def refitted(answers: Answers, model: Mace, weights: Array, iterations: int) -> Mace:
    """Go on from `model` with each item counting `weights` times: (items) or, of several draws, (draws, items)."""
    of_answers = weights[..., answers.item]
    for _ in range(iterations):
        _likelihood, guessed, knew = _expected(answers, model)
        model = _maximized(answers, guessed * of_answers, knew * of_answers)
    return model


def _first(answers: Answers) -> Mace:
    random, persons = np.random.default_rng(SEED), len(answers.persons)
    values = (random.uniform(1, 2 + _NOISE, (RESTARTS, persons, columns)) for columns in (2, len(answers.labels)))
    return Mace(*(one / one.sum(axis=-1, keepdims=True) for one in values))


def _expected(answers: Answers, model: Mace) -> tuple[Array, Array, Array]:
    """The E step: the logarithm of the answers' likelihood, and how likely each was guessed and was known."""
    guess = model.knowing[..., answers.person, 0] * model.strategy[..., answers.person, answers.label]
    know = model.knowing[..., answers.person, 1]
    is_true = np.eye(len(answers.labels))[answers.label]  # by what the true label may be
    given = guess[..., np.newaxis] + know[..., np.newaxis] * is_true
    marginal = np.multiply.reduceat(given, answers.starts, axis=-2) / len(answers.labels)
    of_item = marginal.sum(axis=-1)
    share = marginal[..., answers.item, :] / given / of_item[..., answers.item, np.newaxis]
    return np.log(of_item + 1e-8).sum(axis=-1), guess * share.sum(axis=-1), know * (share * is_true).sum(axis=-1)


def _maximized(answers: Answers, guessed: Array, knew: Array) -> Mace:
    """The M step of variational Bayes."""
    said = answers.sum_by_given(np.stack([guessed, knew], axis=-1))
    knowing = said.sum(axis=-2)
    return Mace(_normalized(knowing + _OF_KNOWING), _normalized(said[..., 0] + _OF_STRATEGY))


def _normalized(counts: Array) -> Array:
    from scipy.special import digamma

    found: Array = np.exp(digamma(counts) - digamma(counts.sum(axis=-1, keepdims=True)))
    return found
