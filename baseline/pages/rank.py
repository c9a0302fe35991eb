"""Stage 1: the pages that a claim is about.

Candidates are what the search engine ranks for the claim's words and what the claim names. Each is given seven signals
between 0 and 1, or so, whose weighted sum orders them (`baseline.toml`, [pages.weights]). A hard match of titles first,
as the paper's retriever has it (`entity_tfidf/`), costs points among distractors (`benchmarks/baseline`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple
from math import fsum

from baseline.candidates import PageCandidate
from baseline.config import Config, PageWeights
from baseline.pages.names import names_in
from baseline.passages.score import best_passage, pair_share
from baseline.passages.split import Passage
from baseline.source import Source, claim_weights
from baseline.words import ClaimWords, Weights, find_run, stems_of, without_parenthesis


def rank_pages(
    claim: ClaimWords,
    source: Source,
    config: Config,
    passages_of: Callable[[str], Sequence[Passage]],
    also: Sequence[str] = (),
) -> tuple[PageCandidate, ...]:
    """All candidates, best first; the titles `also` are among them.

    `passages_of` gives the passages of a title (none if the page is gone).
    """
    settings = config.pages
    if not claim.folded:
        return ()
    weights = claim_weights(source, claim)
    scores = dict(source.ranked(claim.telling, settings.read))
    named: dict[str, str] = {}
    for name in names_in(claim, source, settings.longest_name, settings.spacy):
        for title in name.titles[:2]:
            named.setdefault(title, name.text)
    candidates = []
    titles = dict.fromkeys([*scores, *named, *also])
    source.load(titles)
    for title in titles:
        passages = passages_of(title)
        if passages:
            found = _signals(title, named.get(title, ""), scores.get(title, 0.0), passages, claim, weights, config)
            candidates.append(PageCandidate(title, _weighted_sum(found, settings.weights), named.get(title, "")))
    return tuple(sorted(candidates, key=lambda page: -page.score))


def _signals(
    title: str, name: str, text: float, passages: Iterable[Passage], claim: ClaimWords, weights: Weights, config: Config
) -> PageWeights:
    """The signals of a page, in the fields of their weights."""
    called = stems_of(name or without_parenthesis(title))
    start = find_run(claim.stems, called)
    written = claim.named[start : start + len(called)] if start >= 0 else ()
    passage, score = best_passage(passages, weights, config.passages)
    stems = stems_of(title)
    return PageWeights(
        text=text / weights.total,
        passage=score,
        pairs=pair_share(passage, claim, weights) if passage else 0.0,
        cover=weights.share([*stems, *(stem for part in passage.parts for stem in part)]) if passage else 0.0,
        title=_title_share(stems_of(name) or stems, weights),
        written=float(bool(written) and written[0] and 2 * sum(written) >= len(written)),
        early=1 - start / len(claim.stems) if start >= 0 else 0.0,
    )


def _weighted_sum(signals: PageWeights, weights: PageWeights) -> float:
    total = 0.0
    for signal, weight in zip(astuple(signals), astuple(weights), strict=True):
        total += signal * weight
    return total


def _title_share(stems: Sequence[str], weights: Weights) -> float:
    """Share of the title's own weight that the claim has; a word the claim lacks weighs as its heaviest one."""
    heaviest = max(weights.idf.values(), default=0.0)
    of_title = fsum(weights.idf.get(one, heaviest) for one in stems)
    return fsum(weights.idf.get(one, 0.0) for one in stems) / of_title if of_title else 0.0
