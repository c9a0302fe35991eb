"""Answers to items as arrays, for models of who answers how well; and label probabilities by item."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotation.quality.agreement.bootstrap import Array
from annotation.quality.agreement.items import Item

Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Answers:
    """One place an answer, items in order: the place of its item, of its person in `persons`, of its label in `labels`.

    `labels`: those that occur. `starts`: the place of each item's first answer. `order`: the answers sorted by person
    and label, `given` each such pair that occurs and `given_starts` its first place in that order.
    """

    item: Indices
    person: Indices
    label: Indices
    persons: tuple[int, ...]
    labels: tuple[str, ...]
    starts: Indices
    order: Indices
    given: Indices
    given_starts: Indices

    def sum_by_given(self, of_answers: Array) -> Array:
        """Sum rows of answers (..., answers, columns) by person and label: (..., persons, labels, columns)."""
        *draws, _answers, columns = of_answers.shape
        sums = np.zeros((*draws, len(self.persons) * len(self.labels), columns))
        sums[..., self.given, :] = np.add.reduceat(of_answers[..., self.order, :], self.given_starts, axis=-2)
        return sums.reshape(*draws, len(self.persons), len(self.labels), columns)


def answers_of(items: Sequence[Item]) -> Answers:
    """Lay out the verdicts of the items. Raises ValueError without any."""
    ratings = [(place, rating) for place, item in enumerate(items) for rating in item.ratings]
    if not ratings:
        raise ValueError("No answers")
    persons = tuple(sorted({rating.person for _place, rating in ratings}))
    labels = tuple(sorted({rating.verdict for _place, rating in ratings}))
    of_person, of_label = ({one: n for n, one in enumerate(ones)} for ones in (persons, labels))
    item = np.array([place for place, _rating in ratings])
    person = np.array([of_person[rating.person] for _place, rating in ratings])
    label = np.array([of_label[rating.verdict] for _place, rating in ratings])
    both = person * len(labels) + label
    order = np.argsort(both, kind="stable")
    given, given_starts = np.unique(both[order], return_index=True)
    starts = np.flatnonzero(np.diff(item, prepend=-1))
    return Answers(item, person, label, persons, labels, starts, order, given, given_starts)
