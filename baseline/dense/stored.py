"""The vectors of a corpus of the database: ATTEST_DATA_DIR/vectors/SLUG/WEIGHTS, one folder for each encoder.

A folder NAME.part is being written: rows are appended in the order of pages, so that an interrupted run goes on behind
the last whole row. It takes the name NAME when it is complete.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from django.conf import settings

from baseline.dense.encoder import Encoder
from baseline.dense.vectors import SCHEMA_VERSION, PageVectors, open_vectors, write_graph
from baseline.entity_tfidf.index import introduction
from baseline.models import NoModel
from corpus.models import Corpus, StoredPage
from corpus.page.page_json import page_from_json
from search.backend import IndexMissing
from search.indexing.build import build_lock
from search.models import IndexState

BATCH = 256  # pages encoded and written at once

Progress = Callable[[int, int], None]  # pages done, pages in all


@dataclass(frozen=True, slots=True)
class BuiltVectors:
    """Pages with a vector, and the seconds it took: 0 where it was up to date."""

    pages: int
    seconds: float


def stored_vectors(corpus: Corpus, encoder: Encoder) -> PageVectors:
    """The vectors in use. Raises NoModel: none, of another encoder, or of the corpus before its index was rebuilt."""
    remedy = f"Run: python manage.py index_vectors --corpus {corpus.slug}"
    folder = _folder(corpus) / encoder.fingerprint
    if not (folder / "about.json").exists():
        others = sorted(path.parent.name for path in _folder(corpus).glob("*/about.json"))
        have = f" There are vectors of other weights: {', '.join(others)}." if others else ""
        raise NoModel(f"The corpus {corpus.slug} has no vectors of {encoder.name!r}.{have} {remedy}")
    vectors = open_vectors(folder)
    if vectors.about["fingerprint"] != index_fingerprint(corpus):
        raise NoModel(f"The search index of {corpus.slug} was rebuilt since its vectors were made. {remedy}")
    if vectors.rows.shape[1] != encoder.dimensions:
        raise NoModel(
            f"The vectors of {corpus.slug} have {vectors.rows.shape[1]} dimensions, those of {encoder.name!r} "
            f"{encoder.dimensions}. {remedy} --force"
        )
    return vectors


def index_vectors(
    corpus: Corpus, encoder: Encoder, progress: Progress | None = None, *, force: bool = False, graph: bool = False
) -> BuiltVectors:
    """Encode title and introduction of every page unless that is done. Raises BuildInProgress, IndexMissing, NoModel.

    An interrupted run goes on where it was, if the index is still the same.
    """
    started = time.monotonic()
    with build_lock(_folder(corpus) / "lock", f"Another process is making vectors of {corpus.slug}."):
        fingerprint = index_fingerprint(corpus)
        final = _folder(corpus) / encoder.fingerprint
        done = _about(final)
        if done and done["fingerprint"] == fingerprint and not force:
            if graph and not (final / "hnsw.faiss").exists():
                write_graph(final, encoder.dimensions)
            return BuiltVectors(int(str(done["pages"])), 0.0)
        part = final.with_suffix(".part")
        if force or (_about(part) or {}).get("fingerprint") != fingerprint:
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir()
        about: dict[str, object] = {
            "schema": SCHEMA_VERSION, "corpus": corpus.slug, "fingerprint": fingerprint, "model": encoder.name,
            "weights": encoder.fingerprint, "dimensions": encoder.dimensions,
        }  # fmt: skip
        (part / "about.json").write_text(json.dumps(about), encoding="utf-8")
        pages = _append(corpus, encoder, part, progress)
        if graph:
            write_graph(part, encoder.dimensions)
        (part / "about.json").write_text(json.dumps(about | {"pages": pages}), encoding="utf-8")
        shutil.rmtree(final, ignore_errors=True)
        part.rename(final)
    return BuiltVectors(pages, time.monotonic() - started)


def _append(corpus: Corpus, encoder: Encoder, part: Path, progress: Progress | None) -> int:
    """Append what is missing; return the number of pages."""
    row = 4 * encoder.dimensions
    total = StoredPage.objects.filter(corpus=corpus).count()
    with (part / "vectors.f32").open("ab") as vectors, (part / "titles.txt").open("ab") as titles:
        ends = _line_ends(part / "titles.txt")
        done = min(len(ends), vectors.tell() // row)
        vectors.truncate(done * row)
        titles.truncate(int(ends[done - 1]) if done else 0)
        for batch in _batches(corpus, done):
            vectors.write(encoder.encode([text for _title, text in batch]).tobytes())
            titles.write("".join(f"{title}\n" for title, _text in batch).encode())
            vectors.flush()
            titles.flush()
            done += len(batch)
            if progress:
                progress(done, total)
    np.save(part / "title_ends.npy", _line_ends(part / "titles.txt"))
    return done


def _batches(corpus: Corpus, done: int) -> Iterator[list[tuple[str, str]]]:
    """(title, title and introduction) of the pages by primary key, without the first `done`."""
    pages = StoredPage.objects.filter(corpus=corpus).order_by("pk")
    key = pages.values_list("pk", flat=True)[done - 1] if done else 0
    while rows := list(pages.filter(pk__gt=key).values_list("pk", "title", "data")[:BATCH]):
        yield [(title, text_of(title, json.loads(data))) for _pk, title, data in rows]
        key = rows[-1][0]


def text_of(title: str, data: dict[str, Any]) -> str:
    """What is read of a page, from its JSON."""
    return f"{title}. {introduction(page_from_json(data))}"


def _line_ends(path: Path) -> np.ndarray:
    return np.flatnonzero(np.fromfile(path, np.uint8) == ord("\n")).astype(np.int64) + 1


def index_fingerprint(corpus: Corpus) -> str:
    """Names the version of a corpus that can be searched. Raises IndexMissing."""
    found = IndexState.objects.filter(corpus=corpus).values_list("fingerprint", flat=True).first()
    if found is None:
        raise IndexMissing(corpus.slug, "This corpus has no search index yet.")
    return found


def _folder(corpus: Corpus) -> Path:
    return Path(settings.ATTEST_DATA_DIR) / "vectors" / corpus.slug


def _about(folder: Path) -> dict[str, object] | None:
    try:
        about: dict[str, object] = json.loads((folder / "about.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return about
