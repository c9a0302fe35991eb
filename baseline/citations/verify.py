"""Whether a document supports a claim: `lexical_verifier` needs no weights, `open_verifier` reads any cross-encoder.

The score of a document is the largest of its passages' (Petroni et al. 2023).
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from baseline.citations.claim import Claim, Verification
from baseline.citations.lexical import DOCUMENT_FEATURES, PASSAGE_FEATURES, UNION, Compared, compare

WEIGHTS = Path(__file__).with_name("weights.json")


@dataclass(frozen=True, slots=True)
class Calibration:
    """The share of citations that failed, by score: `shares` at ascending `scores`, linear between them."""

    scores: tuple[float, ...]
    shares: tuple[float, ...]

    def fails(self, score: float) -> float:
        """The probability that a reader finds no support."""
        place = bisect_right(self.scores, score)
        if not place:
            return self.shares[0]
        if place == len(self.scores):
            return self.shares[-1]
        low, high = self.scores[place - 1], self.scores[place]
        part = (score - low) / (high - low)
        return self.shares[place - 1] * (1 - part) + self.shares[place] * part


@dataclass(frozen=True, slots=True)
class LexicalVerifier:
    """See Verifier. The score is the log-odds of support by a logistic regression over `lexical`'s features."""

    name: str
    weights: Mapping[str, float]
    intercept: float
    calibration: Calibration
    without_text: float = 0.0  # the score where the source has no text: nothing is known
    union: int = UNION

    def verify(self, claim: Claim, passages: Sequence[str]) -> Verification:
        """See Verifier. A document without passages is one empty passage."""
        compared = compare(claim, passages or [""], self.union)
        scores = self.scores(compared)
        best = max(range(len(scores)), key=scores.__getitem__)
        fails = self.calibration.fails(scores[best])
        return Verification(scores[best], fails, best, scores, compared.missing)

    def scores(self, compared: Compared) -> tuple[float, ...]:
        """The score of each passage in its document."""
        if not compared.has_text:
            return (self.without_text,) * len(compared.passages)
        shared = self.intercept + _sum(self.weights, DOCUMENT_FEATURES, compared.document)
        return tuple(shared + _sum(self.weights, PASSAGE_FEATURES, one) for one in compared.passages)


def _sum(weights: Mapping[str, float], names: Sequence[str], values: Sequence[float]) -> float:
    return sum(weights[name] * value for name, value in zip(names, values, strict=True))


@cache
def lexical_verifier(union: int = UNION) -> LexicalVerifier:
    """The verifier without a model, with weights that are part of the project (`benchmarks/citations/README.md`).

    `union`: how many passages may share the evidence; 1 asks for one that has all.
    """
    data = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    calibration = Calibration(tuple(data["calibration"]["scores"]), tuple(data["calibration"]["shares"]))
    return LexicalVerifier(data["name"], data["weights"], data["intercept"], calibration, data["without_text"], union)
