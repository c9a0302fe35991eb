"""The right table among others (stage 2), beside bm25s and chance, with paired intervals.

FeTaQA: 300 of its answers, its 1,001 tables on pages of their titles, tables of one title on one page; stage 1 finds
the pages, as in the workspace. OTT-QA dev: 1,000 of its questions, and its 8,891 tables likewise, in a corpus of the
benchmark's database. SEM-TAB-FACTS dev: its statements, and its tables, which have no titles, all ranked; the captions
of its files are left out. Each set is cut in two, so that no table is in both halves.
"""

from __future__ import annotations

import json
import lzma
import random
import tarfile
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from django.core.management import call_command

from baseline.candidates import PageCandidate
from baseline.config import Passages, default_config
from baseline.database_source import StoredPages
from baseline.pages.rank import rank_pages
from baseline.passages.rank import rank_passages
from baseline.passages.split import Passage, passages
from baseline.source import PagesInMemory, Source, claim_weights
from baseline.words import claim_words
from benchmarks.baseline.paired import mean_difference
from benchmarks.baseline.tables import TableCase, fetaqa, fetaqa_titles, semtabfacts, table_of_rows
from benchmarks.search.wiki import SHARED
from corpus.models import Corpus
from corpus.page.element_id import full_id, normalise_title, parse
from corpus.page.elements import Cell, Page, Section, Table
from corpus.store import PageRecord, save_pages
from search.indexing.build import build_index

DEPTHS = (1, 3)
CLAIMS, QUESTIONS = 300, 1_000  # of FeTaQA's and of OTT-QA's, by chance
ATTEST, WITHOUT_TITLES = "Attest", "Attest, without titles"
OTTQA = "ottqa-tables"  # the slug of a corpus
Ranker = Callable[[str], Sequence[str]]  # a claim -> full ids of tables, best first


@dataclass(frozen=True, slots=True)
class Pool:
    """The pages that tables stand on; of each claim the full id of its table, and whether it is in the tuned half."""

    name: str
    pages: Sequence[Page]
    claims: Sequence[tuple[str, str, bool]]
    has_titles: bool
    source: Callable[[], Source]


def main(only: str) -> None:
    """Print how many claims have their table among the first 1 and 3."""
    for name, pool_of in POOLS.items():
        if name.startswith(only):
            _report(pool_of())


def _report(pool: Pool) -> None:
    tables = [table for page in pool.pages for table in page.elements if isinstance(table, Table)]
    print(f"{pool.name}: {len(pool.claims):,} claims, {len(tables):,} tables on {len(pool.pages):,} pages")
    rankers = own_rankers(pool)
    for name, make in PEERS.items():
        try:
            rankers[name] = make(pool)
        except ImportError as error:
            print(f"  {name:26} not installed: {error}")
    found: dict[str, list[Sequence[str]]] = {}
    for name, rank in rankers.items():
        started = time.process_time()
        found[name] = [rank(claim) for claim, _gold, _is_tuned in pool.claims]
        took = 1000 * (time.process_time() - started) / len(pool.claims)
        print(f"  {name:26} {took:7.1f} ms of processor time", flush=True)
    for half, is_tuned in (("tuned", True), ("reported", False)):
        places = [place for place, claim in enumerate(pool.claims) if claim[2] is is_tuned]
        for name, orders in found.items():
            hits = {k: [float(pool.claims[at][1] in orders[at][:k]) for at in places] for k in DEPTHS}
            parts = [f"@{k} {100 * sum(values) / len(values):5.1f}{_over(found, name, pool, places, k, values)}"
                     for k, values in hits.items()]  # fmt: skip
            print(f"  {half:9} {len(places):5,} {name:26} {'   '.join(parts)}", flush=True)


def _over(
    found: dict[str, list[Sequence[str]]], name: str, pool: Pool, places: Sequence[int], k: int, hits: Sequence[float]
) -> str:
    """How far Attest is above a peer, in points, with 95 % of a paired bootstrap."""
    if name == ATTEST:
        return ""
    ours = [float(pool.claims[at][1] in found[ATTEST][at][:k]) for at in places]
    return " (Attest {:+.1f}, {:+.1f} to {:+.1f})".format(*(100 * one for one in mean_difference(hits, ours)))


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
    chosen = [(claim, table, _is_tuned(table)) for claim, table in random.Random(0).sample(claims, CLAIMS)]
    return Pool("FeTaQA dev", pages, chosen, has_titles=True, source=lambda: PagesInMemory(pages))


def of_ottqa() -> Pool:
    """Every table below the heading of its section, and some questions of the dev set. Pages have no other text."""
    elements: dict[str, list[Section | Table]] = {}
    ids: dict[str, str] = {}
    with tarfile.open(SHARED / "tables" / "ottqa" / "traindev_tables_tok.tar.xz") as archive:
        members = {member.name: member for member in archive if member.name.endswith(".json")}
        for name in sorted(members):
            file = archive.extractfile(members[name])
            row = json.load(file) if file else {}
            on_page = elements.setdefault(normalise_title(row["title"]), [])
            number = sum(isinstance(one, Table) for one in on_page)
            rows = [[cell[0] for cell in cells] for cells in (row["header"], *row["data"])]
            table = _numbered(table_of_rows(rows), number)
            if row["section_title"]:
                on_page.append(Section(f"section_{number}", row["section_title"], 2))
            on_page.append(table)
            ids[name.rpartition("/")[2].removesuffix(".json")] = full_id(normalise_title(row["title"]), table.id)
    with lzma.open(SHARED / "tables" / "ottqa" / "dev.traced.json.xz", "rt", encoding="utf-8") as lines:
        claims = [(row["question"], ids[row["table_id"]]) for row in json.load(lines)]
    pages = [Page(title, tuple(some)) for title, some in elements.items()]
    chosen = [(claim, table, _is_tuned(table)) for claim, table in random.Random(0).sample(claims, QUESTIONS)]
    return Pool("OTT-QA dev", pages, chosen, has_titles=True, source=lambda: _stored(OTTQA, pages))


def _stored(slug: str, pages: Sequence[Page]) -> Source:
    """The pages as a corpus with its search index, made unless it is there: so many are not searched in memory."""
    call_command("migrate", verbosity=0)
    corpus = Corpus.objects.filter(slug=slug).first()
    if corpus is None:
        corpus = Corpus.objects.create(slug=slug, name=slug, source=slug)
        save_pages(corpus, map(PageRecord, pages))
    build_index(corpus)
    return StoredPages(corpus)


def _is_tuned(table: str) -> bool:
    """By page, so that none is in both halves."""
    return zlib.crc32(parse(table).page.encode()) % 2 == 0


def of_semtabfacts() -> Pool:
    """Every statement with its table."""
    tables: dict[int, TableCase] = {}
    cases = semtabfacts()
    for case in cases:
        tables.setdefault(id(case.table), case)
    titles = {key: f"S{number}" for number, key in enumerate(tables)}
    pages = [Page(titles[key], (case.table,)) for key, case in tables.items()]
    claims = [(case.claim, full_id(titles[id(case.table)], case.table.id), case.is_for_tuning) for case in cases]
    return Pool("SEM-TAB-FACTS dev", pages, claims, has_titles=False, source=lambda: PagesInMemory(pages))


def own_rankers(pool: Pool) -> dict[str, Ranker]:
    """Stages 1 and 2 as they are configured, and without titles; stage 2 alone where pages have none to be found by.

    Without titles: the same tables, of the same pages, ordered without their titles and the score of their page.
    """
    source, config = pool.source(), default_config()
    all_pages = tuple(PageCandidate(page.title, 0.0) for page in pool.pages)

    @cache
    def passages_of(title: str) -> tuple[Passage, ...]:
        page = source.page(title)
        return tuple(passages(page)) if page is not None else ()

    @cache
    def pages_of(claim: str) -> tuple[PageCandidate, ...]:
        return rank_pages(claim_words(claim), source, config, passages_of)[: config.pages.keep]

    def ranker(passages: Passages) -> Ranker:
        own = replace(config, passages=passages)

        def rank(claim: str) -> Sequence[str]:
            words = claim_words(claim)
            pages = pages_of(claim) if pool.has_titles else all_pages
            ranked = rank_passages(words, pages, passages_of, claim_weights(source, words), own)
            return [one.element for one in ranked.tables]

        return rank

    settings = config.passages
    without = replace(settings, page=0.0, fields=replace(settings.fields, title=0.0))
    return {ATTEST: ranker(settings)} | ({WITHOUT_TITLES: ranker(without)} if pool.has_titles else {})


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


PEERS: dict[str, Callable[[Pool], Ranker]] = {"bm25s, stemmed": bm25s_stemmed, "random": at_random}
POOLS: dict[str, Callable[[], Pool]] = {"fetaqa": of_fetaqa, "ottqa": of_ottqa, "semtabfacts": of_semtabfacts}
