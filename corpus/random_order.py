"""Iterate over the pages of a corpus in a random order that depends on a seed and the titles alone."""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Iterator, Sequence

from corpus.models import Corpus, StoredPage
from corpus.page.elements import Layout, Page
from corpus.page.page_json import page_from_json
from corpus.store import layout_of

BATCH = 200


def shuffled_pages(corpus: Corpus, seed: int, left_out: frozenset[str] = frozenset()) -> Iterator[tuple[Page, Layout]]:
    """Every page but those of the `left_out` titles. Holds sixteen bytes a page in memory, and a batch of pages."""
    rows = StoredPage.objects.filter(corpus=corpus).order_by().values_list("pk", "title")
    keys, pks = array("Q"), array("Q")
    for pk, title in rows.iterator(chunk_size=10_000):
        if title not in left_out:
            keys.append(_key(seed, title))
            pks.append(pk)
    yield from _pages([pks[i] for i in sorted(range(len(keys)), key=keys.__getitem__)])


def chosen_pages(corpus: Corpus, seed: int, titles: Sequence[str]) -> Iterator[tuple[Page, Layout]]:
    """The pages of these titles, as they are spelled in the corpus, in the order that `shuffled_pages` gives them."""
    pks: dict[str, int] = {}
    for start in range(0, len(titles), BATCH):
        rows = StoredPage.objects.filter(corpus=corpus, title__in=titles[start : start + BATCH])
        pks.update(rows.values_list("title", "pk"))
    yield from _pages([pks[title] for title in sorted(pks, key=lambda title: _key(seed, title))])


def _key(seed: int, title: str) -> int:
    return int.from_bytes(hashlib.blake2b(f"{seed}\n{title}".encode(), digest_size=8).digest(), "big")


def _pages(pks: Sequence[int]) -> Iterator[tuple[Page, Layout]]:
    for start in range(0, len(pks), BATCH):
        rows = StoredPage.objects.in_bulk(pks[start : start + BATCH])
        for pk in pks[start : start + BATCH]:
            yield page_from_json(json.loads(rows[pk].data)), layout_of(rows[pk])
