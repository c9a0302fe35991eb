"""A new index takes the place of the old one while people search, or nothing changes."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from search.backend import EngineUnavailable, IndexMissing
from search.documents import IndexDocument
from search.elastic import bulk
from search.elastic.client import client_for
from search.elastic.engine import ElasticIndex
from search.elastic.mapping import putting
from tests.search.backend_cases import titles
from tests.search.conftest import documents
from tests.search.elastic.conftest import engine_on, filled
from tests.search.elastic.refusals import Json, Refused
from tests.search.elastic.server import Loopback
from tests.search.pages import PAGES, make_page

GOLD, SILVER = map(putting, documents(PAGES[-2:]))


def indexes(running: Loopback) -> list[str]:
    return sorted(running.node.cluster.indexes)


# --- One generation after another ------------------------------------------------------------------------------------


def test_an_index_is_made_beside_the_one_in_use(elastic: ElasticIndex) -> None:
    assert elastic.index([GOLD], 2) == 1
    assert titles(elastic, "metal coins") == ["Silver"]
    assert elastic.check() == 1
    elastic.swap(2)
    assert titles(elastic, "metal") == ["Gold"]
    assert elastic.check() == 2


def test_the_alias_moves_in_one_step(elastic: ElasticIndex, newest: Loopback) -> None:
    elastic.index([GOLD], 2)
    before = len(newest.requests)
    elastic.swap(2)
    (body,) = [body for method, target, body in newest.requests[before:] if target.startswith("/_aliases")]
    assert b'"remove"' in body and b'"add"' in body


def test_people_search_without_a_gap_while_indexes_are_swapped(elastic: ElasticIndex) -> None:
    found: list[int] = []
    over = threading.Event()

    def read() -> None:
        while not over.is_set():
            found.append(len(titles(elastic, "curie")))

    reader = threading.Thread(target=read)
    reader.start()
    try:
        for generation in range(2, 6):
            elastic.index(map(putting, documents()), generation)
            elastic.swap(generation)
    finally:
        over.set()
        reader.join()
    assert set(found) == {4}


def test_the_index_before_the_one_in_use_stays_and_older_ones_go(elastic: ElasticIndex, newest: Loopback) -> None:
    for generation in (2, 3, 4):
        elastic.index([GOLD], generation)
        elastic.swap(generation)
    assert indexes(newest) == ["attest.small.3", "attest.small.4"]


def test_an_update_changes_adds_and_removes_pages(elastic: ElasticIndex) -> None:
    tin = documents([make_page("Tin", "Tin is a metal.")])
    silver = documents([make_page("Silver", "Silver is a precious metal.")])
    assert elastic.update(map(putting, [*tin, *silver]), ["Gold"], 2) == len(PAGES)
    assert titles(elastic, "nuggets") == ["Gold"]  # nobody sees it before the swap
    elastic.swap(2)
    assert set(titles(elastic, "metal -liquid -sun")) == {"Silver", "Tin"}
    assert titles(elastic, "precious") == ["Silver"]
    assert elastic.check() == 2


def test_an_update_of_nothing_is_the_same_index_under_another_number(elastic: ElasticIndex) -> None:
    assert elastic.update([], ["A page that was never there"], 2) == len(PAGES)
    elastic.swap(2)
    assert titles(elastic, "nuggets") == ["Gold"]


def test_an_update_of_no_index_says_so(newest: Loopback) -> None:
    with pytest.raises(IndexMissing, match="no search index"):
        engine_on(newest).update([GOLD], [], 2)


@pytest.mark.parametrize("generation", [2, 3])
def test_what_is_not_whole_cannot_be_swapped_in(elastic: ElasticIndex, newest: Loopback, generation: int) -> None:
    newest.node.cluster.create(
        "attest.small.3",
        {"mappings": {"dynamic": "strict", "properties": {}}, "aliases": {"attest.small.3.writing": {}}},
    )
    with pytest.raises(IndexMissing, match="is not there"):
        elastic.swap(generation)
    assert titles(elastic, "nuggets") == ["Gold"]


def test_what_a_killed_build_left_is_cleared_away_by_the_next_swap(elastic: ElasticIndex, newest: Loopback) -> None:
    newest.node.cluster.create("attest.small.7", {"mappings": {"dynamic": "strict", "properties": {}}})
    elastic.index([GOLD], 8)
    elastic.swap(8)
    assert indexes(newest) == ["attest.small.1", "attest.small.8"]


def test_a_finished_index_cannot_be_written(elastic: ElasticIndex) -> None:
    with pytest.raises(bulk.PagesRefused, match="Gold: cluster_block_exception"):
        bulk.send(client_for(elastic.server), elastic.alias, [GOLD])


def test_deleting_leaves_nothing_and_touches_no_other_corpus(elastic: ElasticIndex, newest: Loopback) -> None:
    filled(engine_on(newest, "small-2"))
    elastic.delete()
    elastic.delete()
    assert indexes(newest) == ["attest.small-2.1"]
    with pytest.raises(IndexMissing):
        elastic.check()


def test_two_installations_share_a_server_by_their_prefixes(newest: Loopback) -> None:
    ours, theirs = engine_on(newest), engine_on(newest, prefix="theirs")
    filled(ours)
    with pytest.raises(IndexMissing):
        theirs.check()
    theirs.index([GOLD], 1)
    theirs.swap(1)
    theirs.delete()
    assert titles(ours, "coins") == ["Silver"]


# --- A build that fails ----------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long a build would have waited before it tried again."""
    pauses: list[float] = []
    monkeypatch.setattr(bulk, "pause", pauses.append)
    return pauses


def unchanged(engine: ElasticIndex, running: Loopback) -> None:
    assert indexes(running) == ["attest.small.1"]
    assert titles(engine, "nuggets") == ["Gold"]


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_an_interrupted_build_leaves_nothing(elastic: ElasticIndex, newest: Loopback, error: type) -> None:
    def interrupted() -> Iterator[IndexDocument]:
        yield GOLD
        raise error

    for build in (lambda: elastic.index(interrupted(), 2), lambda: elastic.update(interrupted(), [], 2)):
        with pytest.raises(error):
            build()
        unchanged(elastic, newest)


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_server_is_asked_again_with_growing_pauses(
    elastic: ElasticIndex, newest: Loopback, no_pauses: list[float], status: int
) -> None:
    newest.refuse("_bulk", status, "es_rejected_execution_exception", times=3)
    assert elastic.index(map(putting, documents()), 2) == len(PAGES)
    assert no_pauses == [0.5, 1.0, 2.0]


def test_a_server_that_stays_busy_ends_the_build(
    elastic: ElasticIndex, newest: Loopback, no_pauses: list[float]
) -> None:
    newest.refuse("_bulk", 429, "es_rejected_execution_exception", times=99)
    with pytest.raises(EngineUnavailable, match="answered 429"):
        elastic.index(map(putting, documents()), 2)
    assert len(no_pauses) == bulk.ATTEMPTS - 1
    unchanged(elastic, newest)


def test_a_connection_that_is_cut_during_a_build_is_made_again(elastic: ElasticIndex, newest: Loopback) -> None:
    newest.trouble("_bulk", drops=True)
    assert elastic.index(map(putting, documents()), 2) == len(PAGES)


def test_only_the_pages_that_were_refused_are_sent_again(elastic: ElasticIndex, newest: Loopback) -> None:
    busy = iter([Refused(429, "es_rejected_execution_exception", "queue is full")] * 3)
    newest.node.item_fault = lambda document: next(busy, None) if document["key"] > "N" else None
    before = len(newest.requests)
    assert elastic.index(map(putting, documents()), 2) == len(PAGES)
    sent = [body.count(b'{"index"') for method, target, body in newest.requests[before:] if "_bulk" in target]
    assert sent == [len(PAGES), 3]


def test_a_page_that_cannot_be_indexed_is_named_and_ends_the_build(elastic: ElasticIndex, newest: Loopback) -> None:
    def fault(document: Json) -> Refused | None:
        wrong = document["key"] in ("Gold", "Silver")
        return Refused(400, "document_parsing_exception", "immense term") if wrong else None

    newest.node.item_fault = fault
    with pytest.raises(EngineUnavailable) as caught:
        elastic.index(map(putting, documents()), 2)
    assert "2 pages could not be indexed (Gold: document_parsing_exception: immense term; Silver:" in str(caught.value)
    unchanged(elastic, newest)


def test_a_server_that_forgets_pages_makes_no_smaller_index(elastic: ElasticIndex, newest: Loopback) -> None:
    newest.node.forgets_items = True
    with pytest.raises(EngineUnavailable, match=r"1 page could not be indexed \(Silver: the server did not say"):
        elastic.index(map(putting, documents()), 2)
    unchanged(elastic, newest)


def test_an_index_with_fewer_pages_than_were_sent_is_refused(elastic: ElasticIndex, newest: Loopback) -> None:
    twice = [GOLD, SILVER, GOLD]  # the second takes the place of the first, as on any loss
    with pytest.raises(EngineUnavailable, match="3 pages were sent to Elasticsearch, and it has 2"):
        elastic.index(twice, 2)
    unchanged(elastic, newest)


def test_an_index_that_is_deleted_during_a_build_is_not_made_anew(elastic: ElasticIndex, newest: Loopback) -> None:
    def pages() -> Iterator[IndexDocument]:
        yield GOLD
        del newest.node.cluster.indexes["attest.small.2"]

    with pytest.raises((EngineUnavailable, IndexMissing)):
        elastic.index(pages(), 2)
    unchanged(elastic, newest)
    # the real server would make an index of any name that is written to, were it not for this
    bulks = [target for _method, target, _body in newest.requests if "_bulk" in target]
    assert bulks and all("require_alias=true" in target for target in bulks)


def test_many_pages_go_in_several_requests(elastic: ElasticIndex, newest: Loopback) -> None:
    pages = documents([make_page(f"Page {i}", "Words.") for i in range(1_201)])
    before = len(newest.requests)
    assert elastic.index(map(putting, pages), 2) == 1_201
    sent = [body.count(b'{"index"') for method, target, body in newest.requests[before:] if "_bulk" in target]
    assert sent == [500, 500, 201]


def test_large_pages_go_in_smaller_requests(
    monkeypatch: pytest.MonkeyPatch, elastic: ElasticIndex, newest: Loopback
) -> None:
    monkeypatch.setattr(bulk, "MOST_BYTES", 1_000)
    before = len(newest.requests)
    elastic.index(map(putting, documents()), 2)
    assert len([target for _, target, _ in newest.requests[before:] if "_bulk" in target]) == len(PAGES)


# --- Pages that are hard to index ------------------------------------------------------------------------------------


def test_pages_that_are_hard_to_index(newest: Loopback) -> None:
    engine = engine_on(newest)
    long = "a" * 40_000
    pages = [
        make_page("Void"),
        make_page("!?"),
        make_page("Long word", f"Here is {long} and more."),
        make_page("T" * 300, "A long title."),
        make_page("Vowels and signs", "\u0928\u092e\u0938\u094d\u0924\u0947 \U0001f600 \u4e2d\u6587."),
    ]
    engine.index(map(putting, documents(pages)), 1)
    engine.swap(1)
    assert titles(engine, "void") == ["Void"]
    assert titles(engine, long) == titles(engine, "here more") == ["Long word"]
    assert titles(engine, "T" * 300) == ["T" * 300]
    assert titles(engine, "中文") == ["Vowels and signs"]


def test_an_index_of_nothing_finds_nothing(newest: Loopback) -> None:
    engine = engine_on(newest)
    assert engine.index([], 1) == 0
    engine.swap(1)
    assert titles(engine, "gold") == []
    assert engine.frequencies(["gold"]) == (0, {"gold": 0})
