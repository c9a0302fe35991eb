"""Retrievers: find the pages of a claim, and sentences and tables on them. `open_retriever` chooses one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from baseline.candidates import PageCandidate
from baseline.config import ENTITY_TFIDF, Config
from baseline.entity_tfidf.retriever import EntityTfidfRetriever
from baseline.pages.rank import rank_pages
from baseline.passages.rank import Ranked, rank_passages
from baseline.passages.rerank import Scorer
from baseline.passages.split import Passage
from baseline.source import Source, claim_weights
from baseline.words import ClaimWords


class Retriever(Protocol):
    """Stages 1 and 2 over one source of pages."""

    @property
    def passage_model(self) -> str:
        """Name of what orders passages, stored with suggestions."""

    def pages(self, claim: ClaimWords) -> tuple[PageCandidate, ...]:
        """The k best pages, best first. Raises NoSpacy."""

    def passages(self, claim: ClaimWords, pages: Sequence[PageCandidate], cross_encoder: Scorer | None) -> Ranked:
        """The l best sentences and q best tables of these pages, in the cross-encoder's order if there is one.

        Raises NoModel where the cross-encoder fails.
        """


@dataclass(frozen=True, slots=True)
class FusionRetriever:
    """Full text and names, fused by a weighted sum; BM25 of passages (`pages/`, `passages/`)."""

    config: Config
    source: Source
    passages_of: Callable[[str], Sequence[Passage]]
    passage_model: ClassVar[str] = "bm25"

    def pages(self, claim: ClaimWords) -> tuple[PageCandidate, ...]:
        """See Retriever."""
        return rank_pages(claim, self.source, self.config, self.passages_of)

    def passages(self, claim: ClaimWords, pages: Sequence[PageCandidate], cross_encoder: Scorer | None) -> Ranked:
        """See Retriever."""
        weights = claim_weights(self.source, claim)
        return rank_passages(claim, pages, self.passages_of, weights, self.config, cross_encoder)


def open_retriever(config: Config, source: Source, passages_of: Callable[[str], Sequence[Passage]]) -> Retriever:
    """The configured retriever over a source. Raises NoIntroductions."""
    if config.retriever == ENTITY_TFIDF:
        return EntityTfidfRetriever(config, source, source.introductions())
    return FusionRetriever(config, source, passages_of)
