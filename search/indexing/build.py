"""Build title keys and full-text index of a corpus."""

from __future__ import annotations

import fcntl
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from corpus.bulk_writing import rare_checkpoints
from corpus.models import Corpus, StoredPage
from corpus.parallel import in_order
from corpus.store import tokenised
from search.backend import Entry, IndexMissing, SearchBackend
from search.documents import SCHEMA_VERSION
from search.engines import get_backend
from search.indexing import index_manifest
from search.indexing.anchors import AnchorCounts
from search.indexing.entries import MakeEntries, PageRow, index_document
from search.indexing.page_source import BATCH, count_links, pages_of, rows_to_index, web_rows
from search.indexing.popularity import LinkCounts
from search.indexing.state import fingerprint, index_state
from search.indexing.title_updates import change_keys
from search.indexing.update import Update, update_since
from search.models import IndexState
from search.query.ast import LinksTo, Query
from search.titles import keys
from search.titles.key_forms import KeyRow

Progress = Callable[[int, int], None]  # pages done, pages in all
KEYS_AT_ONCE = 5_000  # of a transaction: each writes the whole of every part of the table that it touches


class BuildInProgress(Exception):
    """Another process is building the index of this corpus."""


@dataclass(frozen=True, slots=True)
class Built:
    """Result of a build: pages in the index, and pages indexed or removed; None if it was up to date."""

    pages: int
    changed: int
    seconds: float

    @property
    def skipped(self) -> bool:
        """Return whether the index was up to date."""
        return not self.changed and not self.seconds


def build_index(corpus: Corpus, progress: Progress | None = None, *, force: bool = False, workers: int = 1) -> Built:
    """Update title keys and full-text index if they are outdated. Raises BuildInProgress.

    After an import only what changed is indexed, if that is little; with `force`, and when the index is of another
    version or damaged, everything is, read by so many `workers`. People go on searching the old index until the new
    one is whole. An interrupted build leaves the old one in use; the next build removes what it left.
    """
    started = time.monotonic()
    message = f"The index of {corpus.slug} is being built by another process."
    with build_lock(_folder() / f"{corpus.slug}.lock", message):
        old = IndexState.objects.filter(corpus=corpus).first()
        if old is not None and not force and index_state(corpus).status == "fresh":
            return Built(old.pages, 0, 0.0)
        keys.remove_others(corpus, old.names if old else None)
        backend = get_backend(corpus)
        indexed = fingerprint(corpus)  # before reading: what changes meanwhile makes the new index stale
        update = None if old is None or force or not _can_be_updated(backend, old) else update_since(corpus, old.names)
        if old is not None and update is not None:
            pages, changed = _update(corpus, backend, old, indexed, update), update.size
        else:
            pages = changed = _build(corpus, backend, indexed, progress, workers)
    return Built(pages, changed, time.monotonic() - started)


def _build(corpus: Corpus, backend: SearchBackend, indexed: str, progress: Progress | None, workers: int) -> int:
    """Build everything from scratch; return the number of pages."""
    generation = time.time_ns()
    total = StoredPage.objects.filter(corpus=corpus).count()
    with rare_checkpoints(), _scratch_folder(corpus) as folder:
        index_manifest.record_names(corpus, generation)
        links, anchors = LinkCounts(folder), AnchorCounts(folder)
        count_links(corpus, links, anchors, workers)
        made = in_order(MakeEntries(backend.entry), rows_to_index(corpus, links), workers)
        pages = backend.index(_counted(_with_keys(corpus, generation, made), total, progress), generation)
        keys.write_crowded(corpus, generation)
        keys.add_anchors(corpus, generation, anchors.found(total))
    backend.swap(generation)
    _save_state(corpus, backend, generation, generation, indexed, pages)
    keys.remove_others(corpus, generation)
    return pages


def _with_keys(corpus: Corpus, generation: int, batches: Iterable[tuple[list[Entry], list[KeyRow]]]) -> Iterator[Entry]:
    """Yield the entries of all batches, and write their keys, some thousands a transaction."""
    waiting: list[KeyRow] = []

    def write() -> None:
        with transaction.atomic():
            keys.add(corpus, generation, waiting)
        waiting.clear()

    for entries, key_rows in batches:
        waiting += key_rows
        if len(waiting) >= KEYS_AT_ONCE:
            write()
        yield from entries
    write()


def _update(corpus: Corpus, backend: SearchBackend, old: IndexState, indexed: str, update: Update) -> int:
    """Index only what changed; return the number of pages."""

    def links_in(title: str, redirects: Sequence[str]) -> int:
        return backend.search(Query(((LinksTo((title, *redirects)),),)), 0, 1).total

    generation = time.time_ns()
    tokens, web = tokenised(corpus.pk, update.again), web_rows(corpus, sorted(update.again))
    rows = (
        PageRow(*stored, names, [], links_in(stored[0], names), stored[0] in tokens, web.get(stored[0]))
        for stored, names in pages_of(corpus, sorted(update.again))
    )
    changed = (backend.entry(index_document(row)) for row in rows)
    pages = backend.update(changed, update.gone, generation)
    with transaction.atomic():  # suggestions and hits change together, but for the blink of the swap
        change_keys(corpus, old.names, update, lambda title: links_in(title, []))
        index_manifest.mark_indexed(corpus, old.names, update.changes)
        _save_state(corpus, backend, generation, old.names, indexed, pages)
        backend.swap(generation)
    return pages


def _save_state(corpus: Corpus, backend: SearchBackend, generation: int, names: int, indexed: str, pages: int) -> None:
    made = {
        "generation": generation,
        "names": names,
        "engine": backend.engine,
        "engine_version": backend.engine_version,
        "schema_version": SCHEMA_VERSION,
        "fingerprint": indexed,
        "pages": pages,
        "built_at": timezone.now(),
    }
    IndexState.objects.update_or_create(corpus=corpus, defaults=made)


def _can_be_updated(backend: SearchBackend, state: IndexState) -> bool:
    """Return whether the active index matches the state and this version."""
    if (state.engine, state.engine_version, state.schema_version) != (
        backend.engine, backend.engine_version, SCHEMA_VERSION
    ):  # fmt: skip
        return False
    try:
        return backend.check() == state.generation
    except IndexMissing:
        return False


def _counted(pages: Iterator[Entry], total: int, progress: Progress | None) -> Iterator[Entry]:
    """Yield the entries and report progress."""
    done = 0
    for done, page in enumerate(pages, 1):
        yield page
        if progress and done % BATCH == 0:
            progress(done, total)
    if progress and done % BATCH:
        progress(done, total)


@contextmanager
def build_lock(path: Path, message: str) -> Iterator[None]:
    """Hold a lock file; the system releases it when this process ends in any way. Raises BuildInProgress."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BuildInProgress(message) from error
        yield


@contextmanager
def _scratch_folder(corpus: Corpus) -> Iterator[Path]:
    """An empty folder for the counts of links; what a killed build left in it is removed."""
    folder = _folder() / f"{corpus.slug}.links"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _folder() -> Path:
    folder = Path(settings.ATTEST_DATA_DIR) / "index"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
