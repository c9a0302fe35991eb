"""BM25F: the score of a text for weighted words, where a word counts by the field that it stands in.

    score = sum over words of  idf * tf / (tf + k1 * (1 - b + b * length / average))
    idf   = log(1 + (N - n + 0.5) / (n + 0.5)),  N texts, n of them with the word

(Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework", section 3.6; without its factor k1 + 1, which
changes no order.) The caller adds up tf over the fields, each by its weight.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


def idf(texts: int, having: int) -> float:
    """Inverse document frequency of a word that `having` of `texts` texts have; never below 0."""
    return math.log(1 + (texts - having + 0.5) / (having + 0.5))


@dataclass(frozen=True, slots=True)
class Bm25:
    """Parameters: saturation `k1`, normalisation by length `b`, and the average length in words."""

    k1: float
    b: float
    average: float

    def norm(self, length: Any) -> Any:
        """What is added to tf below the line, for a length or an array of them."""
        return self.k1 * (1 - self.b + self.b * length / self.average)

    def score(self, weights: Mapping[str, float], frequencies: Mapping[str, float], length: int) -> float:
        """Score a text of `length` words: `weights` are idf by word, `frequencies` tf, absent or 0 where it has none.

        Words are added up in the order of `weights`, so that every process comes to the same digits.
        """
        norm = self.norm(length)
        score = 0.0
        for word, weight in weights.items():
            if tf := frequencies.get(word):
                score += weight * tf / (tf + norm)
        return score
