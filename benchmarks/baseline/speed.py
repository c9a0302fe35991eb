"""From a claim to suggestions among 100,000 pages, without weights: processor time and time by the clock.

Pages are made of the sentences of the large pool, put together anew, a table and a list on every fourth.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

from baseline.database_source import StoredPages
from baseline.pipeline import Pipeline
from benchmarks.baseline.pool import LARGE, prepare, read_claims
from corpus.models import Corpus
from corpus.page.element_id import ElementKind, local_id
from corpus.page.elements import Cell, Element, Page, Sentence, Table
from corpus.page.elements import sentences as sentences_of
from corpus.store import PageRecord, iter_pages, save_pages
from search.indexing.build import build_index


def main(folder: Path, pages: int, count: int) -> None:
    """Print the median and the 95th of 100 of so many claims, each asked once with nothing of its pages in memory."""
    corpora = prepare(folder)
    slug = f"speed-{pages}"
    corpus = Corpus.objects.filter(slug=slug).first()
    if corpus is None:
        corpus = Corpus.objects.create(slug=slug, name=slug, source="FEVEROUS dev sentences, put together anew")
        save_pages(corpus, (PageRecord(page) for page in _pages([*iter_pages(corpora[LARGE])], pages)))
    build_index(corpus)
    claims, _ = read_claims()
    asked = [claim.text for claim in random.Random(2).sample(claims, count)]
    source = StoredPages(corpus)
    pipeline = Pipeline(source)
    for claim in asked[:5]:
        pipeline.find(claim)
    clock, processor = [], []
    for claim in asked[5:]:
        source.forget()
        pipeline.passages_of.cache_clear()
        started = time.perf_counter(), time.process_time()
        pipeline.find(claim)
        clock.append(1000 * (time.perf_counter() - started[0]))
        processor.append(1000 * (time.process_time() - started[1]))
    print(f"{pages:,} pages, {len(clock)} claims, load {os.getloadavg()[0]:.1f}; ms from claim to suggestions")
    for name, times in (("processor", processor), ("clock", clock)):
        times.sort()
        shown = (times[len(times) // 2], times[int(0.95 * len(times))], times[-1])
        print(f"{name:10} p50 {shown[0]:6.1f}  p95 {shown[1]:6.1f}  max {shown[2]:6.1f}")
    started_at = time.process_time()
    for claim in asked:
        pipeline.find(claim)
    print(f"in batch: {len(asked) / (time.process_time() - started_at):.0f} claims a second of processor time")


def _pages(real: list[Page], count: int) -> Iterator[Page]:
    """The real pages, and more whose titles and sentences are real ones in another order."""
    rng = random.Random(1)
    texts = [sentence.text for page in real for sentence in sentences_of(page)]
    words = [word for page in real for word in page.title.split()]
    yield from real[:count]
    for number in range(len(real), count):
        title = " ".join(["Page", str(number), *rng.choices(words, k=2)])
        elements: list[Element] = [Sentence(f"sentence_{i}", text) for i, text in enumerate(rng.choices(texts, k=8))]
        if number % 4 == 0:
            elements.append(_table(rng, words))
        yield Page(title, tuple(elements))


def _table(rng: random.Random, words: list[str]) -> Table:
    def cell(r: int, c: int) -> Cell:
        kind = ElementKind.CELL if r else ElementKind.HEADER_CELL
        return Cell(local_id(kind, 0, r, c), " ".join(rng.choices(words, k=2)), not r, 1, 1)

    return Table("table_0", "general", tuple(tuple(cell(r, c) for c in range(5)) for r in range(15)), None)
