"""Choose sentences one by one: by score, what they add to the claim's words, and how many their page has already.

    own(w)   = half the share of w's idf among pages, and half that of its idf among the sentences of the pages found
    score    = BM25F score + own_words * sum of own(w) over the claim's words in the sentence itself
    next     = the greatest of  score + coverage * sum of own(w) over words not yet covered
               - repeated_page * rivalry * sentences that its page has among those chosen
               + goes_on * score of the sentence before, where that is chosen and this one goes on from it
    rivalry  = 1 where the claim names several pages, else score of the second best page / score of the best page

The idf among sentences keeps the words that every sentence of these pages has from deciding between them, and a claim
over several pages needs sentences of each. A claim about one page names no other and has no second page near the best:
it may take all its sentences from there. A sentence that begins with "He" or "However" goes on about what the one
before says, often without the claim's words.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from baseline.candidates import PageCandidate, PassageCandidate
from baseline.config import Passages
from baseline.passages.split import Passage
from baseline.words import Weights
from corpus.page.element_id import full_id, local_id, parse
from search.bm25 import idf

CHOSEN_FROM = 60  # sentences with the best scores
_GOES_ON = re.compile(
    r"(he|she|it|they|this|these|those|his|her|its|their|however|both|afterwards?|then"
    r"|the (latter|former|result|team|two|decision|following))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Scored:
    """A sentence that may be chosen: `own` are the claim's words in it, `covered` these and those of its title."""

    candidate: PassageCandidate
    own: frozenset[str]
    covered: frozenset[str]


def scored(candidate: PassageCandidate, passage: Passage, weights: Weights) -> Scored:
    """A candidate with its words of the claim."""
    own = frozenset(stem for part in passage.parts for stem in part) & weights.idf.keys()
    return Scored(candidate, own, own | (frozenset(passage.title) & weights.idf.keys()))


def rivalry(pages: Sequence[PageCandidate]) -> float:
    """1 where the claim names several pages, else the second best page's score as a share of the best one's, 0 to 1."""
    if len({page.name for page in pages if page.name}) > 1:
        return 1.0
    best, second = sorted([0.0, 0.0, *(page.score for page in pages)], reverse=True)[:2]
    return second / best if best else 0.0


def chosen(
    sentences: Sequence[Scored], count: int, weights: Weights, config: Passages, keep: int, rival: float = 1.0
) -> list[PassageCandidate]:
    """Order all sentences: the best `keep` by choice, then the others by score, with what their own words add.

    `count` is the number of sentences on the pages found, those without a word of the claim as well; `rival` the
    rivalry of these pages.
    """
    repeated = config.repeated_page * rival
    values = _word_values(sentences, count, weights)
    open_ = [replace(one, candidate=replace(one.candidate, score=_score(one, values, config))) for one in sentences]
    open_.sort(key=lambda one: -one.candidate.score)
    most = max(CHOSEN_FROM, keep)
    open_, others = open_[:most], open_[most:]
    covered: frozenset[str] = frozenset()
    of_page: Counter[str] = Counter()
    next_to: dict[str, float] = {}  # the sentence after each chosen one -> what it is given if it goes on
    found: list[PassageCandidate] = []
    while open_ and len(found) < keep:
        gains = [
            one.candidate.score
            + config.coverage * _sum(one.covered - covered, values)
            - repeated * of_page[one.candidate.page]
            + (next_to.get(one.candidate.element, 0.0) if _GOES_ON.match(one.candidate.text) else 0.0)
            for one in open_
        ]
        best = open_.pop(gains.index(max(gains)))
        covered |= best.covered
        of_page[best.candidate.page] += 1
        next_to[_next_sentence(best.candidate)] = config.goes_on * best.candidate.score
        found.append(best.candidate)
    return [*found, *(one.candidate for one in (*open_, *others))]


def _next_sentence(one: PassageCandidate) -> str:
    """The id of the sentence after this one, whether the page has it or not."""
    place = parse(one.element)
    return full_id(one.page, local_id(place.kind, place.numbers[0] + 1))


def _score(one: Scored, values: Mapping[str, float], config: Passages) -> float:
    return one.candidate.score + config.own_words * _sum(one.own, values)


def _word_values(sentences: Sequence[Scored], count: int, weights: Weights) -> dict[str, float]:
    """Word of the claim -> its share, from 0 to 1 in sum."""
    having = Counter(word for one in sentences for word in one.own)
    local = {word: idf(count, having[word]) for word in weights.idf}
    total = sum(local.values()) or 1.0
    return {
        word: (of_pages / (weights.total or 1.0) + local[word] / total) / 2 for word, of_pages in weights.idf.items()
    }


def _sum(words: frozenset[str], values: Mapping[str, float]) -> float:
    return math.fsum(values[word] for word in words)
