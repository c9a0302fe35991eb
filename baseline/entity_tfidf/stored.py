"""The index of introductions of a corpus of the database: ATTEST_DATA_DIR/introductions/SLUG.

`current.json` names the folder in use. A new index is written beside it and replaces it at once; whoever has the old
one open goes on reading that.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from baseline.entity_tfidf.build import Row, merge, write_shards
from baseline.entity_tfidf.index import Introductions, NoIntroductions, introduction, open_folder
from corpus.models import Corpus, StoredPage
from corpus.page.page_json import page_from_json
from search.indexing.build import build_lock
from search.indexing.state import fingerprint

SCHEMA_VERSION = 1  # raise it when `ngrams` or the files change
BATCH = 500

Progress = Callable[[int, int], None]  # pages done, pages in all


@dataclass(frozen=True, slots=True)
class BuiltIntroductions:
    """Pages and postings of an index, and the seconds it took: 0 where it was up to date."""

    pages: int
    postings: int
    seconds: float


def open_introductions(corpus: Corpus) -> Introductions:
    """The index in use. Raises NoIntroductions where there is none, or one of another version.

    It may be older than the corpus: pages that are gone are passed over, new ones are not found by their introductions.
    """
    known = _current(corpus)
    remedy = f"Run: python manage.py index_introductions --corpus {corpus.slug}"
    if not known:
        raise NoIntroductions(f"The introductions of {corpus.slug} are not indexed. {remedy}")
    if known["schema"] != SCHEMA_VERSION:
        raise NoIntroductions(f"The index of the introductions of {corpus.slug} is of another version. {remedy}")
    try:
        return open_folder(folder_of(corpus) / str(known["folder"]))
    except (OSError, ValueError, EOFError) as error:
        raise NoIntroductions(f"The index of the introductions of {corpus.slug} is damaged. {remedy}") from error


def index_introductions(corpus: Corpus, progress: Progress | None = None, *, force: bool = False) -> BuiltIntroductions:
    """Index the introductions of a corpus unless that is done. Raises BuildInProgress and NoIntroductions.

    An interrupted build goes on where it was, if the corpus is still the same.
    """
    started = time.monotonic()
    with build_lock(folder_of(corpus) / "lock", f"Another process is indexing the introductions of {corpus.slug}."):
        now, known = f"{SCHEMA_VERSION}-{fingerprint(corpus)[:32]}", _current(corpus)
        if known and known["fingerprint"] == now and not force:
            return BuiltIntroductions(int(known["pages"]), int(known["postings"]), 0.0)
        folder = folder_of(corpus)
        _remove_others(folder, {"shards-" + now, *([str(known["folder"])] if known else [])})
        total = corpus.pages.count()
        shards = write_shards(
            folder / f"shards-{now}",
            lambda key: _rows_after(corpus, key),
            (lambda done: progress(done, total)) if progress else lambda done: None,
        )
        name, pages = f"index-{time.time_ns()}", sum(shard.pages for shard in shards)
        postings = merge(shards, folder / name)
        made = {"schema": SCHEMA_VERSION, "folder": name, "fingerprint": now, "pages": pages, "postings": postings}
        (folder / "next.json").write_text(json.dumps(made), encoding="utf-8")
        os.replace(folder / "next.json", folder / "current.json")
        _remove_others(folder, {name})
    return BuiltIntroductions(pages, postings, time.monotonic() - started)


def folder_of(corpus: Corpus) -> Path:
    """Where the index of a corpus is kept."""
    return Path(settings.ATTEST_DATA_DIR) / "introductions" / corpus.slug


def _rows_after(corpus: Corpus, key: int) -> Iterator[Row]:
    rows = StoredPage.objects.filter(corpus=corpus, pk__gt=key).order_by("pk").values_list("pk", "title", "data")
    for number, title, data in rows.iterator(chunk_size=BATCH):
        yield number, title, introduction(page_from_json(json.loads(data)))


def _current(corpus: Corpus) -> dict[str, str | int]:
    try:
        known: dict[str, str | int] = json.loads((folder_of(corpus) / "current.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known


def _remove_others(folder: Path, kept: set[str]) -> None:
    for each in folder.iterdir():
        if each.is_dir() and each.name not in kept:
            shutil.rmtree(each)
