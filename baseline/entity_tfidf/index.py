"""An inverted index of introductions by hashed n-gram, read from files that stay on disk.

    starts.npy    int64    (2^24 + 1)   where each bucket's postings begin; the differences are document frequencies
    rows.npy      int32    (postings)   the page of a posting, ascending in a bucket
    counts.npy    uint16   (postings)   how often the page's introduction has the n-gram
    lengths.npy   float32  (pages)      the Euclidean length of a page's TF-IDF vector
    sizes.npy     int64    (pages)      the n-grams of a page's introduction, for BM25
    titles.bin    UTF-8, one after the other; title_ends.npy int64 (pages): where each ends

A claim reads the postings of its own n-grams alone and needs 4 bytes of memory a page, 24 for BM25.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baseline.entity_tfidf.nearest_ascii import nearest_ascii
from baseline.entity_tfidf.ngrams import BUCKETS, Floats, Integers, hashed_counts, idf
from corpus.page.elements import Page
from search import bm25
from search.documents import document

ARRAYS = ("starts", "rows", "counts", "lengths", "sizes", "title_ends")
K1, B = 1.2, 0.75  # of BM25


class NoIntroductions(RuntimeError):
    """Introductions that are not indexed; the message gives the command that does it."""


@dataclass(frozen=True, slots=True)
class Introductions:
    """The arrays of an index; see the module. `is_ascii`: texts are folded to the nearest ASCII, claims as well."""

    starts: NDArray[np.int64]
    rows: NDArray[np.int32]
    counts: NDArray[np.uint16]
    lengths: NDArray[np.float32]
    sizes: NDArray[np.int64]
    titles: NDArray[np.uint8]
    title_ends: NDArray[np.int64]
    is_ascii: bool = False

    def rank(self, claim: str, limit: int) -> list[tuple[str, float]]:
        """(title, cosine above 0) of the pages whose introductions are nearest to the claim, best first."""
        buckets, weights = self._vector(claim)
        length = np.linalg.norm(weights)
        if not length:
            return []
        scores = np.zeros(len(self.lengths), dtype=np.float32)
        for start, end, weight in zip(self.starts[buckets], self.starts[buckets + 1], weights, strict=True):
            if weight:  # a page is once in a bucket
                factor = weight * idf(len(self.lengths), np.array(end - start))
                scores[self.rows[start:end]] += factor * np.log1p(self.counts[start:end].astype(np.float32))
        np.divide(scores, self.lengths * length, out=scores, where=scores > 0)
        return self._best(scores, limit)

    def rank_bm25(self, claim: str, limit: int) -> list[tuple[str, float]]:
        """(title, BM25 above 0) of the pages whose introductions fit the claim's n-grams best, best first."""
        buckets, _ = self._vector(claim)
        total = len(self.sizes)
        norm = K1 * (1 - B + B * self.sizes / max(self.sizes.mean(), 1.0))
        scores = np.zeros(total)
        for start, end in zip(self.starts[buckets], self.starts[buckets + 1], strict=True):
            rows, counts = self.rows[start:end], self.counts[start:end].astype(np.float64)
            scores[rows] += bm25.idf(total, int(end - start)) * counts / (counts + norm[rows])
        return self._best(scores, limit)

    def _best(self, scores: NDArray[Any], limit: int) -> list[tuple[str, float]]:
        best = np.argpartition(-scores, limit)[:limit] if limit < len(scores) else np.arange(len(scores))
        best = best[np.lexsort((best, -scores[best]))]
        return [(self.title(row), float(scores[row])) for row in best.tolist() if scores[row] > 0]

    def cosine(self, claim: str, text: str) -> float:
        """The cosine of a claim and an introduction, which need not be in the index, from 0 to 1."""
        (ours, weights), (theirs, others) = self._vector(claim), self._vector(text)
        _, mine, yours = np.intersect1d(ours, theirs, assume_unique=True, return_indices=True)
        scale = np.linalg.norm(weights) * np.linalg.norm(others)
        return float(weights[mine] @ others[yours] / scale) if scale else 0.0

    def title(self, row: int) -> str:
        """The title of a page by its row."""
        start = self.title_ends[row - 1] if row else 0
        return bytes(self.titles[start : self.title_ends[row]]).decode()

    def _vector(self, text: str) -> tuple[Integers, Floats]:
        """(buckets, weights) of a text."""
        counts = hashed_counts([nearest_ascii(text) if self.is_ascii else text])
        buckets = counts.indices.astype(np.int64)
        having = self.starts[buckets + 1] - self.starts[buckets]
        return buckets, np.log1p(counts.data.astype(np.float64)) * idf(len(self.lengths), having)


def introduction(page: Page) -> str:
    """The sentences before the first heading."""
    return " ".join(document(page).introduction)


def indexed_text(page: Page, *, is_ascii: bool) -> str:
    """The introduction as the index has it."""
    text = introduction(page)
    return nearest_ascii(text) if is_ascii else text


def open_folder(folder: Path, *, is_ascii: bool = False) -> Introductions:
    """The index in a folder, mapped into memory."""
    arrays = {name: np.load(folder / f"{name}.npy", mmap_mode="r") for name in ARRAYS}
    return Introductions(titles=np.memmap(folder / "titles.bin", np.uint8, "r"), is_ascii=is_ascii, **arrays)


def index_in_memory(pages: Sequence[Page], *, is_ascii: bool = False) -> Introductions:
    """The same of a few pages, without files."""
    matrix = hashed_counts(indexed_text(page, is_ascii=is_ascii) for page in pages).tocsc()
    titles = [page.title.encode() for page in pages]
    rows, counts = matrix.indices.astype(np.int32), matrix.data.astype(np.uint16)
    starts = matrix.indptr.astype(np.int64)
    factors = np.repeat(idf(len(titles), np.diff(starts)), np.diff(starts))
    squares = np.bincount(rows, (np.log1p(counts) * factors) ** 2, minlength=len(titles))
    sizes = np.bincount(rows, counts, minlength=len(titles)).astype(np.int64)
    ends = np.cumsum([len(title) for title in titles], dtype=np.int64)
    text = np.frombuffer(b"".join(titles), np.uint8)
    assert len(starts) == BUCKETS + 1
    lengths = np.sqrt(squares).astype(np.float32)
    return Introductions(starts, rows, counts, lengths, sizes, text, ends, is_ascii)
