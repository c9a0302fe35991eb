"""Stage 2: rank the sentences, tables and lists of the retrieved pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from baseline.candidates import PageCandidate, PassageCandidate
from baseline.config import Config
from baseline.passages.rerank import Scorer
from baseline.passages.score import pair_share, passage_score
from baseline.passages.split import Passage
from baseline.words import ClaimWords, Weights


@dataclass(frozen=True, slots=True)
class Ranked:
    """The l best sentences and the q best tables and lists, best first."""

    sentences: tuple[PassageCandidate, ...]
    tables: tuple[PassageCandidate, ...]


def rank_passages(
    claim: ClaimWords,
    pages: Sequence[PageCandidate],
    passages_of: Callable[[str], Sequence[Passage]],
    weights: Weights,
    config: Config,
    cross_encoder: Scorer | None = None,
) -> Ranked:
    """Rank what stands on the pages. A passage without one word of the claim is left out.

    A cross-encoder puts the best `candidates` of each kind in its own order.
    """
    settings = config.passages
    sentences: list[PassageCandidate] = []
    tables: list[PassageCandidate] = []
    for page in pages:
        for passage in passages_of(page.title):
            score = passage_score(passage, weights, settings)
            if score:
                score += settings.page * page.score + settings.pairs * pair_share(passage, claim, weights)
                kind = sentences if passage.kind == "sentence" else tables
                kind.append(PassageCandidate(passage.element, page.title, passage.kind, score, passage.text))
    return Ranked(
        best_passages(claim, sentences, settings.sentences, config, cross_encoder),
        best_passages(claim, tables, settings.tables, config, cross_encoder),
    )


def best_passages(
    claim: ClaimWords, found: list[PassageCandidate], keep: int, config: Config, cross_encoder: Scorer | None
) -> tuple[PassageCandidate, ...]:
    """The best `keep`, in the cross-encoder's order if there is one. Sorts `found`."""
    found.sort(key=lambda passage: -passage.score)
    if cross_encoder is not None:
        found = found[: config.passages.cross_encoder.candidates]
        scores = cross_encoder([(claim.text, f"{passage.page}. {passage.text}") for passage in found])
        found = [replace(passage, score=score) for passage, score in zip(found, scores, strict=True)]
        found.sort(key=lambda passage: -passage.score)
    return tuple(found[:keep])
