"""A cross-encoder over (claim, text): any sequence classifier with one output. Slow: about 20 candidates a claim."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from baseline.config import Config
from baseline.models import NoModel, classified_pairs, open_model
from baseline.rerank.protocol import C, reordered, texts
from baseline.source import Source

Scorer = Callable[[Sequence[tuple[str, str]]], list[float]]

BATCH = 32


@dataclass(frozen=True, slots=True)
class CrossEncoder:
    """See Reranker."""

    name: str
    score: Scorer
    depth: int

    def rerank(self, claim: str, candidates: Sequence[C], source: Source) -> Sequence[C]:
        """See Reranker."""
        scores = self.score([(claim, text) for text in texts(candidates[: self.depth], source)])
        return reordered(self.name, candidates, scores)


def open_cross_encoder(config: Config) -> CrossEncoder:
    """The scorer of the configured weights. Raises NoModel."""
    settings = config.cross_encoder
    if not settings.weights:
        raise NoModel("The stage cross-encoder needs weights (cross_encoder.weights in the configuration).")
    opened = open_model(settings.weights, "SequenceClassification", outputs=1)
    length = min(settings.length, opened.longest)

    def score(pairs: Sequence[tuple[str, str]]) -> list[float]:
        if not pairs:
            return []
        return [score for (score,) in classified_pairs(opened, pairs, length, BATCH, lambda logits: logits)]

    return CrossEncoder(settings.weights, score, settings.candidates)
