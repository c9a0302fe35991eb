"""Passage scores: BM25F (`search/bm25.py`) over its own words, those around it, and its page's title.

The score is divided by the sum of idf over the claim's stems, so that 1 would be a passage that says every word very
often. tf counts 1 for each time in the passage, less or more for the title and what stands around (`baseline.toml`). A
table or list is as good as its best row or item, plus a little for what the others have besides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import fsum

from baseline.config import Passages
from baseline.passages.split import Passage
from baseline.words import ClaimWords, Weights, pairs
from search.bm25 import Bm25


def passage_score(passage: Passage, weights: Weights, config: Passages) -> float:
    """Score a passage from 0 to 1. Needs no index: idf is the corpus's own."""
    title, around = set(passage.title), set(passage.around)
    context = {
        one: config.title * (one in title) + config.headings * (one in around)
        for one in weights.idf
        if one in title or one in around
    }
    return parts_score(passage, weights, context, config)


def parts_score(
    passage: Passage, weights: Weights, context: Mapping[str, float], config: Passages, own_weight: float = 1.0
) -> float:
    """The score of the best part and a little for the others; 0 where no part has a word of the claim.

    `context`: the tf that words around the parts have in each; `own_weight`: that of a word of the part itself.
    """
    if not weights.total:
        return 0.0
    bm25 = Bm25(config.k1, config.b, config.average)
    best, best_own = 0.0, frozenset[str]()
    found: set[str] = set()
    for part in passage.parts:
        own = weights.idf.keys() & set(part)
        if own:
            found |= own
            counts = Counter(part)
            tf = {**context, **{one: own_weight * counts[one] + context.get(one, 0.0) for one in own}}
            score = bm25.score(weights.idf, tf, len(part))
            if score > best:
                best, best_own = score, frozenset(own)
    if not found:
        return 0.0
    others = fsum(weights.idf[one] for one in found - best_own - context.keys())
    return (best + config.other_rows * others) / weights.total


def pair_share(passage: Passage, claim: ClaimWords, weights: Weights) -> float:
    """Weighted share of the claim's word pairs that are adjacent in one row of the passage."""
    wanted = pairs(claim.stems)
    total = fsum(weights.idf[a] + weights.idf[b] for a, b in wanted)
    if not total:
        return 0.0
    of_title = pairs(passage.title)
    return max(
        fsum(weights.idf[a] + weights.idf[b] for a, b in wanted & (pairs(part) | of_title)) / total
        for part in passage.parts
    )


def best_passage(passages: Iterable[Passage], weights: Weights, config: Passages) -> tuple[Passage | None, float]:
    """The best passage of a page and its score; None and 0 where no passage has a word of the claim."""
    best, score = None, 0.0
    for passage in passages:
        mine = passage_score(passage, weights, config)
        if mine > score:
            best, score = passage, mine
    return best, score
