"""Competence of annotators, estimated without gold from the answers of all: Dawid and Skene, and MACE."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from annotation.quality.agreement import dawid_skene, mace
from annotation.quality.agreement.answers import Answers, answers_of
from annotation.quality.agreement.bootstrap import Array, drawn_items, interval_of
from annotation.quality.agreement.items import Item
from annotation.quality.agreement.result import Reason, Result, Undefined, Value

RESAMPLES, ITERATIONS = 100, 20  # a draw goes on from the values over all items
_AT_ONCE = 100_000  # answers of several draws in one step


@dataclass(frozen=True, slots=True)
class Competence:
    """Competence of one person over `items` items, 0 to 1 each."""

    person: int
    items: int
    dawid_skene: Result
    mace: Result


def competence(items: Sequence[Item], *, resamples: int = RESAMPLES) -> list[Competence]:
    """Estimate the competence of everybody who shares an item with somebody, by person. Intervals draw items."""
    if not items:
        return []
    answers = answers_of(items)
    counts = np.bincount(answers.person).tolist()
    if len(answers.labels) < 2:
        unknown = [Undefined(Reason.ONE_CATEGORY, count) for count in counts]
        by_model: list[list[Result]] = [[*unknown], [*unknown]]
    else:
        by_model = [_with_intervals(counts, *one) for one in zip(*_fitted(answers, resamples), strict=True)]
    return [
        Competence(person, counts[n], *(results[n] for results in by_model)) for n, person in enumerate(answers.persons)
    ]


def _fitted(answers: Answers, resamples: int) -> tuple[tuple[Array, Array], list[Array]]:
    """Competence by person of both models, and of both in each draw; NaN where a draw has nothing of a person."""
    of_errors, of_knowing = dawid_skene.dawid_skene(answers), mace.mace(answers)
    drawn: tuple[list[Array], list[Array]] = ([], [])
    for weights in _draws(answers, resamples):
        found = (
            dawid_skene.refitted(answers, of_errors, weights, ITERATIONS).competence,
            mace.refitted(answers, of_knowing, weights, ITERATIONS).competence,
        )
        has_answers = answers.sum_by_given(weights[:, answers.item, np.newaxis]).sum(axis=(-2, -1)) > 0
        for draws, values in zip(drawn, found, strict=True):
            draws.append(np.where(has_answers, values, np.nan))
    none = np.empty((0, len(answers.persons)))
    return (of_errors.competence, of_knowing.competence), [np.concatenate([none, *one]) for one in drawn]


def _draws(answers: Answers, resamples: int) -> Iterator[Array]:
    step = max(1, _AT_ONCE // len(answers.item))
    weights = drawn_items(len(answers.starts), resamples)
    return (weights[at : at + step] for at in range(0, resamples, step))


def _with_intervals(counts: Sequence[int], values: Array, draws: Array) -> list[Result]:
    found: list[Result] = []
    for items, value, of_person in zip(counts, values.tolist(), draws.T, strict=True):
        known = of_person[~np.isnan(of_person)]
        found.append(Value(value, items, interval_of(known, len(draws))))
    return found
