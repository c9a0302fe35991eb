"""Both retrievers of `baseline.toml` on the same claims: shares found, and their difference with a paired interval.

FEVEROUS' dev claims in both pools of `pool.py`, and claims with cells, headers and lists over whole rendered pages
(`../shared/data/feverous_shaped`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from pathlib import Path

from baseline.candidates import Found
from baseline.config import ENTITY_TFIDF, Config, default_config, load_config
from baseline.database_source import StoredPages
from baseline.dense.encoder import open_encoder
from baseline.dense.stored import index_vectors
from baseline.entity_tfidf.stored import index_introductions
from baseline.pipeline import Pipeline
from benchmarks.baseline import gold
from benchmarks.baseline.gold import Gold
from benchmarks.baseline.paired import mean_difference
from benchmarks.baseline.pool import prepare, read_claims
from corpus.models import Corpus


def main(folder: Path, spacy: str = "", own: Path | None = None) -> None:
    """Print every measure of both retrievers, and what "entity-tfidf" has more or less.

    With the name of a spaCy model "entity-tfidf" takes its entities; "fusion" stays as it is. With a file of settings
    it is these that are compared with those shipped: another retriever, re-rankers, a dense retriever.
    """
    other = load_config(own) if own else _paper(spacy)
    corpora = prepare(folder)
    claims, _ = read_claims()
    dev = [
        Gold(each.text, each.pages, each.sentences, frozenset(), [each.sentences])
        for each in claims
        if not each.is_for_tuning  # the weights of "fusion" are fitted to the others
    ]
    for slug, corpus in corpora.items():
        compare(f"{slug}, reported half", corpus, dev, other)
    rendered, shaped, _lost = gold.shaped()
    compare("feverous_shaped, rendered pages", rendered, shaped, other)


def compare(name: str, corpus: Corpus, claims: Sequence[Gold], other: Config) -> None:
    """Print the measures on these claims; a claim counts where it has gold of the kind."""
    print(f"\n{name}: {len(claims):,} claims, {corpus.pages.count():,} pages", flush=True)
    if other.retriever == ENTITY_TFIDF:
        print(f"index of introductions: {index_introductions(corpus).seconds:.0f} s")
    if other.dense.weights:
        print(f"vectors: {index_vectors(corpus, open_encoder(other.dense.weights, other.dense.length)).seconds:.0f} s")
    shipped, given = (_found(config, corpus, claims) for config in (default_config(), other))
    for measure, hit in MEASURES.items():
        pairs = [
            (float(one), float(two))
            for gold, first, second in zip(claims, shipped, given, strict=True)
            if (one := hit(gold, first)) is not None and (two := hit(gold, second)) is not None
        ]
        if pairs:
            first_hits, second_hits = zip(*pairs, strict=True)
            shares = [100 * sum(hits) / len(pairs) for hits in (first_hits, second_hits)]
            difference = " ".join(f"{100 * value:+6.1f}" for value in mean_difference(first_hits, second_hits))
            print(f"{measure:20} {len(pairs):6,} {shares[0]:6.1f} {shares[1]:6.1f}   {difference}", flush=True)


def _paper(spacy: str) -> Config:
    config = default_config()
    return replace(config, retriever=ENTITY_TFIDF, pages=replace(config.pages, spacy=spacy))


def _found(config: Config, corpus: Corpus, claims: Sequence[Gold]) -> list[Found]:
    pipeline = Pipeline(StoredPages(corpus), config)
    started = time.process_time()
    found = [pipeline.find(gold.claim) for gold in claims]
    spent = 1000 * (time.process_time() - started) / len(claims)
    print(f"{pipeline.version} ({config.retriever}): {spent:.0f} ms of processor time a claim", flush=True)
    return found


def _all(wanted: Set[str], found: Sequence[str]) -> bool | None:
    return wanted <= {*found} if wanted else None


MEASURES: Mapping[str, Callable[[Gold, Found], bool | None]] = {
    "all pages @1": lambda gold, found: _all(gold.pages, [page.title for page in found.pages[:1]]),
    "all pages @5": lambda gold, found: _all(gold.pages, [page.title for page in found.pages[:5]]),
    "all sentences @5": lambda gold, found: _all(gold.sentences, [one.element for one in found.sentences]),
    "all tables @3": lambda gold, found: _all(gold.tables, [one.element for one in found.tables]),
    "a whole set": lambda gold, found: any(
        _all(each, [one.element for one in found.suggestions]) for each in gold.sets
    ),
}
