"""Make what search reads from what the corpus holds."""

from __future__ import annotations

import fcntl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from corpus.models import Corpus, Redirect, StoredPage
from corpus.store import iter_pages
from search import title_keys
from search.backend import get_backend
from search.documents import SCHEMA_VERSION, IndexDocument, document
from search.models import IndexState
from search.popularity import LinkCounts
from search.state import fingerprint, index_state

BATCH = 200
Progress = Callable[[int, int], None]  # pages done, pages in all


class BuildInProgress(Exception):
    """Another process is building this corpus's index now."""


@dataclass(frozen=True, slots=True)
class Built:
    """What a build did; `skipped` when the index had everything already."""

    pages: int
    seconds: float
    skipped: bool


def build_index(corpus: Corpus, progress: Progress | None = None, *, force: bool = False) -> Built:
    """Build title keys and full-text index anew, unless they have everything already. Raises BuildInProgress.

    People go on searching the old index until the new one is whole. An interrupted build leaves the old one
    in use; the next build removes what it left.
    """
    started = time.monotonic()
    with _alone(corpus):
        if not force and index_state(corpus).status == "fresh":
            return Built(IndexState.objects.get(corpus=corpus).pages, 0.0, skipped=True)
        old = IndexState.objects.filter(corpus=corpus).first()
        title_keys.remove_others(corpus, old.generation if old else None)
        backend = get_backend(corpus)
        generation = time.time_ns()
        indexed = fingerprint(corpus)  # before reading: what changes meanwhile makes the new index stale
        links = LinkCounts()
        pages = backend.build(_documents(corpus, links, progress), generation)
        title_keys.write(corpus, generation, links)
        made = {
            "generation": generation,
            "engine": backend.engine,
            "engine_version": backend.engine_version,
            "schema_version": SCHEMA_VERSION,
            "fingerprint": indexed,
            "pages": pages,
            "built_at": timezone.now(),
        }
        IndexState.objects.update_or_create(corpus=corpus, defaults=made)
        title_keys.remove_others(corpus, generation)
    return Built(pages, time.monotonic() - started, skipped=False)


def _documents(corpus: Corpus, links: LinkCounts, progress: Progress | None) -> Iterator[IndexDocument]:
    """Every page with its redirects; counts links and reports on the way."""
    total = StoredPage.objects.filter(corpus=corpus).count()
    pages = iter_pages(corpus)
    done = 0
    while batch := list(islice(pages, BATCH)):
        redirects = _redirects(corpus, [page.title for page in batch])
        for page in batch:
            links.add_page(page)
            yield document(page, redirects.get(page.title, ()))
        done += len(batch)
        if progress:
            progress(done, total)


def _redirects(corpus: Corpus, titles: list[str]) -> dict[str, list[str]]:
    """Title -> names that redirect to it, in alphabetical order."""
    names: dict[str, list[str]] = {}
    rows = Redirect.objects.filter(corpus=corpus, target__in=titles).order_by("title").values_list("target", "title")
    for target, name in rows:
        names.setdefault(target, []).append(name)
    return names


@contextmanager
def _alone(corpus: Corpus) -> Iterator[None]:
    """Hold the right to build; the system takes it back when this process ends, however it ends."""
    folder = Path(settings.ATTEST_DATA_DIR) / "index"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{corpus.slug}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BuildInProgress(f"The index of {corpus.slug} is being built by another process.") from error
        yield
