"""Does search find the page a person has in mind? The mean reciprocal rank (MRR) of known items.

The reciprocal rank of a query is 1 / the place of its page among the first ten hits, and 0 if it is not there
(Voorhees 1999, "The TREC-8 question answering track report").
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.search.known_items import KINDS, Item, items
from benchmarks.search.wiki import shared_wiki
from search.api import search_in
from search.backend import SearchBackend
from search.embedded.engine import EmbeddedIndex

DEPTH = 10


def main(folder: Path, show: str | None = None) -> None:
    """Print one line a kind of query; with `show`, the queries of that kind that did not come first."""
    pages = shared_wiki(folder).documents()
    index = EmbeddedIndex(folder / "index", "relevance")
    index.delete()
    index.index(map(index.entry, pages), 1)
    index.swap(1)
    print(f"{len(pages):,} pages, {sum(page.size for page in pages) / 1e6:.1f} MB of text")
    print(f"{'query':28} {'queries':>8} {'MRR':>7} {'wanted':>7} {'first':>7} {'ms p50':>7} {'ms p95':>7}")
    for kind, (_make, wanted) in KINDS.items():
        if show and show not in kind:
            continue
        asked = items(kind, pages)
        places, times = ranks(index, asked)
        reciprocal = [1 / place if place else 0 for place in places]
        first = sum(place == 1 for place in places) / len(places)
        mean = sum(reciprocal) / len(reciprocal)
        took = f"{_at(times, 50):7.1f} {_at(times, 95):7.1f}"
        print(f"{kind:28} {len(asked):8,} {mean:7.4f} {wanted:7.2f} {first:7.1%} {took}")
        if show:
            _show(index, asked, places)


def ranks(index: SearchBackend, asked: Sequence[Item]) -> tuple[list[int], list[float]]:
    """Places of the pages (0: not among the first ten), and milliseconds of processor time a query."""
    places, times = [], []
    for item in asked:
        started = time.process_time()
        found = [hit.title for hit in search_in(index, item.query, per_page=DEPTH).hits]
        times.append(1000 * (time.process_time() - started))
        places.append(found.index(item.title) + 1 if item.title in found else 0)
    return places, times


def _at(values: list[float], percent: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def _show(index: SearchBackend, asked: Sequence[Item], places: Sequence[int]) -> None:
    for item, place in zip(asked, places, strict=True):
        if place != 1:
            found = search_in(index, item.query, per_page=3)
            print(f"  {place:2} {item.query!r} for {item.title!r}: {[hit.title for hit in found.hits]} {found.note}")
