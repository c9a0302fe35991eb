"""The sentences of a source that support a claim together: each adds words that those before it lack.

    gain(s) = own(s) + NEIGHBOUR * max of own of the sentences beside s + FREQUENCY * BM25(s) / the best BM25
    own(s)  = share of the claim's weight that s has in words, + PAIRS * that in neighbouring words; words that a
              chosen sentence has count COVERED

idf of the shares is that of Wikipedia, idf of BM25 that of the source's sentences. The numbers were chosen on WiCE's
training claims and the tuned half of its dev set (benchmarks/citations/README.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from baseline.citations.claim import Claim
from baseline.citations.lexical import Found, Wanted, find, wanted
from baseline.citations.reading import read_passage, stems_in
from search.bm25 import Bm25, idf

NEIGHBOUR, FREQUENCY, COVERED, PAIRS = 0.3, 0.15, 0.5, 1.5
K1, B = 1.2, 0.75


def supporting_sentences(claim: Claim, sentences: Sequence[str], most: int = 3) -> list[int]:
    """The places of at most so many sentences, best first."""
    if not sentences:
        return []
    want = wanted(claim, of_title=1.0)
    every = [find(want, read_passage(text)) for text in sentences]
    frequencies = bm25_scores(claim, sentences)
    highest = max(frequencies) or 1.0
    left = list(want.weights)
    chosen: list[int] = []
    while len(chosen) < min(most, len(sentences)):
        own = [_own(want, found, left) for found in every]
        gains = [
            one + NEIGHBOUR * max(own[max(place - 1, 0) : place] + own[place + 1 : place + 2], default=0.0)
            + FREQUENCY * frequencies[place] / highest
            for place, one in enumerate(own)
        ]  # fmt: skip
        best = max((place for place in range(len(gains)) if place not in chosen), key=gains.__getitem__)
        chosen.append(best)
        credits = every[best].credits
        left = [weight * (1 - (1 - COVERED) * credit) for weight, credit in zip(left, credits, strict=True)]
    return chosen


def _own(want: Wanted, found: Found, left: Sequence[float]) -> float:
    words = sum(weight * credit for weight, credit in zip(left, found.credits, strict=True))
    pairs = sum(left[place] + left[place + 1] for place in found.pairs if place + 1 < len(left)) / 2
    return (words + PAIRS * pairs) / want.total


def bm25_scores(claim: Claim, sentences: Sequence[str]) -> list[float]:
    """BM25 of each sentence for the claim's words, with the idf of these sentences."""
    texts = [stems_in(text) for text in sentences]
    having = Counter(word for text in texts for word in set(text))
    weights = {word: idf(len(texts), having[word]) for word in stems_in(claim.cited)}
    bm25 = Bm25(K1, B, sum(map(len, texts)) / len(texts) or 1.0)
    return [bm25.score(weights, Counter(text), len(text)) for text in texts]
