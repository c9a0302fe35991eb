"""Hashed unigrams and bigrams, and their TF-IDF weights, as DrQA has them (Chen et al. 2017, section 3.1).

    weight = log(1 + tf) * max(0, log((N - n + 0.5) / (n + 0.5)))

tf: times in the text; n of the N texts have it. What more than half of the texts have weighs nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from search.query.ast import STOP_WORDS

BUCKETS = 2**24
_TOKEN = re.compile(r"[^\W_]+|\S")  # a word, or one character that is in none

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]


def ngrams(text: str) -> Iterator[str]:
    """Yield the words and the pairs of neighbours in small letters; none with a stop word or punctuation in it."""
    words = _TOKEN.findall(unicodedata.normalize("NFC", text).lower())
    tells = [word not in STOP_WORDS and word[0].isalnum() for word in words]
    yield from (word for word, keep in zip(words, tells, strict=True) if keep)
    for (one, keeps_one), (other, keeps_other) in pairwise(zip(words, tells, strict=True)):
        if keeps_one and keeps_other:
            yield f"{one} {other}"


def hashed_counts(texts: Iterable[str]) -> Any:
    """Count the n-grams of each text: a sparse matrix (texts, BUCKETS) in CSR form, float32 counts from 1 on."""
    from scipy.sparse import csr_matrix
    from sklearn.feature_extraction import FeatureHasher  # its import takes a second

    counted = map(ngrams, texts)
    first = next(counted, None)
    if first is None:
        return csr_matrix((0, BUCKETS), dtype=np.float32)  # what the hasher does not make
    hasher = FeatureHasher(BUCKETS, input_type="string", alternate_sign=False, dtype=np.float32)
    return hasher.transform(chain([first], counted))


def idf(total: int, having: NDArray[Any]) -> Floats:
    """Weigh n-grams by how many of `total` texts have them; from 0 on."""
    return np.maximum(0.0, np.log((total - having + 0.5) / (having + 0.5)))


def cosines(claim: str, texts: Sequence[str]) -> tuple[Floats, NDArray[np.bool_]]:
    """(cosine of the claim and each text from 0 to 1, whether they share an n-gram); idf is that of the texts."""
    counts, size = hashed_counts([claim, *texts]), len(texts) + 1
    rows = np.repeat(np.arange(size), np.diff(counts.indptr))
    buckets, columns = np.unique(counts.indices, return_inverse=True)
    ours = rows == 0
    having = np.bincount(columns[~ours], minlength=len(buckets))
    weights = np.log1p(counts.data.astype(np.float64)) * idf(len(texts), having)[columns]
    asked, asked_weights = np.zeros(len(buckets), dtype=np.bool_), np.zeros(len(buckets))
    asked[columns[ours]], asked_weights[columns[ours]] = True, weights[ours]
    lengths = np.sqrt(np.bincount(rows, weights**2, minlength=size))
    products = np.bincount(rows, weights * asked_weights[columns], minlength=size)[1:]
    shared = np.bincount(rows, asked[columns], minlength=size)[1:] > 0
    scale = lengths[1:] * lengths[0]
    return np.divide(products, scale, out=np.zeros(len(texts)), where=scale > 0), shared
