"""Stage 2: rank the sentences, tables and lists of the retrieved pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from baseline.candidates import PageCandidate, PassageCandidate
from baseline.config import Config
from baseline.passages.diverse import Scored, chosen, rivalry, scored
from baseline.passages.score import pair_share, passage_score
from baseline.passages.split import Passage
from baseline.passages.tables import table_score, table_weights
from baseline.words import ClaimWords, Weights

# What the score is made of, for stages that learn from it (PassageCandidate.signals).
SIGNALS = (
    "text",  # BM25F
    "pairs",  # the share of the claim's neighbouring words that stand side by side
    "page",  # the score of its page
    "named",  # the claim names its page
    "own",  # the share of the claim's weight that its own words have
    "covered",  # the same with those of its page's title
    "numbers",  # the share of the weight of the claim's numbers
)
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
    of_tables = table_weights(weights, settings)
    count = 0
    for page in pages:
        for passage in passages_of(page.title):
            count += passage.kind == "sentence"
            is_sentence = passage.kind == "sentence"
            text = (passage_score if is_sentence else table_score)(
                passage, weights if is_sentence else of_tables, settings
            )
            if text:
                side_by_side = pair_share(passage, claim, weights)
                score = text + settings.page * page.score + settings.pairs * side_by_side
                signals = (text, side_by_side, page.score, float(bool(page.name)), *_shares(passage, weights))
                found = PassageCandidate(
                    passage.element, page.title, passage.kind, score, passage.text, signals=signals
                )
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


def _shares(passage: Passage, weights: Weights) -> tuple[float, float, float]:
    """The signals own, covered and numbers."""
    own = weights.idf.keys() & frozenset().union(*passage.parts)
    numbers = {word: idf for word, idf in weights.idf.items() if word[0].isdigit()}
    of_numbers = sum(idf for word, idf in numbers.items() if word in own) / (sum(numbers.values()) or 1.0)
    return weights.share([*own]), weights.share([*own, *passage.title]), of_numbers
