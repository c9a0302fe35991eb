"""The index of introductions of a corpus of the database: ATTEST_DATA_DIR/introductions/SLUG.

One of texts folded to the nearest ASCII is kept apart, in introductions-ascii/SLUG.

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
from baseline.entity_tfidf.index import Introductions, NoIntroductions, indexed_text, open_folder
from corpus.models import Corpus, StoredPage
from corpus.page.page_json import page_from_json
from search.indexing.build import build_lock
from search.indexing.state import fingerprint

SCHEMA_VERSION = 2  # raise it when `ngrams` or the files change
BATCH = 500

Progress = Callable[[int, int], None]  # pages done, pages in all


@dataclass(frozen=True, slots=True)
class BuiltIntroductions:
    """Pages and postings of an index, and the seconds it took: 0 where it was up to date."""

    pages: int
    postings: int
    seconds: float


def open_introductions(corpus: Corpus, *, is_ascii: bool = False) -> Introductions:
    """The index in use. Raises NoIntroductions where there is none, or one of another version.

    It may be older than the corpus: pages that are gone are passed over, new ones are not found by their introductions.
    """
    folder = folder_of(corpus, is_ascii=is_ascii)
    known = _current(folder)
    remedy = f"Run: python manage.py index_introductions --corpus {corpus.slug}{' --ascii' if is_ascii else ''}"
    if not known:
        raise NoIntroductions(f"The introductions of {corpus.slug} are not indexed. {remedy}")
    if known["schema"] != SCHEMA_VERSION:
        raise NoIntroductions(f"The index of the introductions of {corpus.slug} is of another version. {remedy}")
    try:
        return open_folder(folder / str(known["folder"]), is_ascii=is_ascii)
    except (OSError, ValueError, EOFError) as error:
        raise NoIntroductions(f"The index of the introductions of {corpus.slug} is damaged. {remedy}") from error


def index_introductions(
    corpus: Corpus, progress: Progress | None = None, *, force: bool = False, is_ascii: bool = False
) -> BuiltIntroductions:
    """Index the introductions of a corpus unless that is done. Raises BuildInProgress and NoIntroductions.

    An interrupted build goes on where it was, if the corpus is still the same.
    """
    started = time.monotonic()
    folder = folder_of(corpus, is_ascii=is_ascii)
    with build_lock(folder / "lock", f"Another process is indexing the introductions of {corpus.slug}."):
        now, known = f"{SCHEMA_VERSION}-{fingerprint(corpus)[:32]}", _current(folder)
        if known and known["fingerprint"] == now and not force:
            return BuiltIntroductions(int(known["pages"]), int(known["postings"]), 0.0)
        _remove_others(folder, {"shards-" + now, *([str(known["folder"])] if known else [])})
        total = corpus.pages.count()
        shards = write_shards(
            folder / f"shards-{now}",
            lambda key: _rows_after(corpus, key, is_ascii=is_ascii),
            (lambda done: progress(done, total)) if progress else lambda done: None,
        )
        name, pages = f"index-{time.time_ns()}", sum(shard.pages for shard in shards)
        postings = merge(shards, folder / name)
        made = {"schema": SCHEMA_VERSION, "folder": name, "fingerprint": now, "pages": pages, "postings": postings}
        (folder / "next.json").write_text(json.dumps(made), encoding="utf-8")
        os.replace(folder / "next.json", folder / "current.json")
        _remove_others(folder, {name})
    return BuiltIntroductions(pages, postings, time.monotonic() - started)


def folder_of(corpus: Corpus, *, is_ascii: bool = False) -> Path:
    """Where the index of a corpus is kept."""
    return Path(settings.ATTEST_DATA_DIR) / ("introductions-ascii" if is_ascii else "introductions") / corpus.slug


def _rows_after(corpus: Corpus, key: int, *, is_ascii: bool) -> Iterator[Row]:
    rows = StoredPage.objects.filter(corpus=corpus, pk__gt=key).order_by("pk").values_list("pk", "title", "data")
    for number, title, data in rows.iterator(chunk_size=BATCH):
        yield number, title, indexed_text(page_from_json(json.loads(data)), is_ascii=is_ascii)


def _current(folder: Path) -> dict[str, str | int]:
    try:
        known: dict[str, str | int] = json.loads((folder / "current.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known


def _remove_others(folder: Path, kept: set[str]) -> None:
    for each in folder.iterdir():
        if each.is_dir() and each.name not in kept:
            shutil.rmtree(each)
