"""Vectors of pages in files that stay on disk, and the nearest of them.

    vectors.f32       float32 (pages, dimensions), rows of length 1
    titles.txt        UTF-8, a title a line; title_ends.npy int64 (pages): where each line ends
    about.json        {"schema", "corpus", "fingerprint", "weights", "model", "dimensions", "pages"}
    hnsw.faiss        only if asked for: a graph of faiss, approximate and faster

The search is exact, block by block, with numpy; with hnsw.faiss and faiss installed it goes by the graph.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baseline.dense.encoder import Encoder, Vectors
from baseline.entity_tfidf.index import introduction
from baseline.models import NoModel
from corpus.page.elements import Page

SCHEMA_VERSION = 1
BLOCK = 65_536  # rows multiplied at once: 100 MB of 384 dimensions
NEIGHBOURS, EFFORT = 32, 128  # of faiss' graph: M, efSearch (Malkov and Yashunin 2018)


@dataclass(frozen=True, slots=True)
class PageVectors:
    """See the module. `graph` is faiss' index, None for the exact search."""

    about: dict[str, Any]
    rows: Vectors
    titles: NDArray[np.uint8]
    title_ends: NDArray[np.int64]
    graph: Any = None

    def nearest(self, vector: Vectors, k: int) -> list[tuple[str, float]]:
        """(title, cosine) of the k nearest pages, best first; those of one cosine by row. Raises NoModel."""
        if self.graph is not None:
            cosines, found = self.graph.search(vector[np.newaxis], k)
            scores, rows = cosines[0][found[0] >= 0], found[0][found[0] >= 0]
        else:
            scores = np.concatenate(
                [self.rows[start : start + BLOCK] @ vector for start in range(0, len(self.rows), BLOCK)]
                or [np.zeros(0)]
            )
            best = np.argpartition(-scores, k)[:k] if k < len(scores) else np.arange(len(scores))
            rows = best[np.lexsort((best, -scores[best]))]
            bad = np.flatnonzero(~np.isfinite(scores))
            if len(bad):
                raise NoModel(f"The vector of {self.title(int(bad[0]))!r} is no number (NaN). {_remedy(self.about)}")
            scores = scores[rows]
        return [(self.title(int(row)), float(score)) for row, score in zip(rows, scores, strict=True)]

    def title(self, row: int) -> str:
        """The title of a page by its row."""
        start = self.title_ends[row - 1] if row else 0
        return bytes(self.titles[start : self.title_ends[row] - 1]).decode()


def open_vectors(folder: Path) -> PageVectors:
    """The vectors in a folder, mapped into memory. Raises NoModel where they are cut off or of another version."""
    try:
        about = json.loads((folder / "about.json").read_text(encoding="utf-8"))
        if about["schema"] != SCHEMA_VERSION:
            raise NoModel(f"The vectors in {folder} are of another version. {_remedy(about)}")
        shape = (int(about["pages"]), int(about["dimensions"]))
        rows: Vectors = np.memmap(folder / "vectors.f32", np.float32, "r", shape=shape) if shape[0] else np.zeros(
            shape, np.float32
        )  # fmt: skip
        ends = np.load(folder / "title_ends.npy", mmap_mode="r")
        titles = np.memmap(folder / "titles.txt", np.uint8, "r") if shape[0] else np.zeros(0, np.uint8)
        if len(ends) != shape[0] or (folder / "vectors.f32").stat().st_size != 4 * shape[0] * shape[1]:
            raise ValueError("lengths differ")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NoModel(
            f"The vectors in {folder} are missing or damaged ({error}). Run: python manage.py index_vectors"
        ) from error
    return PageVectors(about, rows, titles, ends, _graph(folder))


def vectors_in_memory(pages: Sequence[Page], encoder: Encoder) -> PageVectors:
    """The same of a few pages, without files. Raises NoModel."""
    rows = encoder.encode([f"{page.title}. {introduction(page)}" for page in pages])
    titles = [f"{page.title}\n".encode() for page in pages]
    ends = np.cumsum([len(title) for title in titles], dtype=np.int64)
    return PageVectors({}, rows, np.frombuffer(b"".join(titles), np.uint8), ends)


def write_graph(folder: Path, dimensions: int) -> None:
    """Write hnsw.faiss over the vectors of a folder. Raises NoModel without faiss."""
    try:
        import faiss
    except ImportError as error:
        raise NoModel("The graph needs faiss. Run: pip install faiss-cpu") from error
    graph = faiss.IndexHNSWFlat(dimensions, NEIGHBOURS, faiss.METRIC_INNER_PRODUCT)
    rows = np.memmap(folder / "vectors.f32", np.float32, "r").reshape(-1, dimensions)
    for start in range(0, len(rows), BLOCK):
        graph.add(np.ascontiguousarray(rows[start : start + BLOCK]))
    graph.hnsw.efSearch = EFFORT
    faiss.write_index(graph, str(folder / "hnsw.faiss"))


def _graph(folder: Path) -> Any:
    path = folder / "hnsw.faiss"
    if not path.exists():
        return None
    try:
        import faiss
    except ImportError:
        return None
    try:
        return faiss.read_index(str(path), faiss.IO_FLAG_MMAP)
    except RuntimeError as error:
        raise NoModel(f"{path} cannot be read. Run: python manage.py index_vectors --graph --force") from error


def _remedy(about: dict[str, Any]) -> str:
    return f"Run: python manage.py index_vectors --corpus {about.get('corpus')} --force"
