"""Embedded engine: tantivy, in the data folder, in the process that searches."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

import tantivy
from tantivy import Occur, Query

from search.backend import Entry, IndexMissing, Spelling, Unit
from search.documents import SCHEMA_VERSION, IndexDocument
from search.embedded import dictionary, generations, writer
from search.embedded.generations import Meta
from search.embedded.query_compiler import any_of, compiled, kept_to, with_name_words, with_titles
from search.embedded.schema import LINKS_IN, OTHER_NAMES, OWN_NAME, PAGE, PRIOR, TEXT, entry
from search.hit_rendering import hit, title_of
from search.hits import Results, ScoredHit
from search.provenance import Restriction
from search.query.ast import Query as Wanted
from search.query.wildcards import likely_edits
from search.stemming import stem

ENGINE = "tantivy"
# What a word counts for in ranked retrieval, by where it stands.
RETRIEVAL = {
    "page": {"title": 3.0, "redirects": 1.0, "introduction": 1.0, TEXT: 1.0},
    "introduction": {"title": 2.0, "introduction": 1.0},
}

_SLUG = re.compile(r"[-\w]+")


@dataclass(frozen=True, slots=True)
class _Opened:
    """Generation opened by this process."""

    generation: int
    pages: tantivy.Searcher
    schema: tantivy.Schema
    words: tantivy.Searcher
    words_schema: tantivy.Schema


_opened: dict[Path, _Opened] = {}
_opening = threading.Lock()


@dataclass(frozen=True, slots=True)
class EmbeddedIndex:
    """A corpus's index below `base`; implements `search.backend.SearchBackend`, which says what the methods do."""

    base: Path
    slug: str
    engine: str = ENGINE
    engine_version: str = version("tantivy")

    @property
    def root(self) -> Path:
        """Folder of the corpus."""
        if not _SLUG.fullmatch(self.slug):
            raise ValueError(f"{self.slug!r} is not the short name of a corpus")
        return self.base / self.slug

    # --- Writing -----------------------------------------------------------------------------------------------------

    @property
    def entry(self) -> Callable[[IndexDocument], Entry]:
        """See SearchBackend.entry."""
        return entry

    def index(self, entries: Iterable[Entry], generation: int) -> int:
        """See SearchBackend.index."""
        target = generations.folder(self.root, generation)
        target.mkdir(parents=True)
        return self._sealed(target, lambda: writer.write(target, entries))

    def update(self, entries: Iterable[Entry], gone: Collection[str], generation: int) -> int:
        """See SearchBackend.update."""
        old = generations.folder(self.root, self.check())
        target = generations.folder(self.root, generation)
        generations.copy(old, target)
        return self._sealed(target, lambda: writer.write(target, entries, gone))

    def swap(self, generation: int) -> None:
        """See SearchBackend.swap."""
        self._meta(generation)
        generations.use(self.root, generation)
        generations.remove_old(self.root)

    def delete(self) -> None:
        """See SearchBackend.delete."""
        with _opening:
            _opened.pop(self.root, None)
        shutil.rmtree(self.root, ignore_errors=True)

    # --- Reading -----------------------------------------------------------------------------------------------------

    def search(self, query: Wanted, offset: int, limit: int) -> Results:
        """See SearchBackend.search."""
        index = self._open()
        terms = query.terms
        order = {"order_by_field": LINKS_IN} if query.is_filter_only else {"weight_by_field": PRIOR}
        with self._damage_reported():
            found = index.pages.search(compiled(index.schema, query), limit, offset=offset, **cast(Any, order))
            hits = tuple(hit(index.pages.doc(address)[PAGE][0], terms) for _score, address in found.hits)
        return Results(hits, cast(Any, found).count, "")  # its stub forgets the count

    def retrieve(
        self,
        words: Collection[str],
        limit: int,
        unit: Unit = "page",
        titles: Collection[str] | None = None,
        restriction: Restriction | None = None,
    ) -> tuple[ScoredHit, ...]:
        """See SearchBackend.retrieve."""
        index = self._open()
        parts = any_of(index.schema, words, RETRIEVAL[unit])
        if not parts or (titles is not None and not titles):
            return ()
        wanted = Query.boolean_query(parts)
        with self._damage_reported():
            musts = [] if restriction is None else list(kept_to(index.pages, index.schema, restriction))
            if titles is not None:
                musts.append(with_titles(index.schema, titles))
            if musts:
                wanted = Query.boolean_query([(Occur.Must, each) for each in (wanted, *musts)])
            found = index.pages.search(wanted, limit, count=False)
            return tuple(ScoredHit(_title(index.pages, address), None, score) for score, address in found.hits)

    def frequencies(self, words: Collection[str]) -> tuple[int, Mapping[str, int]]:
        """See SearchBackend.frequencies."""
        pages = self._open().pages
        with self._damage_reported():
            return pages.num_docs, {word: pages.doc_freq(TEXT, stem(word)) for word in words}

    def spellings(self, word: str, edits: int, limit: int) -> tuple[Spelling, ...]:
        """See SearchBackend.spellings."""
        index = self._open()
        with self._damage_reported():
            return dictionary.near(index.words, index.words_schema, word, edits, limit)

    def near_titles(self, beginning: str, limit: int) -> tuple[str, ...]:
        """See SearchBackend.near_titles."""
        index = self._open()
        edits = 1 if len(beginning) < 8 else likely_edits(beginning)
        wanted = Query.boolean_query(
            [
                (Occur.Should, Query.fuzzy_term_query(index.schema, field, beginning, edits, True, True))
                for field in (OWN_NAME, OTHER_NAMES)
            ]
        )
        with self._damage_reported():
            found = index.pages.search(wanted, limit, count=False, order_by_field=LINKS_IN)
            return tuple(_title(index.pages, address) for _links, address in found.hits)

    def titles_with(self, beginnings: Sequence[str], limit: int) -> tuple[str, ...]:
        """See SearchBackend.titles_with."""
        index = self._open()
        if not beginnings:
            return ()
        wanted = with_name_words(index.schema, beginnings)
        with self._damage_reported():
            found = index.pages.search(wanted, limit, count=False, order_by_field=LINKS_IN)
            return tuple(_title(index.pages, address) for _links, address in found.hits)

    def check(self) -> int:
        """See SearchBackend.check."""
        return self._open().generation

    # --- Files -------------------------------------------------------------------------------------------------------

    def _sealed(self, target: Path, write: Any) -> int:
        """Write into the folder and describe it; on any failure leave nothing behind."""
        try:
            count: int = write()
            generations.seal(target, Meta(self.engine, self.engine_version, SCHEMA_VERSION, count))
        except BaseException:
            shutil.rmtree(target, ignore_errors=True)
            raise
        return count

    def _open(self) -> _Opened:
        """Open the active generation, once per process."""
        generation = self._generation()
        with _opening:
            known = _opened.get(self.root)
            if known is None or known.generation != generation:
                known = _opened[self.root] = self._opened_now(generation)
        return known

    def _opened_now(self, generation: int) -> _Opened:
        try:
            self._meta(generation)
        except IndexMissing:
            newer = self._generation()  # two builds may have ended since we looked
            if newer == generation:
                raise
            generation = newer
            self._meta(newer)
        with self._damage_reported():
            folder = generations.folder(self.root, generation)
            index = tantivy.Index.open(str(folder))
            return _Opened(generation, index.searcher(), index.schema, *dictionary.opened(folder))

    def _meta(self, generation: int) -> Meta:
        """Read the metadata of a generation. Raises IndexMissing if it is incomplete or of another version."""
        meta = generations.read_meta(self.root, generation)
        if (meta.engine, meta.engine_version, meta.schema_version) != (ENGINE, self.engine_version, SCHEMA_VERSION):
            reason = (
                f"The search index was made by another version ({meta.engine_version}, schema {meta.schema_version}; "
                f"this is {self.engine_version}, schema {SCHEMA_VERSION})."
            )
            raise IndexMissing(self.slug, reason)
        return meta

    def _generation(self) -> int:
        generation = generations.current(self.root)
        if generation is None:
            raise IndexMissing(self.slug, "This corpus has no search index yet.")
        return generation

    @contextmanager
    def _damage_reported(self) -> Iterator[None]:
        """Turn tantivy errors about unreadable files into IndexMissing."""
        try:
            yield
        except BaseException as error:
            # Rust's panics are no Exception, and their class cannot be imported.
            if isinstance(error, (OSError, ValueError)) or type(error).__name__ == "PanicException":
                raise IndexMissing(self.slug, f"The search index cannot be read ({error}).") from error
            raise


def _title(searcher: tantivy.Searcher, address: tantivy.DocAddress) -> str:
    return title_of(searcher.doc(address)[PAGE][0])
