"""Retrievers: find the pages of a claim, and sentences and tables on them. `open_retriever` chooses one.

Beside the chosen one any `PageRetriever` may stand (`dense/`): its pages become candidates too, and reciprocal rank
fusion joins the two orders.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from baseline.candidates import PageCandidate, StageScore
from baseline.config import ENSEMBLE, ENTITY_TFIDF, Config
from baseline.entity_tfidf.retriever import EntityTfidfRetriever
from baseline.pages.rank import rank_pages
from baseline.passages.rank import Ranked, Reorder, rank_passages
from baseline.passages.split import Passage
from baseline.rerank.ensemble.retriever import Ensemble
from baseline.rerank.protocol import reordered
from baseline.source import Source, claim_weights
from baseline.words import ClaimWords


class PageRetriever(Protocol):
    """A model that finds pages by itself."""

    @property
    def name(self) -> str:
        """Name of the model."""

    def retrieve(self, claim: str, k: int) -> Sequence[PageCandidate]:
        """The k best pages, best first. Raises NoModel."""


class Retriever(Protocol):
    """Stages 1 and 2 over one source of pages."""

    @property
    def passage_model(self) -> str:
        """Name of what orders passages, stored with suggestions."""

    def pages(self, claim: ClaimWords, also: Sequence[str] = ()) -> tuple[PageCandidate, ...]:
        """The k best pages or more, best first; the titles `also` are candidates too. Raises NoSpacy."""

    def passages(self, claim: ClaimWords, pages: Sequence[PageCandidate], reorder: Reorder) -> Ranked:
        """The l best sentences and q best tables of these pages, after `reorder` has ordered all that were found."""


@dataclass(frozen=True, slots=True)
class FusionRetriever:
    """Full text and names, fused by a weighted sum; BM25 of passages (`pages/`, `passages/`)."""

    config: Config
    source: Source
    passages_of: Callable[[str], Sequence[Passage]]
    passage_model: ClassVar[str] = "bm25"

    def pages(self, claim: ClaimWords, also: Sequence[str] = ()) -> tuple[PageCandidate, ...]:
        """See Retriever."""
        return rank_pages(claim, self.source, self.config, self.passages_of, also)

    def passages(self, claim: ClaimWords, pages: Sequence[PageCandidate], reorder: Reorder) -> Ranked:
        """See Retriever."""
        weights = claim_weights(self.source, claim)
        return rank_passages(claim, pages, self.passages_of, weights, self.config, reorder)


@dataclass(frozen=True, slots=True)
class EnsembleRetriever(FusionRetriever):
    """Pages by TF-IDF and BM25, joined by rank aggregation (`rerank/ensemble/`); passages as FusionRetriever."""

    ensemble: Ensemble

    def pages(self, claim: ClaimWords, also: Sequence[str] = ()) -> tuple[PageCandidate, ...]:
        """See Retriever."""
        return self.ensemble.pages(claim, also)


def open_retriever(config: Config, source: Source, passages_of: Callable[[str], Sequence[Passage]]) -> Retriever:
    """The configured retriever over a source. Raises NoIntroductions."""
    if config.retriever == ENTITY_TFIDF:
        return EntityTfidfRetriever(config, source, source.introductions())
    if config.retriever == ENSEMBLE:
        introductions = source.introductions(is_ascii=config.ensemble.ascii)
        return EnsembleRetriever(config, source, passages_of, Ensemble(config, source, introductions))
    return FusionRetriever(config, source, passages_of)


def fused(
    own: Sequence[PageCandidate], other: PageRetriever, found: Sequence[PageCandidate], k: float
) -> list[PageCandidate]:
    """Order `own` by the sum of 1 / (k + rank) over both orders (reciprocal rank fusion); `found` is of `other`.

    A page's `stages` keep what the other said and its place after the fusion.
    """
    near = {one.title: (rank, one.score) for rank, one in enumerate(found, start=1)}
    sums = [
        1 / (k + rank) + (1 / (k + near[one.title][0]) if one.title in near else 0.0)
        for rank, one in enumerate(own, start=1)
    ]
    said = [
        replace(one, stages=(*one.stages, StageScore(other.name, *near[one.title]))) if one.title in near else one
        for one in own
    ]
    return reordered("fusion", said, sums)
