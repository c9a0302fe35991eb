"""The protocol of a stage that puts candidates in another order.

    class MyReranker:
        name = "my-model-1"

        def rerank(self, claim, candidates, source):
            return reordered(self.name, candidates, [score(claim, text) for text in texts(candidates, source)])

A candidate keeps the name, rank and score of every stage that ordered it (`stages`); its own `score` stays that of the
retriever, by which thresholds and later sums go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from baseline.candidates import CellCandidate, PageCandidate, PassageCandidate, StageScore, identity
from baseline.entity_tfidf.index import introduction
from baseline.models import NoModel
from baseline.source import Source
from baseline.verdict.linearise import pieces

C = TypeVar("C", bound=PageCandidate | PassageCandidate | CellCandidate)


class Reranker(Protocol):
    """A stage over the candidates of one kind: pages, passages (sentences, tables, lists) or cells."""

    @property
    def name(self) -> str:
        """Name of the model and its version, stored with every candidate and suggestion."""

    def rerank(self, claim: str, candidates: Sequence[C], source: Source) -> Sequence[C]:
        """Return the same candidates, best first, each with a StageScore of this stage at the end of its `stages`.

        Candidates beyond the depth of the stage follow in the order given, without one. Raises NoModel; the order
        given is kept then, and the reason is a note.
        """


def reordered(name: str, candidates: Sequence[C], scores: Sequence[float]) -> list[C]:
    """The candidates by falling score, those of one score in the order given.

    There may be fewer scores than candidates: what has none follows behind. Raises NoModel if a score is no number.
    """
    if any(score != score for score in scores):
        raise NoModel(f"{name} gave a score that is no number (NaN).")
    order = sorted(range(len(scores)), key=lambda place: -scores[place])
    scored = [
        replace(candidates[place], stages=(*candidates[place].stages, StageScore(name, rank, scores[place])))
        for rank, place in enumerate(order, start=1)
    ]
    return [*scored, *candidates[len(scores) :]]


def check_same(name: str, given: Sequence[C], ordered: Sequence[C]) -> None:
    """Raise NoModel unless a stage gave back the candidates that it was given, in whatever order."""
    if sorted(map(identity, given)) != sorted(map(identity, ordered)):
        raise NoModel(f"{name} did not give back the candidates that it was given.")


def texts(candidates: Sequence[C], source: Source) -> list[str]:
    """What a model reads of each candidate: a page's title and introduction, a passage or cell with its context."""
    return [_text(one, source) for one in candidates]


def _text(candidate: PageCandidate | PassageCandidate | CellCandidate, source: Source) -> str:
    if isinstance(candidate, PageCandidate):
        page = source.page(candidate.title)
        return f"{candidate.title}. {introduction(page)}" if page is not None else candidate.title
    if isinstance(candidate, PassageCandidate):
        return f"{candidate.page}. {candidate.text}"
    return next(pieces([candidate.element], source), candidate.text)
