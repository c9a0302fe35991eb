"""A score of evidence without weights that keeps numbers and names: recall and precision of words, apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from nltk.stem.porter import PorterStemmer

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")
_STEM = PorterStemmer().stem


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


def agreement(predicted: Sequence[str], gold: Sequence[str]) -> Agreement:
    """How much of the gold evidence the predicted says, and how much of the predicted the gold says."""
    given, wanted = _words(predicted), _words(gold)
    shared = sum((given & wanted).values())
    return Agreement(shared / max(wanted.total(), 1), shared / max(given.total(), 1))


def _words(strings: Sequence[str]) -> Counter[str]:
    return Counter(_STEM(word) for one in strings for word in _TOKEN.findall(one.lower()))
