"""Pages by TF-IDF, by BM25 and by both, joined by each rank aggregation: with and without folding, with DCUF's rules.

FEVEROUS' dev claims in the large pool (`pool.py`), or among the pages of `real_sized.py` where these are built. Nothing
but the lists and their aggregation is timed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from baseline.config import AGGREGATIONS, INTRODUCTIONS, SEARCH, EnsembleSettings, default_config
from baseline.database_source import StoredPages
from baseline.entity_tfidf.stored import index_introductions, open_introductions
from baseline.rerank.ensemble.aggregation import Ranking
from baseline.rerank.ensemble.retriever import BM25, TFIDF, Ensemble
from baseline.words import claim_words
from benchmarks.baseline.paired import mean_difference
from benchmarks.baseline.pool import LARGE, Claim, prepare, read_claims
from corpus.models import Corpus

DEPTHS = (150, 100, 20, 5, 3, 1)
COMPARED = (20, 5, 1)
Ranker = Callable[[Claim], Ranking]


def main(folder: Path, only: str = "") -> None:
    """Print a line a ranker and half: claims all of whose pages are found; then differences with intervals."""
    claims, _ = read_claims()
    if only.startswith("real-sized"):
        from benchmarks.baseline import real_sized

        corpus = real_sized.prepare(folder, int(only.rpartition("-")[2]))
    else:
        corpus = prepare(folder, [LARGE])[LARGE]
    print(f"{corpus.slug}: {len(claims):,} claims, {corpus.pages.count():,} pages; depths {DEPTHS}")
    for is_ascii in (False, True):
        index_introductions(corpus, is_ascii=is_ascii)
    found = {name: report(name, rank, claims) for name, rank in rankers(corpus).items()}
    for name, other in (
        ("TF-IDF, folded", "TF-IDF"),
        ("BM25 of introductions, folded", "BM25 of introductions"),
        *((f"{method}", "BM25 of the search engine") for method in AGGREGATIONS),
        *((f"reciprocal-rank, {rules}", "reciprocal-rank") for rules in ("years", "title n-grams", "both rules")),
    ):
        compare(name, other, found, claims)


def rankers(corpus: Corpus) -> dict[str, Ranker]:
    """Each list, and each aggregation of lists, by its name."""
    shipped = replace(default_config().ensemble, title_ngrams=False)
    plain = replace(shipped, ascii=False, bm25=INTRODUCTIONS)
    folded = replace(shipped, bm25=INTRODUCTIONS)
    made: dict[str, Ranker] = {
        "TF-IDF": _list(corpus, plain, TFIDF),
        "TF-IDF, folded": _list(corpus, folded, TFIDF),
        "BM25 of introductions": _list(corpus, plain, BM25),
        "BM25 of introductions, folded": _list(corpus, folded, BM25),
        "BM25 of the search engine": _list(corpus, replace(shipped, bm25=SEARCH), BM25),
    }
    for name, settings in (("introductions, ", plain), ("introductions, folded, ", folded), ("", shipped)):
        for method in AGGREGATIONS:
            made[f"{name}{method}"] = _joined(corpus, replace(settings, aggregation=method))
    for name, years, ngrams in (("years", True, False), ("title n-grams", False, True), ("both rules", True, True)):
        made[f"reciprocal-rank, {name}"] = _joined(corpus, replace(shipped, years=years, title_ngrams=ngrams))
    return made


def report(name: str, rank: Ranker, claims: Sequence[Claim]) -> list[list[float]]:
    """Print the shares of both halves and the time. Returns the hits of each claim at each depth."""
    started = time.process_time()
    found = [[title for title, _ in rank(claim)] for claim in claims]
    took = 1000 * (time.process_time() - started) / len(claims)
    hits = [[float(claim.pages <= {*titles[:k]}) for k in DEPTHS] for claim, titles in zip(claims, found, strict=True)]
    for half, is_tuned in (("tuned", True), ("reported", False)):
        rows = [row for claim, row in zip(claims, hits, strict=True) if claim.is_for_tuning is is_tuned]
        shown = " ".join(f"{100 * sum(column) / len(rows):5.1f}" for column in zip(*rows, strict=True))
        print(f"{name:42} {half:8} {shown} {took:6.1f} CPU ms", flush=True)
    return hits


def compare(name: str, other: str, found: dict[str, list[list[float]]], claims: Sequence[Claim]) -> None:
    """Print the differences on both halves in points, with 95 % of a paired bootstrap."""
    for half, is_tuned in (("tuned", True), ("reported", False)):
        mine = [at for at, claim in enumerate(claims) if claim.is_for_tuning is is_tuned]
        shown = []
        for k in COMPARED:
            first, second = ([found[each][at][DEPTHS.index(k)] for at in mine] for each in (other, name))
            values = (100 * value for value in mean_difference(first, second))
            shown.append("@{} {:+.1f} ({:+.1f} to {:+.1f})".format(k, *values))
        print(f"{name} over {other}, {half}: {', '.join(shown)}", flush=True)


def _list(corpus: Corpus, settings: EnsembleSettings, name: str) -> Ranker:
    ensemble = _ensemble(corpus, settings)
    return lambda claim: ensemble.list_of(name, claim_words(claim.text))


def _joined(corpus: Corpus, settings: EnsembleSettings) -> Ranker:
    ensemble = _ensemble(corpus, settings)

    def rank(claim: Claim) -> Ranking:
        words = claim_words(claim.text)
        return ensemble.joined(words, ensemble.lists(words))

    return rank


def _ensemble(corpus: Corpus, settings: EnsembleSettings) -> Ensemble:
    config = replace(default_config(), ensemble=settings)
    return Ensemble(config, StoredPages(corpus), open_introductions(corpus, is_ascii=settings.ascii))
