"""The embedded engine: tantivy, in the data folder, in the process that searches."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

import tantivy

from search import generations
from search.backend import IndexMissing
from search.documents import SCHEMA_VERSION, IndexDocument
from search.generations import Meta, Unusable
from search.hits import Results
from search.query import Query
from search.tantivy_terms import analyzer, compiled, entry, hit, schema

ENGINE = "tantivy"
HEAP = 128_000_000  # bytes the writer fills before it starts a new segment

_SLUG = re.compile(r"[-\w]+")
_opened: dict[Path, tuple[int, tantivy.Searcher, tantivy.Schema]] = {}
_opening = threading.Lock()


@dataclass(frozen=True, slots=True)
class EmbeddedIndex:
    """A corpus's index below `base`; implements `search.backend.SearchBackend`."""

    base: Path
    slug: str
    engine: str = ENGINE
    engine_version: str = version("tantivy")

    @property
    def root(self) -> Path:
        """The corpus's own folder."""
        if not _SLUG.fullmatch(self.slug):
            raise ValueError(f"{self.slug!r} is not the short name of a corpus")
        return self.base / self.slug

    def build(self, documents: Iterable[IndexDocument], generation: int) -> int:
        """See SearchBackend.build."""
        target = generations.folder(self.root, generation)
        target.mkdir(parents=True)
        try:
            count = _write(target, documents)
            meta = Meta(self.engine, self.engine_version, SCHEMA_VERSION, count)
            generations.publish(self.root, generation, meta)
        except BaseException:
            shutil.rmtree(target, ignore_errors=True)
            raise
        generations.remove_old(self.root)
        return count

    def search(self, query: Query, offset: int, limit: int) -> Results:
        """See SearchBackend.search."""
        _generation, searcher, index_schema = self._open()
        wanted = compiled(index_schema, query)
        with self._damage_reported():
            found = searcher.search(wanted, limit, offset=offset)
            hits = tuple(hit(searcher.doc(address), query.terms) for _score, address in found.hits)
        return Results(hits, cast(Any, found).count, "")  # its stub forgets the count

    def check(self) -> int:
        """See SearchBackend.check."""
        return self._open()[0]

    def delete(self) -> None:
        """See SearchBackend.delete."""
        with _opening:
            _opened.pop(self.root, None)
        shutil.rmtree(self.root, ignore_errors=True)

    def _open(self) -> tuple[int, tantivy.Searcher, tantivy.Schema]:
        """The generation in use, opened once per process."""
        try:
            generation = self._generation()
            with _opening:
                known = _opened.get(self.root)
                if known is None or known[0] != generation:
                    known = _opened[self.root] = self._opened_now(generation)
            return known
        except Unusable as error:
            raise IndexMissing(self.slug, str(error)) from error

    def _opened_now(self, generation: int) -> tuple[int, tantivy.Searcher, tantivy.Schema]:
        try:
            meta = generations.read_meta(self.root, generation)
        except Unusable:
            newer = self._generation()  # two builds may have ended since we looked
            if newer == generation:
                raise
            generation, meta = newer, generations.read_meta(self.root, newer)
        if (meta.engine, meta.engine_version, meta.schema_version) != (ENGINE, self.engine_version, SCHEMA_VERSION):
            raise Unusable(
                f"The search index was made by another version ({meta.engine_version}, schema {meta.schema_version}; "
                f"this is {self.engine_version}, schema {SCHEMA_VERSION})."
            )
        with self._damage_reported():
            index = tantivy.Index.open(str(generations.folder(self.root, generation)))
            return generation, index.searcher(), index.schema

    def _generation(self) -> int:
        generation = generations.current(self.root)
        if generation is None:
            raise Unusable("This corpus has no search index yet.")
        return generation

    @contextmanager
    def _damage_reported(self) -> Iterator[None]:
        """Turn what tantivy says about files it cannot read into IndexMissing."""
        try:
            yield
        except BaseException as error:
            # Rust's panics are no Exception, and their class cannot be imported.
            if isinstance(error, (OSError, ValueError)) or type(error).__name__ == "PanicException":
                raise IndexMissing(self.slug, f"The search index cannot be read ({error}).") from error
            raise


def _write(target: Path, documents: Iterable[IndexDocument]) -> int:
    index = tantivy.Index(schema(), str(target))
    index.register_tokenizer("folded", analyzer)
    writer = index.writer(HEAP)
    count = 0
    try:
        for page in documents:
            writer.add_document(entry(page))
            count += 1
        writer.commit()
    finally:
        writer.wait_merging_threads()  # without it they would go on writing into a folder that is being removed
    return count
