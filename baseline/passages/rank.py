"""Stage 2: rank the sentences, tables and lists of the retrieved pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from baseline.candidates import PageCandidate, PassageCandidate
from baseline.config import Config
from baseline.passages.diverse import Scored, chosen, rivalry, scored
from baseline.passages.score import pair_share, passage_score
from baseline.passages.split import Passage
from baseline.words import ClaimWords, Weights

Reorder = Callable[[Sequence[PassageCandidate]], Sequence[PassageCandidate]]


def as_found(passages: Sequence[PassageCandidate]) -> Sequence[PassageCandidate]:
    """Keep the order."""
    return passages


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
    reorder: Reorder = as_found,
) -> Ranked:
    """Rank what stands on the pages. A passage without one word of the claim is left out.

    Sentences are chosen one by one (`diverse.py`). `reorder` is given all of them, then all tables and lists.
    """
    settings = config.passages
    sentences: list[Scored] = []
    tables: list[PassageCandidate] = []
    count = 0
    for page in pages:
        for passage in passages_of(page.title):
            count += passage.kind == "sentence"
            score = passage_score(passage, weights, settings)
            if score:
                score += settings.page * page.score + settings.pairs * pair_share(passage, claim, weights)
                found = PassageCandidate(passage.element, page.title, passage.kind, score, passage.text)
                if passage.kind == "sentence":
                    sentences.append(scored(found, passage, weights))
                else:
                    tables.append(found)
    best = chosen(sentences, count, weights, settings, settings.sentences, rivalry(pages))
    return Ranked(
        tuple(reorder(best)[: settings.sentences]),
        best_passages(tables, settings.tables, reorder),
    )


def best_passages(found: list[PassageCandidate], keep: int, reorder: Reorder) -> tuple[PassageCandidate, ...]:
    """The best `keep` after `reorder`. Sorts `found`."""
    found.sort(key=lambda passage: -passage.score)
    return tuple(reorder(found)[:keep])
