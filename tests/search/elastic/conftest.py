from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from search.elastic import engine
from search.elastic.client import client_for, connect
from search.elastic.engine import ElasticIndex
from search.elastic.server import Server, read_server
from tests.search.conftest import documents
from tests.search.elastic.server import Loopback, loopback

REAL = "TEST_ELASTICSEARCH_URL"


@pytest.fixture(autouse=True, scope="module")
def patience(request: pytest.FixtureRequest) -> Iterator[None]:
    """Wait a minute for an answer where the time of answers is not what is tested: a busy machine may need it."""
    with pytest.MonkeyPatch.context() as patch:
        if request.module.__name__ != "tests.search.elastic.test_failures":
            patch.setattr(engine, "READ_SECONDS", 60.0)
        yield


@pytest.fixture(params=["8.19.2", "9.2.0"])
def server(request: pytest.FixtureRequest) -> Iterator[Loopback]:
    """A loopback server of either version."""
    with loopback(request.param) as running:
        yield running


@pytest.fixture
def newest() -> Iterator[Loopback]:
    """A loopback server of version 9, for what does not depend on the version."""
    with loopback() as running:
        yield running


Engine = Callable[..., ElasticIndex]


def engine_on(running: Loopback, slug: str = "small", **options: Any) -> ElasticIndex:
    return ElasticIndex(replace(Server(running.url), **options), slug)


def filled(engine: ElasticIndex, generation: int = 1) -> ElasticIndex:
    """With the small wiki."""
    engine.index(map(engine.entry, documents()), generation)
    engine.swap(generation)
    return engine


@pytest.fixture
def elastic(newest: Loopback) -> ElasticIndex:
    """The small wiki on a loopback server."""
    return filled(engine_on(newest))


@pytest.fixture(scope="session")
def real_server() -> Iterator[Server]:
    """The server of TEST_ELASTICSEARCH_URL, and a prefix of index names that nobody else has."""
    if not os.environ.get(REAL):
        pytest.skip(f"{REAL} names no Elasticsearch server")
    prefix = f"attest-test-{secrets.token_hex(6)}"
    server = read_server(os.environ[REAL], prefix=prefix, api_key=os.environ.get("TEST_ELASTICSEARCH_API_KEY", ""))
    yield server
    client = connect(server)
    if left := list(client.indices.get(index=f"{prefix}.*").body):
        client.indices.delete(index=",".join(left))
    client.close()
    assert client_for(server).indices.get(index=f"{prefix}.*").body == {}
