"""Elasticsearch does what every engine does: over the loopback server always, over a real one where there is one."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

import pytest

from search.backend import IndexMissing
from search.elastic.engine import ElasticIndex
from search.elastic.server import Server
from tests.search.backend_cases import CASES, Case, titles
from tests.search.conftest import documents
from tests.search.elastic.conftest import engine_on, filled
from tests.search.elastic.server import Loopback
from tests.search.pages import PAGES, make_page


@pytest.fixture
def played(server: Loopback) -> ElasticIndex:
    return filled(engine_on(server))


@pytest.fixture
def real(real_server: Server) -> Iterator[ElasticIndex]:
    engine = filled(ElasticIndex(real_server, secrets.token_hex(6)))
    yield engine
    engine.delete()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_elasticsearch_does_what_every_engine_does(played: ElasticIndex, case: Case) -> None:
    case(played)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_a_real_elasticsearch_does_what_every_engine_does(real: ElasticIndex, case: Case) -> None:
    case(real)


def goes_through_its_life(engine: ElasticIndex) -> None:
    """Built, swapped, brought up to date, and deleted."""
    filled(engine)
    changed = documents([make_page("Tin", "Tin is a metal."), make_page("Silver", "Silver is a precious metal.")])
    assert engine.update(map(engine.entry, changed), ["Gold"], 2) == len(PAGES)
    assert (engine.check(), titles(engine, "nuggets")) == (1, ["Gold"])
    engine.swap(2)
    assert (engine.check(), titles(engine, "precious")) == (2, ["Silver"])
    assert set(titles(engine, "metal -liquid -sun")) == {"Silver", "Tin"}
    engine.index(map(engine.entry, documents()), 3)
    engine.swap(3)
    assert titles(engine, "nuggets") == ["Gold"]
    assert engine.near_titles("reykjavk", 5) == (PAGES[5].title,)
    assert ("curie", 4) in [(one.word, one.pages) for one in engine.spellings("curei", 2, 10)]
    engine.delete()
    with pytest.raises(IndexMissing):
        engine.check()


def test_an_index_goes_through_its_life(server: Loopback) -> None:
    goes_through_its_life(engine_on(server))


def test_an_index_goes_through_its_life_on_a_real_elasticsearch(real_server: Server) -> None:
    goes_through_its_life(ElasticIndex(real_server, "life"))
