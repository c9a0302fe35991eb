"""Vectors of texts without a checkpoint: latent semantic analysis of a corpus (Deerwester and others 1990, section 4).

    x(t, d) = log(1 + tf) idf,  idf = log(1 + (N - n + 1/2) / (n + 1/2));  rows of X of length 1
    X ~ U S V^T                 truncated singular value decomposition, 256 dimensions
    v(text) = x(text) V         any text is folded in; vectors of length 1 (of 0, if no word of it is known)

Words are folded and stemmed as in search; stop words, and what one page alone has, are left out. Texts of the corpus
are titles with introductions. Files of a fitted model, of which a text reads the rows of its own words alone:

    words.npy         uint64 (words), ascending: hashes of the stems
    idf.npy           float32 (words)
    projection.f32    float32 (words, dimensions): V
    about.json        {"schema", "fingerprint" of words and counts, "dimensions", "words", "pages", ...}
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baseline.dense.encoder import Encoder, Vectors
from baseline.models import NoModel
from baseline.words import STOP_STEMS, stems_of

Hashes: TypeAlias = NDArray[np.uint64]
Integers: TypeAlias = NDArray[np.int64]

NAME = "lsa"  # in the place of a folder of weights
SCHEMA_VERSION = 1
DIMENSIONS = 256
MOST_WORDS = 100_000  # those that most pages have: 100 MB of 256 dimensions
LEAST_PAGES = 2  # with a word
SEED, OVERSAMPLES, ITERATIONS = 0, 16, 5  # of the randomised decomposition (Halko and others 2011)


@dataclass(frozen=True, slots=True)
class Lsa:
    """A fitted model; see the module."""

    about: Mapping[str, Any]
    words: Hashes
    idf: Vectors
    projection: Vectors

    @property
    def fingerprint(self) -> str:
        """Names the vocabulary and its counts."""
        return str(self.about["fingerprint"])

    @property
    def encoder(self) -> Encoder:
        """The same as an encoder, for whatever takes one."""
        return Encoder(NAME, self.projection.shape[1], self.fingerprint, self.fold_in)

    def fold_in(self, texts: Sequence[str]) -> Vectors:
        """(texts, dimensions), of length 1; 0 where no word is known."""
        from scipy.sparse import csr_array

        rows, hashes, counts, size = _bags(texts)
        matrix = _weighted(rows, hashes, counts, self.words, self.idf, size)
        used, columns = np.unique(matrix.indices, return_inverse=True)  # the rows of V that are read from the disk
        found = csr_array((matrix.data, columns, matrix.indptr), (size, len(used))) @ np.asarray(self.projection[used])
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        unit: Vectors = np.divide(found, lengths, out=np.zeros_like(found), where=lengths > 0)
        return unit


def fit(texts: Iterable[str], dimensions: int = DIMENSIONS) -> Lsa:
    """The model of these texts, the same for the same texts. Raises NoModel where they have too few words.

    There are fewer dimensions where there are fewer texts or words. Imports scikit-learn: for commands and jobs.
    """
    rows, hashes, counts, size = _bags(texts)
    known, having = np.unique(hashes, return_counts=True)
    kept = np.flatnonzero(having >= LEAST_PAGES)
    kept = np.sort(kept[np.argsort(-having[kept], kind="stable")[:MOST_WORDS]])
    words, having = known[kept], having[kept].astype(np.int64)
    most = min(dimensions, size - 1, len(words) - 1)
    if most < 1:
        raise NoModel(f"LSA needs two pages or more that share two words or more; there are {size:,} pages.")
    idf = np.log1p((size - having + 0.5) / (having + 0.5)).astype(np.float32)
    projection = _decomposed(_weighted(rows, hashes, counts, words, idf, size), most)
    digest = hashlib.sha256(words.tobytes() + having.tobytes() + f"{size} {most}".encode())
    about = {
        "schema": SCHEMA_VERSION, "fingerprint": f"{NAME}-{digest.hexdigest()[:16]}", "dimensions": most,
        "words": len(words), "pages": size,
    }  # fmt: skip
    return Lsa(about, words, idf, projection)


def save_lsa(lsa: Lsa, folder: Path, **about: object) -> None:
    """Write the files of a model; about.json, with what else is to stand there, comes last."""
    np.save(folder / "words.npy", lsa.words)
    np.save(folder / "idf.npy", lsa.idf)
    np.ascontiguousarray(lsa.projection, np.float32).tofile(folder / "projection.f32")
    (folder / "about.json").write_text(json.dumps({**lsa.about, **about}), encoding="utf-8")


def open_lsa(folder: Path, remedy: str) -> Lsa:
    """The model in a folder, mapped into memory. Raises NoModel where it is missing, cut off or of another version."""
    try:
        about = json.loads((folder / "about.json").read_text(encoding="utf-8"))
        if about["schema"] != SCHEMA_VERSION:
            raise NoModel(f"The LSA in {folder} is of another version. {remedy}")
        shape = (int(about["words"]), int(about["dimensions"]))
        projection = np.memmap(folder / "projection.f32", np.float32, "r", shape=shape)
        words, idf = (np.load(folder / name, mmap_mode="r") for name in ("words.npy", "idf.npy"))
        if (
            len(words) != shape[0]
            or len(idf) != shape[0]
            or projection.nbytes != (folder / "projection.f32").stat().st_size
        ):
            raise ValueError("lengths differ")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NoModel(f"The LSA in {folder} is missing or damaged ({error}). {remedy}") from error
    return Lsa(about, words, idf, projection)


def _decomposed(matrix: Any, dimensions: int) -> Vectors:
    """V: (words, dimensions)."""
    from sklearn.utils.extmath import randomized_svd  # its import takes a second

    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    matrix.data /= np.repeat(np.maximum(lengths, 1e-12), np.diff(matrix.indptr)).astype(np.float32)
    _, _, found = randomized_svd(
        matrix, dimensions, n_oversamples=OVERSAMPLES, n_iter=ITERATIONS, random_state=SEED, flip_sign=True
    )
    return np.ascontiguousarray(found.T, np.float32)


def _weighted(rows: Integers, hashes: Hashes, counts: Vectors, words: Hashes, idf: Vectors, size: int) -> Any:
    """log(1 + tf) idf of the known words: a sparse matrix (texts, words)."""
    from scipy.sparse import csr_array

    places = np.minimum(np.searchsorted(words, hashes), len(words) - 1)
    known = words[places] == hashes
    values = np.log1p(counts[known]) * idf[places[known]]
    return csr_array((values, (rows[known], places[known])), shape=(size, len(words)), dtype=np.float32)


def _bags(texts: Iterable[str]) -> tuple[Integers, Hashes, Vectors, int]:
    """(text, hash of a stem, times) of the words of all texts, one after the other, and the number of texts."""
    bags = [
        np.unique(np.array([_hash(stem) for stem in stems_of(text) if stem not in STOP_STEMS], np.uint64),
                  return_counts=True)
        for text in texts
    ]  # fmt: skip
    rows = np.repeat(np.arange(len(bags)), [len(hashes) for hashes, _ in bags])
    hashes = np.concatenate([np.zeros(0, np.uint64), *(hashes for hashes, _ in bags)])
    counts = np.concatenate([np.zeros(0), *(counts for _, counts in bags)]).astype(np.float32)
    return rows, hashes, counts, len(bags)


@lru_cache(maxsize=200_000)
def _hash(stem: str) -> int:
    return int.from_bytes(hashlib.blake2b(stem.encode(), digest_size=8).digest(), "little")
