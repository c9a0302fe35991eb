"""The loopback server refuses what it does not know: a misspelled request must never look like a search that worked."""

from __future__ import annotations

from typing import Any

import pytest
from elasticsearch import BadRequestError, Elasticsearch, NotFoundError

from search.elastic.client import client_for
from search.elastic.engine import ElasticIndex
from tests.search.elastic.server import Loopback

Json = dict[str, Any]
GOOD: Json = {"query": {"term": {"title": {"value": "gold"}}}, "size": 3, "track_total_hits": True}


@pytest.fixture
def client(elastic: ElasticIndex) -> Elasticsearch:
    return client_for(elastic.server)


def test_a_good_search_is_answered(client: Elasticsearch) -> None:
    answer = client.search(index="attest.small", body=GOOD)
    assert [hit["_source"]["key"] for hit in answer["hits"]["hits"]] == ["Gold"]


@pytest.mark.parametrize(
    "body",
    [
        {"qurey": {"match_all": {}}},
        {},
        {"query": {}},
        {"query": {"trem": {"title": {"value": "gold"}}}},
        {"query": {"term": {"title": {"value": "gold"}}, "match_all": {}}},
        {"query": {"term": {"titel": {"value": "gold"}}}},
        {"query": {"term": {"key": {"value": "Gold"}}}},  # not indexed
        {"query": {"term": {"title": {"value": "gold", "bost": 2}}}},
        {"query": {"bool": {"msut": []}}},
        {"query": {"bool": {"must": [{"unknown": {}}]}}},
        {"query": {"fuzzy": {"words": {"value": "gold", "fuzziness": 3}}}},
        {"query": {"wildcard": {"words": {"value": "go*", "rewrite": "often"}}}},
        {"query": {"match_phrase": {"words": {"query": "gold is"}}}},  # without positions
        {"query": {"terms": {"links": "Gold"}}},
        {"query": {"function_score": {"query": {"match_all": {}}, "score_mode": "avg", "boost_mode": "multiply"}}},
        {**GOOD, "sort": [{"title": "asc"}]},
        {**GOOD, "sort": [{"links": "asc"}]},  # without doc values
        {**GOOD, "from": 10_100},
        {**GOOD, "timeout": "soon"},
        {**GOOD, "aggs": {"a": {"terms": {"field": "links"}}}},
        {**GOOD, "suggest": {"a": {"text": "gold", "term": {"field": "words", "accurcy": 1}}}},
    ],
    ids=str,
)
def test_a_search_it_does_not_know_is_refused(client: Elasticsearch, body: Json) -> None:
    with pytest.raises(BadRequestError):
        client.search(index="attest.small", body={"track_total_hits": True, **body})


def test_a_parameter_it_does_not_know_is_refused(client: Elasticsearch) -> None:
    with pytest.raises(BadRequestError, match="illegal_argument"):
        client.search(index="attest.small", body=GOOD, ignore_throttled=True)


def test_a_path_it_does_not_know_is_refused(client: Elasticsearch) -> None:
    with pytest.raises(BadRequestError):
        client.cat.indices()


@pytest.mark.parametrize(
    "changes",
    [
        {"mappings": {"dynamic": True}},
        {"mappings": {"dynamic": "strict", "properties": {"a": {"type": "txt"}}}},
        {"mappings": {"dynamic": "strict", "properties": {"a": {"type": "text", "analyser": "folded"}}}},
        {"mappings": {"dynamic": "strict", "properties": {"a": {"type": "text", "analyzer": "unheard of"}}}},
        {"settings": {"number_of_sards": 1}},
        {"settings": {"analysis": {"analyzer": {"a": {"type": "custom", "tokenizer": "standard"}}}}},
        {"alias": {}},
    ],
    ids=str,
)
def test_an_index_of_unknown_make_is_refused(client: Elasticsearch, changes: Json) -> None:
    body = {"mappings": {"dynamic": "strict", "properties": {}}, **changes}
    with pytest.raises(BadRequestError):
        client.indices.create(index="other", body=body)


@pytest.mark.parametrize("name", ["Capital", "_under", "a b", "a,b", "a#b"])
def test_a_name_that_elasticsearch_refuses_is_refused(client: Elasticsearch, name: str) -> None:
    with pytest.raises(BadRequestError):
        client.indices.create(index=name, mappings={"dynamic": "strict", "properties": {}})


def test_a_field_that_was_not_mapped_is_refused_item_by_item(client: Elasticsearch, newest: Loopback) -> None:
    newest.node.cluster.indexes["attest.small.1"].settings["blocks.write"] = False
    lines: Any = [{"index": {"_id": "1"}}, {"key": "a", "colour": "red"}, {"index": {"_id": "2"}}, {"key": "b"}]
    answer = client.bulk(index="attest.small", operations=lines)
    assert answer["errors"] is True
    assert [item["index"]["status"] for item in answer["items"]] == [400, 201]


def test_what_was_written_is_not_seen_before_a_refresh(client: Elasticsearch, newest: Loopback) -> None:
    newest.node.cluster.indexes["attest.small.1"].settings["blocks.write"] = False
    before = client.count(index="attest.small")["count"]
    client.bulk(index="attest.small", operations=[{"index": {"_id": "1"}}, {"key": "a"}])
    assert client.count(index="attest.small")["count"] == before
    client.indices.refresh(index="attest.small")
    assert client.count(index="attest.small")["count"] == before + 1


def test_aliases_change_all_together_or_not_at_all(client: Elasticsearch, newest: Loopback) -> None:
    actions = [
        {"remove": {"index": "attest.small.1", "alias": "attest.small"}},
        {"add": {"index": "not.there", "alias": "attest.small"}},
    ]
    with pytest.raises(NotFoundError):
        client.indices.update_aliases(actions=actions)
    assert newest.node.cluster.indexes["attest.small.1"].aliases == {"attest.small"}


def test_indexes_are_not_deleted_by_pattern_or_alias(client: Elasticsearch, newest: Loopback) -> None:
    for name in ("attest.*", "attest.small"):
        with pytest.raises(BadRequestError):
            client.indices.delete(index=name)
    assert newest.node.cluster.indexes


def test_an_index_that_is_written_cannot_be_cloned(client: Elasticsearch, newest: Loopback) -> None:
    newest.node.cluster.indexes["attest.small.1"].settings["blocks.write"] = False
    with pytest.raises(BadRequestError, match="illegal_state"):
        client.indices.clone(index="attest.small.1", target="copy")
