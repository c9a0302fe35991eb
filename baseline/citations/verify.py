"""Whether a document supports a claim: `lexical_verifier` needs no weights, `open_verifier` reads any cross-encoder.

The score of a document is the largest of its passages' (Petroni et al. 2023).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from baseline.citations.calibration import Calibration
from baseline.citations.claim import Claim, Verification, Verifier
from baseline.citations.lexical import DOCUMENT_FEATURES, PASSAGE_FEATURES, UNION, Compared, compare

WEIGHTS = Path(__file__).with_name("weights.json")


@dataclass(frozen=True, slots=True)
class LexicalVerifier:
    """See Verifier. The score is the log-odds of support by a logistic regression over `lexical`'s features."""

    name: str
    weights: Mapping[str, float]
    intercept: float
    calibration: Calibration
    without_text: float = 0.0  # the score where the source has no text: nothing is known
    foreign: float = 0.0  # the score where it is in another language than the claim: how many of these failed is known
    union: int = UNION

    def verify(self, claim: Claim, passages: Sequence[str]) -> Verification:
        """See Verifier. A document without passages is one empty passage."""
        compared = compare(claim, passages or [""], self.union)
        scores = self.scores(compared)
        if compared.language:
            return Verification(self.foreign, None, compared.best, scores, compared.missing)
        best = max(range(len(scores)), key=scores.__getitem__)
        fails = self.calibration.fails(scores[best])
        return Verification(scores[best], fails, best, scores, compared.missing)

    def scores(self, compared: Compared) -> tuple[float, ...]:
        """The score of each passage in its document."""
        if not compared.is_compared:
            return (self.foreign if compared.language else self.without_text,) * len(compared.passages)
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
    scores = data["without_text"], data["foreign"]
    return LexicalVerifier(data["name"], data["weights"], data["intercept"], calibration, *scores, union)


def open_verifier(folder: str) -> Verifier:
    """The verifier of a cross-encoder in a folder (`cross_encoder.py`). Raises NoModel."""
    from baseline.citations.cross_encoder import open_cross_encoder

    return open_cross_encoder(folder)
