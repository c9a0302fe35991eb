"""Similarities of a claim and its candidates to the anchors: what HybRank reads, and all that it reads of their texts.

Channels: BM25, in which the texts of the anchors are ranked for the claim and for each candidate as a question, with
idf over the candidates, as a share of the greatest; and the product of vectors of length 1. Each is kept as a softmax
over the anchors and as the place between the least and the greatest of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from baseline.dense.encoder import Encoder, Vectors
from baseline.rerank.transformer import softmax
from baseline.words import STOP_STEMS, stems_of
from search.bm25 import Bm25, idf

FEATURES = 4
SHARPNESS = 8.0  # factor before the softmax
K1, B = 1.2, 0.75
MOST_WORDS = 300  # of a text


def similarities(claim: str, texts: Sequence[str], anchors: int, encoder: Encoder) -> Vectors:
    """float32 (1 + candidates, anchors, FEATURES): the claim first; the anchors are the first candidates.

    There are fewer anchors where there are fewer candidates; at least one. Raises NoModel.
    """
    vectors = encoder.encode([claim, *texts])
    words = lexical(claim, texts, anchors)
    words /= np.maximum(words.max(axis=1, keepdims=True), 1e-6)
    return features(words, vectors @ vectors[1 : 1 + anchors].T)


def features(words: Vectors, vectors: Vectors) -> Vectors:
    """Both norms of both channels, each with values from about 0 to 1: (..., FEATURES)."""
    return np.stack([norm(channel) for channel in (words, vectors) for norm in (_soft, _placed)], axis=-1)


def lexical(claim: str, texts: Sequence[str], anchors: int) -> Vectors:
    """The BM25 scores of the anchors for the claim and for each candidate: (1 + candidates, anchors)."""
    from scipy.sparse import csr_array

    bags = [Counter(stem for stem in stems_of(text)[:MOST_WORDS] if stem not in STOP_STEMS) for text in (claim, *texts)]
    places: dict[str, int] = {}
    columns = np.array([places.setdefault(word, len(places)) for bag in bags for word in bag], np.int64)
    counts = np.array([count for bag in bags for count in bag.values()], np.float32)
    ends = np.cumsum([0, *map(len, bags)])
    shape = (len(bags), max(len(places), 1))
    having = np.bincount(columns[ends[1] :], minlength=shape[1])
    weights = np.array([idf(len(texts), int(count)) for count in having], np.float32)
    asked = csr_array((weights[columns], columns, ends), shape)
    lengths = np.array([bag.total() for bag in bags[1:]], np.float32)
    scorer = Bm25(K1, B, float(lengths.mean()) or 1.0)
    first, last = ends[1], ends[1 + min(anchors, len(texts))]
    norms = np.repeat(scorer.norm(lengths), np.diff(ends[1:]))[: last - first]
    values = counts[first:last] / (counts[first:last] + norms)
    found = csr_array(
        (values, columns[first:last], ends[1 : 2 + min(anchors, len(texts))] - first),
        (min(anchors, len(texts)), shape[1]),
    )
    return np.asarray((asked @ found.T).toarray(), np.float32)


def _soft(values: Vectors) -> Vectors:
    return softmax(values * np.float32(SHARPNESS))


def _placed(values: Vectors) -> Vectors:
    """0 for the least of a row, 1 for the greatest; 0 where all are the same."""
    low, high = values.min(axis=1, keepdims=True), values.max(axis=1, keepdims=True)
    found: Vectors = np.divide(values - low, high - low, out=np.zeros_like(values), where=high > low)
    return found
