"""Better sources for a claim: pages of web corpora that a verifier finds to support it more than the cited page.

1. 100 pages by BM25 of `search` and 100 by a bi-encoder where weights are given; their union, each with who found it
   and at which rank.
2. Out go the cited page and its copies, pages of hosts that are not wanted, and what is no source for Wikipedia.
3. `ranking` orders them by page and best passage; the verifier reads the best 10.
4. Of those that support the claim by a margin more than the cited page, the best are suggested: one of a site, one of
   a text. There may be none.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from baseline.citations.circular import copies_article, why_no_source
from baseline.citations.claim import Claim, Verification, Verifier
from baseline.citations.language import foreign_language
from baseline.citations.query import Expander, SearchQuery, open_expander, search_query
from baseline.citations.ranking import Kept, Ranked, added, claim_factors, ranked, stem_weights
from baseline.dense.encoder import Encoder, open_encoder
from baseline.dense.stored import stored_vectors
from baseline.dense.vectors import PageVectors
from baseline.models import NoModel
from corpus.models import Corpus, StoredPage
from corpus.web.addresses import hosts
from search.api import backend_of, frequencies_of, retrieve
from search.backend import EngineUnavailable, IndexMissing
from search.folding import fold
from search.provenance import Restriction

EACH = 100  # pages of each system
READ = 10  # of them by the verifier; 2 of 153 cited pages of the tuned half are behind that
SPARSE, DENSE = "bm25", "dense"
MOST_FAILS = 0.5  # a suggestion is more likely to support the claim than not
MARGIN = 0.1  # by which its probability of failing is below that of the cited page
LENGTH = 256  # tokens that a bi-encoder reads


class Candidate(NamedTuple):
    """A page that was found: its key in the database, and (system, rank from 1) of each that found it."""

    page: int
    title: str
    corpus: int
    url: str
    address: str
    domain: str
    key: str
    found_by: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Suggested:
    """A better source. `page` is its key in the database, `passage` the local id of its best passage.

    `found_by`: (system, rank from 1) of each that found it. `text`: the passage.
    """

    page: int
    passage: str
    text: str
    url: str
    score: float
    fails: float
    found_by: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Dense:
    """The vectors of corpora by their keys, and what made them."""

    encoder: Encoder
    vectors: Mapping[int, PageVectors]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hosts:
    """Hosts, with everything below them, that are searched alone (if any are named) and never."""

    only: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()


ANY_HOST = Hosts()


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """Where and how sources are looked for. `indexed` are those of the corpora that can be searched.

    `notes` say what is off, and why.
    """

    corpora: Sequence[Corpus]
    indexed: Sequence[Corpus]
    query: SearchQuery = SearchQuery.CONTEXT
    hosts: Hosts = ANY_HOST
    dense: Dense | None = None
    expander: Expander | None = None
    notes: tuple[str, ...] = ()
    kept: Kept = field(default_factory=Kept)


def open_search(
    corpora: Sequence[Corpus],
    *,
    query: SearchQuery = SearchQuery.CONTEXT,
    wanted: Hosts = ANY_HOST,
    dense: str = "",
    expander: str = "",
) -> Search:
    """A search of these web corpora, as far as they have an index. `dense`, `expander`: folders of weights, or "".

    Raises NoModel for a folder that cannot be used, EngineUnavailable where the search server is away.
    """
    notes: list[str] = []
    indexed = []
    for corpus in corpora:
        try:
            backend_of(corpus).check()
            indexed.append(corpus)
        except EngineUnavailable:
            raise
        except IndexMissing as error:
            notes.append(f"{corpus.slug} is not searched. {error}")
    vectors = _open_dense(dense, indexed, notes)
    written_by = open_expander(expander) if expander else None
    return Search(
        corpora=tuple(corpora),
        indexed=tuple(indexed),
        query=query,
        hosts=wanted,
        dense=vectors,
        expander=written_by,
        notes=tuple(notes),
    )


def _open_dense(folder: str, corpora: Sequence[Corpus], notes: list[str]) -> Dense | None:
    """The bi-encoder in a folder with the vectors that it made of the corpora; notes say what has none."""
    if not folder:
        notes.append("Dense search is off: no bi-encoder is named.")
        return None
    encoder = open_encoder(folder, LENGTH)
    vectors = {}
    for corpus in corpora:
        try:
            vectors[corpus.pk] = stored_vectors(corpus, encoder)
        except NoModel as error:
            notes.append(f"Dense search of {corpus.slug} is off. {error}")
    return Dense(encoder, vectors) if vectors else None


def better_sources(
    claim: Claim,
    search: Search,
    verifier: Verifier,
    *,
    cited: Verification | None = None,
    excluded: Collection[str] = (),
    exclude_pages: Collection[int] = (),
    cited_texts: Collection[str] = frozenset(),
    most: int = 5,
) -> list[Suggested]:
    """At most `most` pages that support the claim better than the page that is cited, best first; often none.

    `cited`: how well that does, None or without `fails` where it is not known: then only support counts. `excluded` are
    keys of addresses, `exclude_pages` keys of stored pages. A page of which most passages are among `cited_texts`,
    folded, is a copy of the cited page and left out, and so is one in another language than the claim.
    """
    found = candidates(claim, search, excluded, exclude_pages)
    # by address where scores are equal: the database returns rows in any order
    best = sorted(ordered(claim, search, found), key=lambda one: (-one[1].score, one[0].address))[:READ]
    suggested = []
    for candidate, read in best:
        texts = [passage.text for passage in read.passages]
        if 2 * sum(fold(text) in cited_texts for text in texts) > len(texts):
            continue
        if foreign_language(texts, claim.language):
            continue
        checked = verifier.verify(claim, texts)
        if checked.fails is not None and is_better(checked, cited) and not copies_article(claim, texts):
            passage = read.passages[checked.passage]
            suggested.append(
                (candidate, _suggested(candidate, passage.element, passage.text, checked.score, checked.fails))
            )
    # Many fail with one probability: these stay in the order in which they fit, which finds the cited page more often
    # than the verifier's score does.
    suggested.sort(key=lambda one: one[1].fails)
    return [one for _, one in _one_of_each(suggested)][:most]


def is_better(checked: Verification, cited: Verification | None) -> bool:
    """Whether a page may be suggested in place of the cited one; never one of which nothing is known."""
    if checked.fails is None or checked.fails > MOST_FAILS:
        return False
    if cited is None or cited.fails is None:
        return True
    return checked.fails <= cited.fails - MARGIN and checked.score > cited.score


def candidates(
    claim: Claim, search: Search, excluded: Collection[str] = (), exclude_pages: Collection[int] = ()
) -> list[Candidate]:
    """The pages that any system found, without those that cannot be suggested, in no particular order."""
    found: dict[tuple[int, str], list[tuple[str, int]]] = {}
    for system, places in ((SPARSE, _sparse(claim, search)), (DENSE, _dense(claim, search))):
        for rank, place in enumerate(places, 1):
            found.setdefault(place, []).append((system, rank))
    return [
        one
        for one in _pages(found)
        if one.key not in excluded and one.page not in exclude_pages and _is_wanted(one, search.hosts)
    ]


def ordered(claim: Claim, search: Search, found: Iterable[Candidate]) -> Iterator[tuple[Candidate, Ranked]]:
    """Each candidate that has text with its score and passages."""
    factors = claim_factors(claim)
    weights = stem_weights(factors, added([frequencies_of(corpus, factors) for corpus in search.indexed]))
    listed = [*found]
    missing = [one.page for one in listed if search.kept.get(one.page) is None]
    data = dict(StoredPage.objects.filter(pk__in=missing).order_by().values_list("pk", "data"))
    for candidate in listed:
        passages = search.kept.get(candidate.page)
        if passages is None and candidate.page in data:
            passages = search.kept.add(candidate.page, json.loads(data.pop(candidate.page)))
        if passages:
            yield candidate, ranked(passages, weights)


def _sparse(claim: Claim, search: Search) -> list[tuple[int, str]]:
    """(corpus, title) of the best pages of all corpora, as far as scores of several can be compared."""
    expansion = search.expander.titles([claim])[0] if search.expander else ""
    text = search_query(claim, search.query, expansion)
    ways = [Restriction(host=host) for host in sorted(search.hosts.only)] or [Restriction()]
    hits = [
        (hit.score, corpus.pk, hit.title)
        for corpus in search.indexed
        for way in ways
        for hit in retrieve(corpus, text, EACH, restriction=way)
    ]
    hits.sort(key=lambda one: (-one[0], *one[1:]))
    return [*dict.fromkeys((corpus, title) for _, corpus, title in hits)][:EACH]


def _dense(claim: Claim, search: Search) -> list[tuple[int, str]]:
    if search.dense is None:
        return []
    (vector,) = search.dense.encoder.encode([search_query(claim, search.query)])
    near = [
        (cosine, corpus, title)
        for corpus, vectors in search.dense.vectors.items()
        for title, cosine in vectors.nearest(vector, EACH)
    ]
    near.sort(key=lambda one: (-one[0], *one[1:]))
    return [(corpus, title) for _, corpus, title in near[:EACH]]


def _pages(found: Mapping[tuple[int, str], list[tuple[str, int]]]) -> Iterator[Candidate]:
    """The web pages among what was found, documents that were collected for one claim left out."""
    for corpus in {corpus for corpus, _ in found}:
        titles = [title for of, title in found if of == corpus]
        rows = StoredPage.objects.filter(corpus=corpus, title__in=titles, web__collection="").order_by()
        of_web = (f"web__{name}" for name in ("url", "address", "domain", "key"))
        for row in rows.values_list("pk", "title", "corpus", *of_web):
            yield Candidate._make((*row, tuple(found[corpus, row[1]])))


def _is_wanted(candidate: Candidate, wanted: Hosts) -> bool:
    its = set(hosts(candidate.address))
    is_within = not wanted.only or bool(its & wanted.only)
    return is_within and not its & wanted.never and not why_no_source(candidate.address)


def _suggested(candidate: Candidate, element: str, text: str, score: float, fails: float) -> Suggested:
    return Suggested(candidate.page, element, text, candidate.url, score, fails, candidate.found_by)


def _one_of_each(found: Iterable[tuple[Candidate, Suggested]]) -> Iterator[tuple[Candidate, Suggested]]:
    """The first of each site and of each passage."""
    seen: set[str] = set()
    for candidate, one in found:
        names = {f"site {candidate.domain}", f"text {fold(one.text)}"}  # reprints have the passage, whatever is around
        if not seen & names:
            seen |= names
            yield candidate, one
