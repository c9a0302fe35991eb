"""Pages by the nearness of vectors: title and introduction against the claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from baseline.candidates import PageCandidate
from baseline.config import Config
from baseline.dense.encoder import Encoder, open_encoder
from baseline.dense.lsa import NAME as LSA
from baseline.dense.vectors import PageVectors
from baseline.source import Source


@dataclass(frozen=True, slots=True)
class DenseRetriever:
    """See `baseline.retriever.PageRetriever`."""

    encoder: Encoder
    vectors: PageVectors

    @property
    def name(self) -> str:
        """See PageRetriever."""
        return self.encoder.name

    def retrieve(self, claim: str, k: int) -> Sequence[PageCandidate]:
        """See PageRetriever; the score is the cosine. Raises NoModel."""
        (vector,) = self.encoder.encode([claim])
        return [PageCandidate(title, score) for title, score in self.vectors.nearest(vector, k)]


def open_dense(config: Config, source: Source) -> DenseRetriever | None:
    """The retriever of the configured weights, None when none are configured. Raises NoModel."""
    settings = config.dense
    if not settings.weights:
        return None
    encoder = encoder_of(settings.weights, settings.length, source)
    return DenseRetriever(encoder, source.vectors(encoder))


def encoder_of(weights: str, length: int, source: Source) -> Encoder:
    """The encoder in a folder, or "lsa": that of the source's own pages. Raises NoModel."""
    return source.lsa().encoder if weights == LSA else open_encoder(weights, length)
