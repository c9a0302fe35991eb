"""Passage scores: BM25F over its own words, those around it, and its page's title.

    score = sum over the claim's stems of  idf * tf / (tf + k1 * (1 - b + b * length / average)),  over the sum of idf
    tf    = 1 for each time in the passage, less or more for the title and what stands around (`baseline.toml`)

(Robertson and Zaragoza 2009, section 3.6.) So 1 would be a passage that says every word very often. A table or list is
as good as its best row or item, plus a little for what the others have besides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import fsum

from baseline.config import Passages
from baseline.passages.split import Passage
from baseline.words import ClaimWords, Weights, pairs


def passage_score(passage: Passage, weights: Weights, config: Passages) -> float:
    """Score a passage from 0 to 1. Needs no index: idf is the corpus's own."""
    if not weights.total:
        return 0.0
    title, around = set(passage.title), Counter(passage.around)
    context = {
        one: config.title * (one in title) + config.headings * min(around[one], 1)
        for one in weights.idf
        if one in title or one in around
    }
    best, best_own = 0.0, frozenset[str]()
    found: set[str] = set()
    for part in passage.parts:
        own = weights.idf.keys() & set(part)
        if own:
            found |= own
            score = _part_score(part, own, context, weights, config)
            if score > best:
                best, best_own = score, frozenset(own)
    if not found:
        return 0.0
    others = fsum(weights.idf[one] for one in found - best_own - context.keys())
    return (best + config.other_rows * others) / weights.total


def _part_score(
    part: tuple[str, ...], own: set[str], context: dict[str, float], weights: Weights, config: Passages
) -> float:
    counts = Counter(part)
    length = config.k1 * (1 - config.b + config.b * len(part) / config.average)
    score = 0.0
    for one in own | context.keys():
        tf = counts[one] + context.get(one, 0.0)
        score += weights.idf[one] * tf / (tf + length)
    return score


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
