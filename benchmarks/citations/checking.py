"""`python -m benchmarks.citations checking`: how fast the citations of a corpus are checked, and in how much memory.

10,000 citations on 500 made-up pages, WiCE's claims in turn, against the 349 pages of the small pool of `pool.py`:
three of five cite their own page, one another page (likely to fail), one a page that is not imported; better sources
are looked for where they are wanting. Prints citations a second and the memory of the process by thousands, and how
long one citation takes: looked up, verified in overlapping passages of its page, with better sources if need be.
"""

from __future__ import annotations

import random
import time
from pathlib import Path
from statistics import median
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
    from baseline.citations.check_corpus import check, forget
    from baseline.citations.retrieval import open_search
    from baseline.citations.verify import lexical_verifier
    from benchmarks.citations import pool

    sources = pool.prepare(SHARED, pool.SMALL)
    corpus = _made(SHARED)
    forget(corpus)
    process = psutil.Process()
    times: list[float] = []
    began = last = time.perf_counter()

    def progress(done: int, total: int) -> None:
        nonlocal last
        now = time.perf_counter()
        times.append(now - last)
        last = now
        if done and not done % 1_000:
            memory = process.memory_info().rss / 1e6
            print(f"| {done:,} of {total:,} | {done / (now - began):.0f} a second | {memory:.0f} MB |", flush=True)

    print("| citations | rate | memory |\n|---|---|---|")
    found = check(corpus, open_search([sources]), lexical_verifier(), progress)
    print(f"{found.checked:,} checked, {found.suggested:,} with better sources, {dict(found.states)}")
    ordered = sorted(times[1:])
    print(
        f"one citation: median {1_000 * median(ordered):.0f} ms, p95 {1_000 * ordered[int(0.95 * len(ordered))]:.0f} ms"
    )


def _made(shared: Path) -> Corpus:
    from benchmarks.citations.pool import read_claims
    from corpus.citation_store import save_citations_of
    from corpus.citations.record import Citation, Source
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
    save_citations_of(corpus, citations)
    return corpus
