"""Both engines find the same pages, whatever is asked: folding, endings, phrases, patterns, filters and counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from search.documents import IndexDocument
from search.elastic import query_builder
from search.elastic.client import client_for
from search.elastic.engine import ElasticIndex
from search.elastic.server import Layout
from search.embedded.engine import EmbeddedIndex
from search.folding import fold
from search.provenance import Provenance, Restriction
from search.query.ast import Fuzzy, InCategory, LinksTo, Query, Term, TitleBeginning, Wildcard, Words
from tests.search.conftest import documents, put
from tests.search.elastic.conftest import engine_on, filled
from tests.search.elastic.server import Loopback, loopback

Both = tuple[EmbeddedIndex, ElasticIndex]
PROVENANCES = (
    None,
    Provenance(("a.example.com", "example.com"), "GB", date(2017, 2, 1)),
    Provenance(("example.com",), "", None),
    Provenance(("example.org",), "DE", date(2020, 5, 6), "7"),
    Provenance(("b.example.com", "example.com"), "DE", date(2020, 5, 7)),
)


def wiki() -> list[IndexDocument]:
    """The small wiki with categories, links and popularity, which its pages leave out."""
    return [
        replace(
            page,
            categories=("Chemists", "People of Iceland")[: number % 3],
            links=("Gold", "Nobel Prize", "Marie Curie")[number % 4 :],
            links_in=number * number,
            provenance=PROVENANCES[number % len(PROVENANCES)],
        )
        for number, page in enumerate(documents())
    ]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    embedded = EmbeddedIndex(tmp_path_factory.mktemp("both"), "small")
    put(embedded, wiki(), 1)
    with loopback() as running:
        elastic = engine_on(running)
        put(elastic, wiki(), 1)
        yield embedded, elastic


WORDS = sorted(
    {word for page in wiki() for text in (page.title, *page.body, *page.introduction) for word in fold(text).split()}
)
word = st.sampled_from(WORDS)
phrase = st.lists(word, min_size=1, max_size=3).map(tuple)
text = st.one_of(
    st.builds(Words, phrase, st.booleans(), st.just(0)),
    st.builds(
        lambda begins, in_title: Wildcard(f"{begins[:3]}*", in_title), word.filter(lambda w: len(w) > 3), st.booleans()
    ),
    st.builds(Fuzzy, word.filter(lambda w: len(w) > 2), st.sampled_from([1, 2]), st.booleans()),
)
only = st.one_of(
    st.builds(TitleBeginning, word.map(lambda w: w[:3])),
    st.just(InCategory(("chemists",))),
    st.sampled_from([LinksTo(("Gold",)), LinksTo(("Nobel Prize", "Nobody"))]),
)
term: st.SearchStrategy[Term] = st.one_of(text, only)
clauses = st.lists(st.lists(term, min_size=1, max_size=2).map(tuple), min_size=1, max_size=3).map(tuple)
queries = st.builds(Query, clauses, st.lists(term, max_size=1).map(tuple))
many = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


@many
@given(query=queries)
def test_both_find_the_same_pages(both: Both, query: Query) -> None:
    found = [{hit.title for hit in engine.search(query, 0, 100).hits} for engine in both]
    assert found[0] == found[1]
    assert len({engine.search(query, 0, 1).total for engine in both}) == 1


@many
@given(filters=st.lists(only.map(lambda one: (one,)), min_size=1, max_size=2).map(tuple))
def test_both_order_filtered_pages_by_the_links_to_them(both: Both, filters: tuple) -> None:
    embedded, elastic = ([hit.title for hit in engine.search(Query(filters), 0, 100).hits] for engine in both)
    assert embedded == elastic


@many
@given(words=st.lists(word, min_size=1, max_size=4, unique=True))
def test_both_score_alike(both: Both, words: list[str]) -> None:
    """To a few per cent: tantivy and Lucene round the lengths of long texts, the loopback server does not."""
    embedded, elastic = ({hit.title: hit.score for hit in engine.retrieve(words, 50)} for engine in both)
    assert elastic == pytest.approx(embedded, rel=0.05)


@many
@given(words=st.lists(word, max_size=4, unique=True), titles=st.none() | st.just(["Gold", "Silver", "No page"]))
def test_both_retrieve_and_count_alike(both: Both, words: list[str], titles: list[str] | None) -> None:
    embedded, elastic = both
    assert embedded.frequencies(words) == elastic.frequencies(words)
    for unit in ("page", "introduction"):
        found = [{hit.title for hit in engine.retrieve(words, 50, unit, titles)} for engine in both]
        assert found[0] == found[1]


restrictions = st.builds(
    Restriction,
    collection=st.sampled_from(["", "7", "8"]),
    host=st.sampled_from(["", "example.com", "b.example.com", "com"]),
    country=st.sampled_from(["", "DE", "GB"]),
    before=st.sampled_from([None, date(2017, 1, 31), date(2017, 2, 1), date(2020, 5, 6)]),
)


@many
@given(words=st.lists(word, min_size=1, max_size=4, unique=True), restriction=restrictions)
def test_both_keep_to_the_same_provenance(both: Both, words: list[str], restriction: Restriction) -> None:
    found = [{hit.title: hit.score for hit in engine.retrieve(words, 50, restriction=restriction)} for engine in both]
    assert found[1] == pytest.approx(found[0], rel=0.05)
    plain = {hit.title: hit.score for hit in both[0].retrieve(words, 50)}
    known = {page.title: page.provenance for page in wiki()}
    assert found[0] == {title: plain[title] for title in plain if _meets(known[title], restriction)}


def _meets(page: Provenance | None, wanted: Restriction) -> bool:
    return (
        page is not None
        and page.collection == wanted.collection
        and (not wanted.host or wanted.host in page.hosts)
        and (not wanted.country or wanted.country == page.country)
        and (wanted.before is None or page.earliest is None or page.earliest <= wanted.before)
    )


@many
@given(word=word.filter(lambda one: one.isalpha() and len(one) >= 4), edits=st.sampled_from([1, 2]))
def test_both_know_the_same_near_words(both: Both, word: str, edits: int) -> None:
    edits = min(edits, len(word) // 4)  # Elasticsearch leaves out words that are less than half alike
    found = [{(one.word, one.pages) for one in engine.spellings(word, edits, 100)} for engine in both]
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "beginning", ["merkury", "marie curei", "reykjavk", "nobl pri", "ieland", "madame curia", "zzzz"]
)
def test_both_know_the_same_near_titles(both: Both, beginning: str) -> None:
    embedded, elastic = (list(engine.near_titles(beginning, 10)) for engine in both)
    assert embedded == elastic


@many
@given(beginnings=st.lists(word.map(lambda one: one[:3]), min_size=1, max_size=3))
def test_both_know_the_same_titles_by_their_words(both: Both, beginnings: list[str]) -> None:
    embedded, elastic = (list(engine.titles_with(beginnings, 20)) for engine in both)
    assert embedded == elastic


@pytest.fixture(scope="module")
def cut() -> Iterator[tuple[ElasticIndex, ElasticIndex]]:
    """The same pages in one shard and in three."""
    with loopback() as running:
        made = [engine_on(running, f"cut-{shards}", layout=Layout(shards)) for shards in (1, 3)]
        for engine in made:
            put(engine, wiki(), 1)
        assert [len(index.parts()) for index in running.node.cluster.indexes.values()] == [1, 3]
        yield made[0], made[1]


@many
@given(words=st.lists(word, min_size=1, max_size=4, unique=True))
def test_scores_are_the_same_in_any_number_of_shards(cut: tuple[ElasticIndex, ElasticIndex], words: list[str]) -> None:
    one, three = ([(hit.title, hit.score) for hit in engine.retrieve(words, 50)] for engine in cut)
    assert one == three
    query = Query(tuple((Words((each,)),) for each in words[:2]))
    found = [[hit.title for hit in engine.search(query, 0, 50).hits] for engine in cut]
    assert found[0] == found[1]


def test_each_shard_alone_would_score_by_its_own_counts(cut: tuple[ElasticIndex, ElasticIndex]) -> None:
    """What the server does unless it is told to count over all of them first."""
    body = query_builder.retrieve_body(["curie", "metal"], 50, "page", None)
    found = [client_for(one.server).search(index=one.alias, body=body)["hits"]["hits"] for one in cut]
    scores = [{hit["_source"]["key"]: hit["_score"] for hit in each} for each in found]
    assert scores[0].keys() == scores[1].keys() and scores[0] != scores[1]


def test_a_clone_keeps_shards_and_takes_the_copies_of_now(newest: Loopback) -> None:
    engine = filled(engine_on(newest, layout=Layout(3, 2)))
    later = engine_on(newest, layout=Layout(5, 1))
    later.update(map(later.entry, documents()[:1]), [], 2)
    settings = [index.settings for index in newest.node.cluster.indexes.values()]
    assert [(each["number_of_shards"], each["number_of_replicas"]) for each in settings] == [(3, 2), (3, 1)]
    assert {each["auto_expand_replicas"] for each in settings} == {"false"} and engine.check() == 1


def test_a_loose_phrase_keeps_its_order(both: Both) -> None:
    for words, slop, expected in ((("woman", "win"), 1, 1), (("win", "woman"), 2, 0), (("woman", "win"), 0, 0)):
        assert both[1].search(Query(((Words(words, slop=slop),),)), 0, 10).total == expected
