"""`python -m benchmarks.citations retrieval`: where the cited page stands among others, by query and by order.

WiCE's dev claims in the two pools of `pool.py`. `engine`: as the search of the site ranks pages. `order`: its first 100
by `baseline.citations.ranking`. `verifier`: the first 10 of these by the verifier without weights. Numbers were chosen
on the tuned half alone, that of the verifier included. Differences are paired, over claims, to BM25 of sentence and
title; times are of the processor.

With --weights, a bi-encoder (`dense`: its first 100; `order, dense too`: both first hundreds), and differences are to
the order of the sparse hundred. It reads the first 256 tokens of a page; its vectors stay in the benchmark's folder.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from baseline.citations.query import SearchQuery, search_query
from benchmarks.baseline.paired import mean_difference
from benchmarks.baseline.setting_up import set_up
from benchmarks.citations.data import SHARED

if TYPE_CHECKING:  # Django is set up first
    from benchmarks.citations.pool import WiceClaim
    from corpus.models import Corpus

Way: TypeAlias = "Callable[[WiceClaim], list[str]]"
DEPTHS = (1, 5, 100)
FOLDER = Path(tempfile.gettempdir()) / "attest-citations-benchmark"
BASE = f"engine: {SearchQuery.TITLE}"
DENSE_QUERIES = (SearchQuery.SENTENCE, SearchQuery.TITLE, SearchQuery.CONTEXT)
HALVES = (("tuned", True), ("reported", False), ("all", None))
NOT_FOUND = 10**6


def run(weights: Sequence[str] = ()) -> None:
    """Print a table for each pool."""
    set_up(FOLDER)
    from benchmarks.citations import pool

    claims = pool.read_claims(SHARED)
    for slug in (pool.SMALL, pool.LARGE):
        corpus = pool.prepare(SHARED, slug)
        print(f"\n{slug}: {corpus.pages.count():,} pages, {len(claims)} claims\n")
        print(
            "| | half | P@1 | SR@5 | SR@100 | P@1 more | SR@5 more | ms |\n|---|---|---|---|---|---|---|---|",
            flush=True,
        )
        _table(_dense_ways(corpus, weights[0]) if weights else _ways(corpus), claims)


def _ways(corpus: Corpus) -> dict[str, Way]:
    ways = {BASE: _engine(corpus, SearchQuery.TITLE)}
    ways |= {f"engine: {query}": _engine(corpus, query) for query in SearchQuery if query != SearchQuery.TITLE}
    ways |= {f"order: {query}": _order(corpus, query) for query in (SearchQuery.TITLE, SearchQuery.CONTEXT)}
    ways["order + verifier"] = _order(corpus, SearchQuery.CONTEXT, verified=True)
    return ways


def _dense_ways(corpus: Corpus, weights: str) -> dict[str, Way]:
    from baseline.citations.retrieval import LENGTH
    from baseline.dense.encoder import open_encoder
    from baseline.dense.stored import index_vectors

    index_vectors(corpus, open_encoder(weights, LENGTH), lambda done, _: print(f"{done:,} pages", file=sys.stderr))
    ways = {f"order: {SearchQuery.CONTEXT}": _order(corpus, SearchQuery.CONTEXT)}
    ways |= {f"dense: {query}": _dense(corpus, query, weights) for query in DENSE_QUERIES}
    ways["order, dense too"] = _order(corpus, SearchQuery.CONTEXT, dense=weights)
    return ways


def _table(ways: Mapping[str, Way], claims: Sequence[WiceClaim]) -> None:
    base: list[int] = []
    for name, way in ways.items():
        started = time.process_time()
        ranks = [_rank(way(one), one.key) for one in claims]
        took = 1_000 * (time.process_time() - started) / len(claims)
        base = base or ranks
        for half, tuned in HALVES:
            mine = [at for at, one in enumerate(claims) if tuned is None or one.is_for_tuning is tuned]
            shares = [f"{sum(ranks[at] <= depth for at in mine) / len(mine):.3f}" for depth in DEPTHS]
            more = [_more([base[at] for at in mine], [ranks[at] for at in mine], depth) for depth in DEPTHS[:2]]
            shown = [name, half, *shares, *(more if ranks is not base else ("", "")), f"{took:.0f}"]
            print(f"| {' | '.join(shown)} |", flush=True)


def _more(base: Sequence[int], ranks: Sequence[int], depth: int) -> str:
    """The difference of the shares found within a depth, with its interval."""
    first, second = ([float(rank <= depth) for rank in one] for one in (base, ranks))
    difference, low, high = mean_difference(first, second) if first != second else (0.0, 0.0, 0.0)
    return f"{difference:+.3f} [{low:+.3f}, {high:+.3f}]"


def _rank(keys: Sequence[str], wanted: str) -> int:
    return keys.index(wanted) + 1 if wanted in keys else NOT_FOUND


def _engine(corpus: Corpus, query: SearchQuery) -> Way:
    from corpus.models import WebPage
    from search.api import retrieve

    keys = dict(WebPage.objects.filter(corpus=corpus).values_list("page__title", "key"))
    return lambda one: [keys[hit.title] for hit in retrieve(corpus, search_query(one.claim, query), DEPTHS[-1])]


def _dense(corpus: Corpus, query: SearchQuery, weights: str) -> Way:
    from baseline.citations.retrieval import DENSE, candidates, open_search

    search = open_search([corpus], query=query, dense=weights)

    def way(one: WiceClaim) -> list[str]:
        ranks = [(dict(each.found_by).get(DENSE, NOT_FOUND), each.key) for each in candidates(one.claim, search)]
        return [key for rank, key in sorted(ranks) if rank != NOT_FOUND]

    return way


def _order(corpus: Corpus, query: SearchQuery, *, verified: bool = False, dense: str = "") -> Way:
    from baseline.citations.retrieval import READ, candidates, open_search, ordered
    from baseline.citations.verify import lexical_verifier

    search = open_search([corpus], query=query, dense=dense)

    def way(one: WiceClaim) -> list[str]:
        claim = one.claim
        found = sorted(ordered(claim, search, candidates(claim, search)), key=lambda each: -each[1].score)
        if verified:
            verifier = lexical_verifier()
            best = found[:READ]
            scores = [verifier.verify(claim, [part.text for part in read.passages]).score for _, read in best]
            order = sorted(range(len(best)), key=lambda at: -scores[at])
            found[:READ] = [best[at] for at in order]
        return [candidate.key for candidate, _ in found]

    return way
