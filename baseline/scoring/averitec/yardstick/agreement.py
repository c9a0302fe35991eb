"""Recall and precision of evidence: each string with the most alike of the other side, and no credit for the contrary.

Every gold string is compared with every predicted one by the words and pairs of neighbouring words that both have. The
most alike counts for it, unless the two contradict each other: then nothing does. Recall is the mean over gold
strings, precision the mean over predicted ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from baseline.scoring.averitec.yardstick.contradictions import contradict
from baseline.scoring.averitec.yardstick.texts import REMEMBERED, Text, text_of

MOST = 10  # strings of a prediction that count, as by the paper's and the 2024 task's scorers
QUESTION = 0.5  # weight of a word of the question: questions mostly repeat the claim, which every system has
SAME_STATEMENT = 0.5  # likeness from which a difference contradicts; below it two strings speak of different things

Units = Mapping[tuple[str, ...], float]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Recall of the gold evidence and precision of the predicted, from 0 to 1."""

    recall: float
    precision: float

    @property
    def f1(self) -> float:
        """Harmonic mean; 0 where both are 0."""
        total = self.recall + self.precision
        return 2 * self.recall * self.precision / total if total else 0.0


@lru_cache(256)  # three metrics ask for the same evidence one after the other
def _agreement(predicted: tuple[str, ...], gold: tuple[str, ...]) -> Agreement:
    given, wanted = [text_of(one) for one in predicted], [text_of(one) for one in gold]
    table = [[likeness(one, other) for other in given] for one in wanted]
    recall = [_kept(row, text, given) for row, text in zip(table, wanted, strict=True)]
    precision = [
        _kept(list(column), text, wanted) for column, text in zip(zip(*table, strict=True), given, strict=True)
    ]
    return Agreement(sum(recall) / len(recall), sum(precision) / len(precision))


def agreement(predicted: Sequence[str], gold: Sequence[str]) -> Agreement:
    """How much of the gold evidence the first ten predicted strings say, and how much of them the gold evidence says.

    Both are 0 where there is no predicted or no gold string.
    """
    if not predicted or not gold:
        return Agreement(0.0, 0.0)
    return _agreement(tuple(predicted[:MOST]), tuple(gold))


def likeness(one: Text, other: Text) -> float:
    """Mean of the F1 of words and the F1 of pairs of neighbouring words, from 0 to 1; of words alone for one word."""
    sizes = [size for size in (1, 2) if units(one, size) or units(other, size)]
    return sum(_f1(units(one, size), units(other, size)) for size in sizes) / len(sizes) if sizes else 0.0


@lru_cache(REMEMBERED)
def units(text: Text, size: int) -> Units:
    """Runs of so many words (stems) of a text with their weight: that of the answer where both parts have one."""
    found: dict[tuple[str, ...], float] = {}
    for tokens, weight in ((text.question, QUESTION), (text.answer, 1.0)):
        stems = [token.stem for token in tokens]
        for place in range(len(stems) - size + 1):
            found[tuple(stems[place : place + size])] = weight
    return MappingProxyType(found)


def _f1(one: Units, other: Units) -> float:
    total = sum(one.values()) + sum(other.values())
    shared = one.keys() & other.keys()
    return sum(one[unit] + other[unit] for unit in shared) / total if total else 0.0


def _kept(row: Sequence[float], text: Text, others: Sequence[Text]) -> float:
    """The likeness of the most alike of the others; 0 where that says the same thing otherwise."""
    best = max(range(len(row)), key=row.__getitem__)
    return 0.0 if row[best] >= SAME_STATEMENT and contradict(text, others[best]) else row[best]
