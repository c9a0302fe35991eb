"""Pages and sentences of real claims, in the small pool and among distractors, beside other retrievers.

The others rank sentences with their page's title before them, and pages in the order of their best sentence, as in the
measurements that Attest is compared with. All read the same sentences in the same run. bm25s and the official package's
TF-IDF need numpy, scipy, scikit-learn, regex (`pip install bm25s PyStemmer scipy scikit-learn regex`) and are left out
where these are not installed.
"""

from __future__ import annotations

import logging
import random
import re
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from baseline.config import default_config
from baseline.database_source import StoredPages
from baseline.pipeline import Pipeline
from benchmarks.baseline.paired import mean_difference
from benchmarks.baseline.pool import POOLS, Claim, prepare, read_claims
from corpus.models import Corpus
from corpus.page.elements import sentences as sentences_of
from corpus.page.links import plain_text
from corpus.store import iter_pages

DEPTHS = (1, 2, 3, 5)
DEPTH = 100  # sentences the others rank: enough for five pages
Answer = tuple[list[str], list[str]]  # titles, sentence ids
Retriever = Callable[[str], Answer]
Pool = Sequence[tuple[str, str, str]]  # id, title, text


def main(folder: Path, only: str = "") -> None:
    """Print how many claims have all gold pages, all gold sentences among the first 1, 2, 3, 5, by half."""
    logging.disable(logging.INFO)  # the official package tells every batch
    claims, _ = read_claims()
    for slug, corpus in prepare(folder, [only] if only else POOLS).items():
        pool = [
            (f"{page.title}_{sentence.id}", page.title, plain_text(sentence.text))
            for page in iter_pages(corpus)
            for sentence in sentences_of(page)
        ]
        pages = len({title for _, title, _ in pool})
        print(f"\n{slug}: {len(pool):,} sentences on {pages:,} pages, {len(claims):,} claims")
        print(f"{'':22} {'half':8} {'pages @1 2 3 5':>26} {'sentences @1 2 3 5':>26} {'CPU ms':>8}")
        hits: dict[str, list[float]] = {}
        for name, make in (
            ("Attest", lambda _pool, corpus=corpus: attest(corpus)),
            ("official DrQA TF-IDF", official_tfidf),
            ("bm25s, stemmed", bm25s_stemmed),
            ("tantivy, stemmed", tantivy_stemmed),
            ("FTS5, porter", fts5),
            ("random", at_random),
        ):
            try:
                retrieve = make(pool)
            except ImportError as error:
                print(f"{name:22} not installed: {error}")
                continue
            hits[name] = report(name, retrieve, claims)
        compare(hits, claims)


def compare(hits: Mapping[str, Sequence[float]], claims: Sequence[Claim]) -> None:
    """Print what Attest has more of all gold sentences @5 on the reported half, with a paired interval."""
    for part, few in (("all", False), ("several pages", True)):
        mine = [at for at, one in enumerate(claims) if not one.is_for_tuning and (not few or len(one.pages) > 1)]
        for name, others in hits.items():
            if name == "Attest":
                continue
            first, second = ([each[place] for place in mine] for each in (others, hits["Attest"]))
            shown = "{:+.1f} ({:+.1f} to {:+.1f})".format(*(100 * one for one in mean_difference(first, second)))
            own = f"{100 * sum(first) / len(first):.1f}"
            print(f"reported, {part} ({len(mine):,}), sentences @5: {name} {own}, Attest {shown}", flush=True)


def report(name: str, retrieve: Retriever, claims: Sequence[Claim]) -> list[float]:
    """Print a line a half and for both. Returns 1 for each claim all of whose sentences are among the first 5."""
    started = time.process_time()
    answers = [retrieve(claim.text) for claim in claims]
    hits = [float(claim.sentences <= {*ids[:5]}) for claim, (_, ids) in zip(claims, answers, strict=True)]
    took = 1000 * (time.process_time() - started) / len(claims)
    for half, part in (("tuned", True), ("reported", False), ("both", None)):
        mine = [pair for pair in zip(claims, answers, strict=True) if part is None or pair[0].is_for_tuning is part]
        pages = [share(claim.pages <= {*titles[:k]} for claim, (titles, _) in mine) for k in DEPTHS]
        found = [share(claim.sentences <= {*ids[:k]} for claim, (_, ids) in mine) for k in DEPTHS]
        shown = (" ".join(f"{value:5.1f}" for value in values) for values in (pages, found))
        print(f"{name:22} {half:8} {'  '.join(f'{text:>25}' for text in shown)} {took:8.1f}", flush=True)
    return hits


def share(hits: Iterable[bool]) -> float:
    """Per cent of what is true."""
    values = [*hits]
    return 100 * sum(values) / len(values)


def attest(corpus: Corpus) -> Retriever:
    """The stages as they are configured."""
    config = default_config()
    pipeline = Pipeline(StoredPages(corpus), replace(config, pages=replace(config.pages, keep=5)))

    def retrieve(claim: str) -> Answer:
        found = pipeline.find(claim)
        return [page.title for page in found.pages], [one.element for one in found.sentences]

    return retrieve


def official_tfidf(pool: Pool) -> Retriever:
    """The `feverous` package's own ranker: hashed uni- and bigrams, log TF-IDF, cosine."""
    from feverous.baseline.drqascripts.build_tfidf_lines import OnlineTfidfDocRanker

    lines = [f"{title} . {text}" for _, title, text in pool]
    ranker = OnlineTfidfDocRanker(lines, 2, 2**24, "simple", 1, strict=False)
    return _of_sentences(pool, lambda claim: [pool[int(i)][0] for i in ranker.closest_docs(claim, DEPTH)[0]])


def bm25s_stemmed(pool: Pool) -> Retriever:
    """bm25s as its own page shows it, with an English stemmer."""
    import bm25s  # type: ignore[import-not-found, unused-ignore]
    import Stemmer  # type: ignore[import-not-found, unused-ignore]

    stemmer = Stemmer.Stemmer("english")
    texts = [f"{title} {text}" for _, title, text in pool]
    index = bm25s.BM25()
    index.index(bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False), show_progress=False)

    def ranked(claim: str) -> list[str]:
        tokens = bm25s.tokenize(claim, stopwords="en", stemmer=stemmer, show_progress=False)
        return [pool[int(i)][0] for i in index.retrieve(tokens, k=DEPTH, show_progress=False)[0][0]]

    return _of_sentences(pool, ranked)


def tantivy_stemmed(pool: Pool) -> Retriever:
    """Bare tantivy: BM25 over title and text with its English stemmer, any word."""
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("place", stored=True)
    builder.add_text_field("text", tokenizer_name="en_stem")
    index = tantivy.Index(builder.build())
    writer = index.writer()
    for place, (_, title, text) in enumerate(pool):
        writer.add_document(tantivy.Document(place=place, text=f"{title} {text}"))
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def ranked(claim: str) -> list[str]:
        words = " ".join(re.findall(r"\w+", claim)).lower()
        query = index.parse_query(words, ["text"])
        return [pool[searcher.doc(at)["place"][0]][0] for _, at in searcher.search(query, DEPTH).hits]

    return _of_sentences(pool, ranked)


def fts5(pool: Pool) -> Retriever:
    """SQLite's FTS5: BM25 over title and text with its Porter stemmer, any word."""
    table = sqlite3.connect(":memory:", check_same_thread=False)
    table.execute("CREATE VIRTUAL TABLE pool USING fts5(text, tokenize='porter unicode61')")
    rows = ((place, f"{title} {text}") for place, (_, title, text) in enumerate(pool))
    table.executemany("INSERT INTO pool(rowid, text) VALUES (?, ?)", rows)

    def ranked(claim: str) -> list[str]:
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", claim))
        query = "SELECT rowid FROM pool WHERE pool MATCH ? ORDER BY bm25(pool) LIMIT ?"
        return [pool[place][0] for (place,) in table.execute(query, (words, DEPTH))]

    return _of_sentences(pool, ranked)


def at_random(pool: Pool) -> Retriever:
    """By chance."""
    rng = random.Random(0)
    return _of_sentences(pool, lambda _claim: [id_ for id_, _, _ in rng.sample(pool, DEPTH)])


def _of_sentences(pool: Pool, ranked: Callable[[str], list[str]]) -> Retriever:
    titles = {id_: title for id_, title, _ in pool}

    def retrieve(claim: str) -> Answer:
        ids = ranked(claim)
        return [*dict.fromkeys(titles[id_] for id_ in ids)], ids

    return retrieve
