"""How long Elasticsearch takes for the documents and queries of `speed.py`, in indexes of one and of several shards.

Times are by the clock, in milliseconds: the server is another process, and perhaps another machine. The indexes have a
prefix of their own and are deleted at the end.
"""

from __future__ import annotations

import secrets
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.search.speed import HITS, QUERIES, documents, phrases, queries
from benchmarks.search.wiki import sentences, shared_wiki
from search.api import search_in
from search.elastic.engine import ElasticIndex
from search.elastic.server import Layout, Server
from search.folding import fold
from search.hits import ScoredHit

WARM = 20  # queries that are asked before the clock runs
Asked = dict[str, tuple[Callable[[ElasticIndex, str], object], Sequence[str]]]


def main(server: Server, folder: Path, count: int, shards: Sequence[int]) -> None:
    """Build, measure and print everything for so many documents; compares the scores of all numbers of shards."""
    pages = shared_wiki(folder).documents()
    measure(server, sorted({*sentences(pages)}), [page.title for page in pages], count, shards)


def measure(server: Server, pool: Sequence[str], names: Sequence[str], count: int, shards: Sequence[int]) -> None:
    """Do that with documents put together from these sentences and titles."""
    own = replace(server, prefix=f"attest-benchmark-{secrets.token_hex(4)}")
    claims = pool[:: max(1, len(pool) // QUERIES)][:QUERIES]
    first: list[tuple[ScoredHit, ...]] = []
    for number in shards:
        index = ElasticIndex(replace(own, layout=Layout(number, own.layout.replicas)), f"speed-{number}")
        try:
            started = time.monotonic()
            index.index(map(index.entry, documents(pool, names, count)), 1)
            index.swap(1)
            seconds = time.monotonic() - started
            print(f"{number} shards: {count:,} documents in {seconds:.0f} s, {count / seconds:,.0f} a second")
            for name, (ask, asked) in _asked(pool, claims).items():
                _timed(name, lambda query, ask=ask, index=index: ask(index, query), asked)  # type: ignore[misc]
            scored = [index.retrieve(fold(claim).split(), HITS) for claim in claims]
            first = first or scored
            _compare(first, scored, shards[0], number)
        finally:
            index.delete()


def _asked(pool: Sequence[str], claims: Sequence[str]) -> Asked:
    asked = queries(pool)
    return {
        "all words": (lambda index, query: search_in(index, query, per_page=HITS), asked),
        "a phrase": (lambda index, query: search_in(index, f'"{query}"', per_page=HITS), phrases(pool)),
        "a wildcard": (lambda index, query: search_in(index, f"{query.split()[0][:4]}*", per_page=HITS), asked),
        "a claim, ranked": (lambda index, query: index.retrieve(fold(query).split(), 20), claims),
    }


def _timed(name: str, ask: Callable[[str], object], asked: Sequence[str]) -> None:
    for query in asked[:WARM]:
        ask(query)
    times = []
    for query in asked:
        started = time.monotonic()
        ask(query)
        times.append((time.monotonic() - started) * 1000)
    times.sort()
    print(
        f"  {name:<16} median {statistics.median(times):6.1f}  95 % {times[int(len(times) * 0.95)]:6.1f} ms", flush=True
    )


def _compare(
    first: Sequence[tuple[ScoredHit, ...]], scored: Sequence[tuple[ScoredHit, ...]], before: int, number: int
) -> None:
    """How many lists of hits are the same as with the first number of shards, and how far scores are apart."""
    same = sum(
        [hit.title for hit in one] == [hit.title for hit in other] for one, other in zip(first, scored, strict=True)
    )
    pairs = [
        (one.score, other.score) for a, b in zip(first, scored, strict=True) for one, other in zip(a, b, strict=False)
    ]
    apart = max((abs(one - other) / one for one, other in pairs if one), default=0.0)
    print(
        f"  against {before} shards: {same} of {len(first)} lists the same, scores at most {apart:.2g} apart",
        flush=True,
    )
