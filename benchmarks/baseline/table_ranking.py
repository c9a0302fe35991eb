"""The right table among others (stage 2), beside bm25s and chance.

FeTaQA: 300 of its answers, its 1,001 tables on pages of their titles, tables of one title on one page; stage 1 finds
the pages, as in the workspace. SEM-TAB-FACTS dev: its statements, and its tables, which have no titles, all ranked.
Nothing was tuned on either.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from baseline.candidates import PageCandidate
from baseline.config import default_config
from baseline.pages.rank import rank_pages
from baseline.passages.rank import rank_passages
from baseline.passages.split import Passage, passages
from baseline.source import PagesInMemory, claim_weights
from baseline.words import claim_words
from benchmarks.baseline.tables import TableCase, fetaqa, fetaqa_titles, semtabfacts
from corpus.page.element_id import full_id
from corpus.page.elements import Cell, Page, Section, Table

DEPTHS = (1, 3)
CLAIMS = 300  # of FeTaQA's, by chance
Ranker = Callable[[str], Sequence[str]]  # a claim -> full ids of tables, best first


@dataclass(frozen=True, slots=True)
class Pool:
    """The pages that tables stand on, and of each claim the full id of its table."""

    name: str
    pages: Sequence[Page]
    claims: Sequence[tuple[str, str]]
    has_titles: bool


def main() -> None:
    """Print how many claims have their table among the first 1 and 3."""
    print(f"{'':44} {'@1':>6} {'@3':>6} {'CPU ms':>7}")
    for pool in (of_fetaqa(), of_semtabfacts()):
        tables = [table for page in pool.pages for table in page.elements if isinstance(table, Table)]
        print(f"{pool.name}: {len(pool.claims):,} claims, {len(tables):,} tables on {len(pool.pages):,} pages")
        for name, make in (("Attest", attest), ("bm25s, stemmed", bm25s_stemmed), ("random", at_random)):
            try:
                rank = make(pool)
            except ImportError as error:
                print(f"  {name:42} not installed: {error}")
                continue
            started = time.process_time()
            places = [(gold, rank(claim)) for claim, gold in pool.claims]
            took = 1000 * (time.process_time() - started) / len(pool.claims)
            shares = (100 * sum(gold in found[:k] for gold, found in places) / len(places) for k in DEPTHS)
            print(f"  {name:42} {' '.join(f'{value:6.1f}' for value in shares)} {took:7.1f}", flush=True)


def of_fetaqa() -> Pool:
    """Every table below its section's heading, and some of the answers."""
    elements: dict[str, list[Section | Table]] = {}
    claims = []
    for case, (title, section) in zip(fetaqa(), fetaqa_titles(), strict=True):
        on_page = elements.setdefault(title, [])
        number = len(on_page) // 2
        table = _numbered(case.table, number)
        on_page += [Section(f"section_{number}", section, 2), table]
        claims.append((case.claim, full_id(title, table.id)))
    pages = [Page(title, tuple(some)) for title, some in elements.items()]
    return Pool("FeTaQA dev", pages, random.Random(0).sample(claims, CLAIMS), has_titles=True)


def of_semtabfacts() -> Pool:
    """Every statement with its table."""
    tables: dict[int, TableCase] = {}
    cases = semtabfacts()
    for case in cases:
        tables.setdefault(id(case.table), case)
    titles = {key: f"S{number}" for number, key in enumerate(tables)}
    pages = [Page(titles[key], (case.table,)) for key, case in tables.items()]
    claims = [(case.claim, full_id(titles[id(case.table)], case.table.id)) for case in cases]
    return Pool("SEM-TAB-FACTS dev", pages, claims, has_titles=False)


def attest(pool: Pool) -> Ranker:
    """Stages 1 and 2 as they are configured; stage 2 alone where pages have no titles to be found by."""
    source = PagesInMemory(pool.pages)
    config = default_config()
    all_pages = tuple(PageCandidate(page.title, 0.0) for page in pool.pages)

    @cache
    def passages_of(title: str) -> tuple[Passage, ...]:
        page = source.page(title)
        return tuple(passages(page)) if page is not None else ()

    def rank(claim: str) -> Sequence[str]:
        words = claim_words(claim)
        pages = rank_pages(words, source, config, passages_of)[: config.pages.keep] if pool.has_titles else all_pages
        ranked = rank_passages(words, pages, passages_of, claim_weights(source, words), config)
        return [one.element for one in ranked.tables]

    return rank


def bm25s_stemmed(pool: Pool) -> Ranker:
    """bm25s over title, heading and all cells, with an English stemmer."""
    import bm25s  # type: ignore[import-not-found, unused-ignore]
    import Stemmer  # type: ignore[import-not-found, unused-ignore]

    stemmer = Stemmer.Stemmer("english")
    ids, texts = zip(*_texts(pool), strict=True)
    index = bm25s.BM25()
    index.index(bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False), show_progress=False)

    def rank(claim: str) -> Sequence[str]:
        tokens = bm25s.tokenize(claim, stopwords="en", stemmer=stemmer, show_progress=False)
        return [ids[int(i)] for i in index.retrieve(tokens, k=max(DEPTHS), show_progress=False)[0][0]]

    return rank


def at_random(pool: Pool) -> Ranker:
    """By chance."""
    rng, ids = random.Random(0), [id_ for id_, _ in _texts(pool)]
    return lambda _claim: rng.sample(ids, max(DEPTHS))


def _texts(pool: Pool) -> Iterator[tuple[str, str]]:
    for page in pool.pages:
        heading = ""
        for element in page.elements:
            if isinstance(element, Section):
                heading = element.value
            elif isinstance(element, Table):
                cells = " ".join(cell.value for row in element.rows for cell in row)
                title = page.title if pool.has_titles else ""
                yield full_id(page.title, element.id), f"{title} {heading} {cells}"


def _numbered(table: Table, number: int) -> Table:
    """The same table as the page's so many'th: the number is part of every id."""

    def cell(one: Cell) -> Cell:
        kind, _, rest = one.id.rpartition("cell_0_")
        return replace(one, id=f"{kind}cell_{number}_{rest}")

    return replace(table, id=f"table_{number}", rows=tuple(tuple(map(cell, row)) for row in table.rows))
