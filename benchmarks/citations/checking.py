"""`python -m benchmarks.citations checking`: how fast the citations of a corpus are checked, and in how much memory.

10,000 citations on 500 made-up pages, WiCE's claims in turn, against the 349 pages of the small pool of `pool.py`:
three of five cite their own page, one another page (likely to fail), one a page that is not imported. First with better
sources, which are looked for where they are wanting, then without. Prints by thousands citations a second of the
processor and the memory of the process, and how long one takes: read, verified in overlapping passages of its page,
with better sources if need be.
"""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from benchmarks.baseline.setting_up import set_up
from benchmarks.citations.data import SHARED
from benchmarks.citations.retrieval import FOLDER

if TYPE_CHECKING:  # Django is set up first
    from corpus.models import Corpus

PAGES, OF_PAGE, SEED = 500, 20, 7
SLUG = "made-citations"


def run() -> None:
    """Print the table."""
    set_up(FOLDER)
    from baseline.citations.check_corpus import Settings, check, forget
    from baseline.citations.retrieval import open_search
    from baseline.citations.verify import lexical_verifier
    from benchmarks.citations import pool

    search = open_search([pool.prepare(SHARED, pool.SMALL)])
    corpus = _made(SHARED)
    print("| | citations | a second of the processor | memory |\n|---|---|---|---|")
    for name, settings in (("with sources", Settings()), ("without", Settings(most=0))):
        forget(corpus)
        clock = _Clock(name)
        check(corpus, search, lexical_verifier(), clock, settings)
        clock.report()


class _Clock:
    """A check's progress, with the processor's time of each citation in seconds."""

    def __init__(self, name: str) -> None:
        self._name, self._times = name, list[float]()
        self._began = self._before = time.process_time()

    def __call__(self, done: int, total: int) -> None:
        now = time.process_time()
        self._times.append(now - self._before)
        self._before = now
        if done and not done % 1_000:
            memory = psutil.Process().memory_info().rss / 1e6
            rate = done / (now - self._began)
            print(f"| {self._name} | {done:,} of {total:,} | {rate:.0f} | {memory:.0f} MB |", flush=True)

    def report(self) -> None:
        """Print how long one citation took."""
        times = sorted(self._times[1:])
        half, most = (1_000 * times[int(share * len(times))] for share in (0.5, 0.95))
        print(f"{self._name}: one citation takes {half:.0f} ms, p95 {most:.0f} ms", flush=True)


def _made(shared: Path) -> Corpus:
    from benchmarks.citations.pool import read_claims
    from corpus.citation_store import save_rows_of
    from corpus.citations.record import Citation, Source
    from corpus.citations.rows import rows_of
    from corpus.models import Corpus
    from corpus.page.elements import Layout, Page, Sentence
    from corpus.store import PageRecord, save_pages

    if found := Corpus.objects.filter(slug=SLUG).first():
        return found
    claims, draw = read_claims(shared), random.Random(SEED)
    corpus = Corpus.objects.create(slug=SLUG, name=SLUG)
    records, citations = [], {}
    for number in range(PAGES):
        some = [claims[(number * OF_PAGE + at) % len(claims)] for at in range(OF_PAGE)]
        title = f"Page {number} of {some[0].claim.title}"
        sentences = tuple(Sentence(f"sentence_{at}", one.claim.text) for at, one in enumerate(some))
        records.append(PageRecord(Page(title, sentences), layout=Layout(("sentence_0",))))
        urls = [
            draw.choice([one.url] * 3 + [draw.choice(claims).url, f"https://gone.example/{number}"]) for one in some
        ]
        citations[title] = [
            Citation(at, f"sentence_{at}", len(one.claim.text), one.claim.text, one.claim.sections, Source(url=url))
            for at, (one, url) in enumerate(zip(some, urls, strict=True))
        ]
    save_pages(corpus, records)
    save_rows_of(corpus, {title: rows_of(found) for title, found in citations.items()})
    return corpus
