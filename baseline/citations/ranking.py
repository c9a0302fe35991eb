"""The order of the pages that a search found for a claim: what of it the page says, and what its best passage says.

    score = BM25(page) + BM25(best passage), both over the claim's words, divided by the sum of their weights
    weight of a word = idf * factor; factors are 1 in the sentence, and those of `FACTORS` in the article's title, its
    sections and the sentences before; the largest of a word that stands in several

A search engine weighs a page's length by the average of its corpus, in which whole articles and single paragraphs lie
side by side; here the average is that of web articles. The factors were chosen on one half of WiCE's dev set, the other
half is reported (`benchmarks/citations`). No Django.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from operator import itemgetter
from typing import Any, NamedTuple

from baseline.citations.claim import Claim
from baseline.words import without_parenthesis
from search.bm25 import Bm25, idf
from search.folding import fold
from search.passages import BM25, CountedPassage, counted_passages
from search.query.ast import STOP_WORDS
from search.stemming import stem

TITLE, SECTIONS, BEFORE = FACTORS = (2.0, 0.25, 0.4)
PAGE = Bm25(k1=1.2, b=0.75, average=1_400.0)  # words of a page of WiCE's tuning half
KEPT_WORDS = 500_000  # of pages that were counted: about 40 MB
MOST_WORDS = 150  # different words of a claim, which may be a whole list; those farthest from the mark are left out


class Ranked(NamedTuple):
    """A page's score, from 0 up to 2, its passages, and which of them is the best."""

    score: float
    passages: Sequence[CountedPassage]
    best: int = 0


@dataclass(slots=True)
class Kept:
    """The counted passages of pages that were read last, by key: claims of one article find the same pages."""

    most: int = KEPT_WORDS
    words: int = 0
    pages: OrderedDict[int, tuple[CountedPassage, ...]] = field(default_factory=OrderedDict)

    def get(self, key: int) -> tuple[CountedPassage, ...] | None:
        """The passages of a page, None where they are not kept."""
        if key not in self.pages:
            return None
        self.pages.move_to_end(key)
        return self.pages[key]

    def add(self, key: int, page: Mapping[str, Any]) -> tuple[CountedPassage, ...]:
        """Count and keep the passages of a page (its JSON, read); those not asked for longest give way."""
        found = self.pages[key] = tuple(counted_passages(page))
        self.words += _length(found)
        while self.words > self.most and len(self.pages) > 1:
            _, oldest = self.pages.popitem(last=False)
            self.words -= _length(oldest)
        return found


def claim_factors(claim: Claim) -> dict[str, float]:
    """The telling words of a claim, folded, with the factor of where they stand."""
    found: dict[str, float] = {}
    parts = ((without_parenthesis(claim.title), TITLE), (claim.cited, 1.0), (" ".join(claim.sections), SECTIONS))
    for text, factor in (*parts, *((text, BEFORE) for text in reversed(claim.before))):
        for word in fold(text).split():
            if word not in STOP_WORDS and (word in found or len(found) < MOST_WORDS):
                found[word] = max(factor, found.get(word, 0.0))
    return found


def stem_weights(factors: Mapping[str, float], frequencies: tuple[int, Mapping[str, int]]) -> dict[str, float]:
    """Stem -> weight; `frequencies` as of `search.api.frequencies_of`, added up where several corpora are searched."""
    total, having = frequencies
    weights: dict[str, float] = {}
    for word, factor in factors.items():
        weight = factor * idf(total, having.get(word, 0))
        weights[stem(word)] = max(weight, weights.get(stem(word), 0.0))
    return weights


def added(frequencies: Collection[tuple[int, Mapping[str, int]]]) -> tuple[int, Mapping[str, int]]:
    """The frequencies of words in several corpora together."""
    having: Counter[str] = Counter()
    for _total, one in frequencies:
        having.update(one)
    return sum(total for total, _ in frequencies), having


def ranked(passages: Sequence[CountedPassage], weights: Mapping[str, float]) -> Ranked:
    """Score a page by its passages."""
    counts: Counter[str] = Counter()
    best, place = 0.0, 0
    for at, passage in enumerate(passages):
        own = {one: passage.counts[one] for one in weights if one in passage.counts}
        if own:
            counts.update(own)
            score = BM25.score({one: weights[one] for one in own}, own, passage.length)
            best, place = max((best, place), (score, at), key=itemgetter(0))
    total = fsum(weights.values())
    score = PAGE.score(weights, counts, _length(passages)) + best
    return Ranked(score / total if total else 0.0, passages, place)


def _length(passages: Sequence[CountedPassage]) -> int:
    return sum(one.length for one in passages)
