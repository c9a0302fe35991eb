"""Real claims against the pool of all their gold sentences: how many have all their gold pages, all their gold
sentences, among the first 5? Beside bm25s and SQLite FTS5 on the same pool, asked as in earlier measurements.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.search.wiki import SHARED
from corpus.page.elements import Page, Sentence
from corpus.page.links import plain_text
from search.documents import document
from search.embedded.engine import EmbeddedIndex
from search.folding import fold
from search.ranking import all_words, informative_words, rank_elements
from search.retrieval import PAGES_READ

DEPTHS = (1, 2, 3, 5)
Gold = tuple[str, str]  # title, sentence
Ranker = Callable[[str, int], list[Gold]]


@dataclass(frozen=True, slots=True)
class Claim:
    text: str
    gold: frozenset[Gold]


def main(folder: Path) -> None:
    """Print a line for each engine: all gold pages, all gold sentences among the first 1, 2, 3, 5."""
    claims = read_claims()
    pool = sorted({sentence for claim in claims for sentence in claim.gold})
    print(f"{len(claims):,} claims, {len(pool):,} sentences on {len({title for title, _ in pool}):,} pages")
    print(f"{'':24} {'pages @1   @2    @3    @5':>26}   {'sentences @1  @2    @3    @5':>28}   CPU ms a claim")
    for name, make in (("Attest, embedded", _attest), ("SQLite FTS5", _fts5), ("bm25s", _bm25s)):
        try:
            rank = make(pool, folder)
        except ImportError as error:
            print(f"{name:24} not installed: {error}")
            continue
        _report(name, rank, claims)


def read_claims() -> list[Claim]:
    """The claims with their gold sentences, links as they read."""
    claims = []
    with (SHARED / "feverous" / "sentence_claims_dev.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            pairs = (evidence.split("\t", 1) for evidence in row["evidence"].split("\n") if "\t" in evidence)
            claims.append(Claim(row["claim"], frozenset((title, plain_text(text)) for title, text in pairs)))
    return claims


def _report(name: str, rank: Ranker, claims: Sequence[Claim]) -> None:
    started = time.process_time()
    answers = [rank(claim.text, 60) for claim in claims]
    took = 1000 * (time.process_time() - started) / len(claims)
    pages, sentences = [], []
    for depth in DEPTHS:
        all_pages = all_sentences = 0
        for claim, answer in zip(claims, answers, strict=True):
            first_pages = [*dict.fromkeys(title for title, _ in answer)][:depth]
            all_pages += {title for title, _ in claim.gold} <= {*first_pages}
            all_sentences += claim.gold <= {*answer[:depth]}
        pages.append(f"{100 * all_pages / len(claims):5.1f}")
        sentences.append(f"{100 * all_sentences / len(claims):5.1f}")
    print(f"{name:24} {' '.join(pages):>26}   {' '.join(sentences):>28}   {took:6.1f}")


def _attest(pool: Sequence[Gold], folder: Path) -> Ranker:
    texts: dict[str, list[str]] = {}
    for title, text in pool:
        texts.setdefault(title, []).append(text)
    pages = {
        title: Page(title, tuple(Sentence(f"sentence_{i}", text) for i, text in enumerate(its)))
        for title, its in texts.items()
    }
    index = EmbeddedIndex(folder / "index", "claims")
    index.delete()
    index.index(map(index.entry, map(document, pages.values())), 1)
    index.swap(1)

    def rank(claim: str, limit: int) -> list[Gold]:
        words = all_words(claim)
        found = [(pages[hit.title], hit.score) for hit in index.retrieve(informative_words(words), PAGES_READ)]
        hits = rank_elements(found, words, index.frequencies(words), limit)
        return [(hit.title, texts[hit.title][int((hit.element or "").rpartition("_")[2])]) for hit in hits]

    return rank


def _fts5(pool: Sequence[Gold], _folder: Path) -> Ranker:
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE pool USING fts5(title, text, tokenize = 'porter unicode61')")
    database.executemany("INSERT INTO pool VALUES (?, ?)", pool)

    def rank(claim: str, limit: int) -> list[Gold]:
        query = " OR ".join(f'"{word}"' for word in dict.fromkeys(fold(claim).split()))
        rows = database.execute(
            "SELECT title, text FROM pool WHERE pool MATCH ? ORDER BY bm25(pool, 2.0, 1.0) LIMIT ?", (query, limit)
        )
        return [(title, text) for title, text in rows]

    return rank


def _bm25s(pool: Sequence[Gold], _folder: Path) -> Ranker:
    import bm25s  # type: ignore[import-not-found, unused-ignore]
    import Stemmer  # type: ignore[import-not-found, unused-ignore]

    stemmer = Stemmer.Stemmer("english")
    texts = [f"{title} {text}" for title, text in pool]
    retriever = bm25s.BM25()
    retriever.index(bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False), show_progress=False)

    def rank(claim: str, limit: int) -> list[Gold]:
        tokens = bm25s.tokenize(claim, stopwords="en", stemmer=stemmer, show_progress=False)
        found, _scores = retriever.retrieve(tokens, k=limit, show_progress=False)
        return [pool[int(i)] for i in found[0]]

    return rank
