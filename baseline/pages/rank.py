"""Stage 1: the pages that a claim is about.

Candidates are what the search engine ranks for the claim's words and what the claim names. Each is given ten signals
between 0 and 1, or so, whose weighted sum orders them (`baseline.toml`, [pages.weights]). A hard match of titles first,
as the paper's retriever has it (`entity_tfidf/`), costs points among distractors (`benchmarks/baseline`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import astuple, replace
from math import fsum
from typing import NamedTuple

from baseline.candidates import PageCandidate
from baseline.config import Config, PageWeights
from baseline.pages.names import Name, names_in
from baseline.passages.score import best_passage, pair_share
from baseline.passages.split import Passage
from baseline.rerank.ensemble.rules import is_ngram, ngrams, title_year
from baseline.source import Source, claim_weights
from baseline.words import ClaimWords, Weights, find_run, stems_of, without_parenthesis
from corpus.page.page_json import page_to_json
from search.indexing.popularity import linked_names

TITLES_OF_A_NAME = 2  # that become candidates
TITLES_OF_AN_ALIAS = 4


class Mention(NamedTuple):
    """How a claim names a page: the folded words, the share of the title they stand for, whether links say so.

    An anchor tells which page it is, but not that the claim is about it: it counts for no capital and no place.
    """

    text: str = ""
    share: float = 0.0
    is_anchor: bool = False


UNNAMED = Mention()


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
    named = _named(claim, names_in(claim, source, settings.longest_name, settings.spacy), settings.alias)
    candidates = []
    titles = dict.fromkeys([*scores, *named, *also])
    source.load(titles)
    linked = _linked(titles, source) if settings.weights.links else {}
    phrases = frozenset(ngrams(claim.text))
    for title in titles:
        passages = passages_of(title)
        if passages:
            mention = named.get(title, UNNAMED)
            found = _signals(title, mention, scores.get(title, 0.0), passages, claim, weights, config)
            year = title_year(title)
            found = replace(
                found,
                year=0.0 if not year else 1.0 if year in claim.text else -1.0,
                ngram=float(is_ngram(title, phrases)),
                links=linked.get(title, 0.0),
            )
            score = _weighted_sum(found, settings.weights)
            candidates.append(PageCandidate(title, score, mention.text, signals=astuple(found)))
    return tuple(sorted(candidates, key=lambda page: -page.score))


def _named(claim: ClaimWords, names: Iterable[Name], alias: float) -> dict[str, Mention]:
    """The best titles of each name, with their mentions.

    Of titles with an alias those are the best whose other words the claim has ("planet" for "Mercury (planet)"), and
    then the best known.
    """
    own: dict[str, Mention] = {}
    others: dict[str, Mention] = {}
    linked: dict[str, Mention] = {}
    for name in names:
        for title in name.titles[:TITLES_OF_A_NAME]:
            own.setdefault(title, Mention(name.text, 1.0))
        for titles, found, is_anchor in ((name.others, others, False), (name.linked, linked, True)):
            best = sorted(titles, key=lambda title: -len({*stems_of(title)} & {*claim.stems}))
            for title in best[:TITLES_OF_AN_ALIAS]:
                found.setdefault(title, Mention(name.text, alias, is_anchor))
    return {**linked, **others, **own}


def _signals(
    title: str,
    mention: Mention,
    text: float,
    passages: Iterable[Passage],
    claim: ClaimWords,
    weights: Weights,
    config: Config,
) -> PageWeights:
    """The signals of a page, in the fields of their weights."""
    name = stems_of(mention.text)
    called = name if name and not mention.is_anchor else stems_of(without_parenthesis(title))
    start = find_run(claim.stems, called)
    written = claim.named[start : start + len(called)] if start >= 0 else ()
    passage, score = best_passage(passages, weights, config.passages)
    stems = stems_of(title)
    return PageWeights(
        text=text / weights.total,
        passage=score,
        pairs=pair_share(passage, claim, weights) if passage else 0.0,
        cover=weights.share([*stems, *name, *(stem for part in passage.parts for stem in part)]) if passage else 0.0,
        title=max(_title_share(stems, weights), mention.share),
        written=float(bool(written) and written[0] and 2 * sum(written) >= len(written)),
        early=1 - start / len(claim.stems) if start >= 0 else 0.0,
        year=0.0,
        ngram=0.0,
        links=0.0,
    )


def _linked(titles: Collection[str], source: Source) -> dict[str, float]:
    """Title -> the share of the other pages that link to it, directly (redirects are not followed)."""
    having: Counter[str] = Counter()
    for title in titles:
        if page := source.page(title):
            having.update(linked_names(title, json.dumps(page_to_json(page), ensure_ascii=False)))
    return {title: having[title] / max(len(titles) - 1, 1) for title in titles}


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
