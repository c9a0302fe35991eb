"""The requests the loopback server knows, each with its parameters. Anything else is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from tests.search.elastic.counting import aggregations, suggestions
from tests.search.elastic.indexes import Cluster, Index, check_settings, described
from tests.search.elastic.queries import Scores, compiled
from tests.search.elastic.refusals import Json, Refused, bad, number, one, only

ItemFault = Callable[[Json], Refused | None]  # document -> why this item of a bulk fails


@dataclass
class Node:
    """What answers: the indexes, and the ways in which it does badly."""

    version: str = "9.2.0"
    cluster: Cluster = field(default_factory=Cluster)
    lost_shards: bool = False
    runs_out_of_time: bool = False
    item_fault: ItemFault = lambda _document: None
    forgets_items: bool = False  # neither does the last item of a bulk nor says a word about it


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    parameters: Mapping[str, str]
    body: bytes

    def json(self) -> object:
        try:
            return json.loads(self.body or b"{}")
        except ValueError:
            raise bad("the body is no JSON", "x_content_parse_exception") from None


def answer(node: Node, request: Request) -> Json:
    """The body of a 200. Raises Refused."""
    for method, path, known, act in _ENDPOINTS:
        match = re.fullmatch(path, request.path)
        if match and request.method in method.split("|"):
            for parameter in request.parameters:
                if parameter not in known.split():
                    raise bad(
                        f"request [{request.path}] contains unrecognized parameter: [{parameter}]",
                        "illegal_argument_exception",
                    )
            return act(node, request, *match.groups())
    raise bad(f"no handler found for uri [{request.path}] and method [{request.method}]", "illegal_argument_exception")


# --- Indexes ---------------------------------------------------------------------------------------------------------


def _info(node: Node, request: Request) -> Json:
    version = {"number": node.version, "build_flavor": "default", "lucene_version": "10.3.0"}
    return {"name": "loopback", "cluster_name": "tests", "version": version, "tagline": "You Know, for Search"}


def _create(node: Node, request: Request, name: str) -> Json:
    body = request.json()
    node.cluster.create(name, only(body, "create index", "settings", "mappings", "aliases"))
    return {"acknowledged": True, "shards_acknowledged": True, "index": name}


def _get(node: Node, request: Request, name: str) -> Json:
    return {index.name: described(index) for index in node.cluster.named(name)}


def _delete(node: Node, request: Request, names: str) -> Json:
    for name in names.split(","):
        if "*" in name:
            raise bad("Wildcard expressions or all indices are not allowed", "illegal_argument_exception")
        if name not in node.cluster.indexes:
            if node.cluster.behind(name):
                raise bad(f"[{name}] is an alias: specify the index", "illegal_argument_exception")
            raise Refused(404, "index_not_found_exception", f"no such index [{name}]")
    for name in names.split(","):
        del node.cluster.indexes[name]
    return {"acknowledged": True}


def _refresh(node: Node, request: Request, name: str) -> Json:
    found = node.cluster.named(name)
    for index in found:
        index.refresh()
    return {"_shards": {"total": len(found), "successful": len(found), "failed": 0}}


def _clone(node: Node, request: Request, name: str, target: str) -> Json:
    old = node.cluster.single(name)
    node.cluster.clone(old, target, only(request.json(), "clone", "settings", "aliases"))
    return {"acknowledged": True, "shards_acknowledged": True, "index": target}


def _settings(node: Node, request: Request, name: str) -> Json:
    changes = check_settings(request.json())
    if "analysis" in changes or "number_of_shards" in changes:
        raise bad("Can't update non dynamic settings", "illegal_argument_exception")
    for index in node.cluster.named(name):
        index.settings.update(changes)
    return {"acknowledged": True}


def _mapping(node: Node, request: Request, name: str) -> Json:
    body = only(request.json(), "mapping", "_meta")
    for index in node.cluster.named(name):
        index.mappings |= body
    return {"acknowledged": True}


def _health(node: Node, request: Request, name: str) -> Json:
    if request.parameters.get("wait_for_status") not in ("green", "yellow"):
        raise bad("unknown cluster health status", "illegal_argument_exception")
    node.cluster.named(name)
    return {"status": "yellow", "timed_out": False, "number_of_nodes": 1}


def _aliases(node: Node, request: Request) -> Json:
    node.cluster.change_aliases(only(request.json(), "aliases", "actions").get("actions"))
    return {"acknowledged": True, "errors": False}


# --- Writing ---------------------------------------------------------------------------------------------------------


def _bulk(node: Node, request: Request, name: str | None = None) -> Json:
    if not request.body.endswith(b"\n"):
        raise bad("The bulk request must be terminated by a newline [\\n]", "illegal_argument_exception")
    written = request.body.decode().split("\n")[:-1]
    lines = iter(written[:-2] if node.forgets_items else written)
    items: list[Json] = []
    touched: set[str] = set()
    for line in lines:
        kind, meta = one(json.loads(line), "bulk")
        meta = only(meta, kind, "_id", "_index", "require_alias")
        if kind not in ("index", "delete"):
            raise bad(f"Malformed action/metadata line, found [{kind}]", "illegal_argument_exception")
        source = json.loads(next(lines)) if kind == "index" else {}
        target = meta.get("_index", name)
        items.append({kind: _item(node, kind, target, meta, source, request.parameters, touched)})
    if request.parameters.get("refresh", "false") in ("true", "wait_for"):
        for index in touched:
            node.cluster.indexes[index].refresh()
    return {"took": 1, "errors": any("error" in item for each in items for item in each.values()), "items": items}


def _item(
    node: Node, kind: str, target: str, meta: Json, source: Json, parameters: Mapping[str, str], touched: set[str]
) -> Json:
    said: Json = {"_index": target, "_id": meta["_id"]}
    try:
        if parameters.get("require_alias") == "true" and not node.cluster.behind(target):
            reason = (
                f"no such index [{target}] and [require_alias] request flag is [true] and [{target}] is not an alias"
            )
            raise Refused(404, "index_not_found_exception", reason)
        if not node.cluster.behind(target) and target not in node.cluster.indexes:
            raise bad(f"[{target}] would be made by this request, with a mapping that nobody wrote")
        index = node.cluster.single(target)
        if index.is_blocked:
            raise Refused(403, "cluster_block_exception", f"index [{index.name}] blocked by: [FORBIDDEN/8/index write]")
        if fault := node.item_fault(source):
            raise fault
        touched.add(index.name)
        return said | {"_index": index.name, **_written(index, kind, meta["_id"], source)}
    except Refused as refused:
        return said | {"status": refused.status, "error": {"type": refused.kind, "reason": refused.reason}}


def _written(index: Index, kind: str, identifier: str, source: Json) -> Json:
    if kind == "index":
        is_new = index.put(identifier, source)
        return {"status": 201 if is_new else 200, "result": "created" if is_new else "updated"}
    found = index.live.pop(identifier, None)
    return {"status": 404 if found is None else 200, "result": "not_found" if found is None else "deleted"}


# --- Reading ---------------------------------------------------------------------------------------------------------


def _count(node: Node, request: Request, name: str) -> Json:
    body = only(request.json(), "count", "query")
    index = node.cluster.single(name)
    count = len(compiled(body["query"])(index)) if "query" in body else len(index.seen)
    return {"count": count, "_shards": _shards(node)}


_SEARCH_BODY = ("query", "from", "size", "sort", "_source", "track_total_hits", "timeout", "aggs", "suggest")


def _search(node: Node, request: Request, name: str) -> Json:
    body = only(request.json(), "search", *_SEARCH_BODY)
    index = node.cluster.single(name)
    start, size = _window(index, body)
    if not re.fullmatch(r"\d+(ms|s|m)", body.get("timeout", "1s")):
        raise bad(f"failed to parse setting [timeout] with value [{body['timeout']}]", "illegal_argument_exception")
    whole = request.parameters.get("allow_partial_search_results", "true") == "false"
    if node.lost_shards and whole:
        raise Refused(503, "search_phase_execution_exception", "all shards failed")
    if "query" not in body and (size or "suggest" not in body):
        raise bad("a search without a query means everything, which nobody here wants")
    how = request.parameters.get("search_type", "query_then_fetch")
    if how not in ("query_then_fetch", "dfs_query_then_fetch"):
        raise bad(f"No search type for [{how}]", "illegal_argument_exception")
    found: Scores = {}
    for part in [index] if how.startswith("dfs") else index.parts():
        found |= compiled(body["query"])(part) if "query" in body else {}
    order = _ordered(index, found, body.get("sort", ["_score"]))
    hits = [_hit(index, document, found[document], body.get("_source", True)) for document in order[start:][:size]]
    answer: Json = {"took": 1, "timed_out": node.runs_out_of_time, "_shards": _shards(node)}
    answer["hits"] = {"max_score": max(found.values(), default=None), "hits": hits}
    if "query" in body:
        answer["hits"] |= _total(found, body.get("track_total_hits", 10_000))
    if "aggs" in body:
        answer["aggregations"] = aggregations(index, body["aggs"])
    if "suggest" in body:
        answer["suggest"] = suggestions(index, body["suggest"])
    return answer


def _window(index: Index, body: Json) -> tuple[int, int]:
    start, size = (int(number(body.get(key, default), key)) for key, default in (("from", 0), ("size", 10)))
    window = index.settings.get("max_result_window", 10_000)
    if start + size > window:
        reason = f"Result window is too large, from + size must be less than or equal to: [{window}]"
        raise bad(f"{reason} but was [{start + size}]", "illegal_argument_exception")
    return start, size


def _total(found: Scores, track: object) -> Json:
    if track is False:
        return {}
    if track is not True:
        raise bad("this server plays exact totals or none: track_total_hits must be true or false")
    return {"total": {"value": len(found), "relation": "eq"}}


def _shards(node: Node) -> Json:
    lost = int(node.lost_shards)
    return {"total": 1, "successful": 1 - lost, "skipped": 0, "failed": lost}


def _ordered(index: Index, found: Scores, sort: object) -> list[str]:
    order = list(found)
    for key in reversed(sort if isinstance(sort, list) else [sort]):
        if key in ("_score", {"_score": "desc"}, {"_score": {"order": "desc"}}):
            # 32 bits, as Lucene keeps them
            order.sort(key=lambda document: -round(found[document], 5))
            continue
        name, direction = one(key, "sort")
        options = index.properties.get(name, {})
        if options.get("type") not in ("keyword", "integer") or not options.get("doc_values", True):
            raise bad(f"Fielddata is disabled on [{name}]", "illegal_argument_exception")
        if direction not in ("asc", "desc"):
            raise bad(f"[sort] direction {direction} is not played")
        order.sort(key=partial(_sort_value, index, name), reverse=direction == "desc")
    return order


def _sort_value(index: Index, name: str, document: str) -> bytes | int:
    value = index.seen[document][name]
    return value.encode() if isinstance(value, str) else int(value)


def _hit(index: Index, document: str, score: float, wanted: object) -> Json:
    hit: Json = {"_index": index.name, "_id": document, "_score": score}
    if wanted is False:
        return hit
    source = index.source(document)
    if isinstance(wanted, list):
        source = {name: value for name, value in source.items() if name in wanted}
    elif wanted is not True:
        raise bad("[_source] is played as a list of fields, true or false")
    return hit | {"_source": source}


_NAME = r"/([^/_][^/]*)"
_ENDPOINTS: Iterable[tuple[str, str, str, Callable[..., Json]]] = (
    ("GET", "/", "", _info),
    ("PUT", _NAME, "timeout master_timeout wait_for_active_shards", _create),
    ("GET", _NAME, "expand_wildcards allow_no_indices ignore_unavailable features master_timeout", _get),
    ("DELETE", _NAME, "timeout master_timeout", _delete),
    ("POST", _NAME + "/_refresh", "", _refresh),
    ("PUT", _NAME + "/_clone" + _NAME, "timeout master_timeout", _clone),
    ("PUT", _NAME + "/_settings", "timeout master_timeout", _settings),
    ("PUT", _NAME + "/_mapping", "timeout master_timeout", _mapping),
    ("GET", "/_cluster/health" + _NAME, "wait_for_status timeout", _health),
    ("POST", "/_aliases", "timeout master_timeout", _aliases),
    ("POST|PUT", _NAME + "/_bulk", "require_alias refresh timeout", _bulk),
    ("POST|GET", _NAME + "/_count", "", _count),
    ("POST|GET", _NAME + "/_search", "allow_partial_search_results request_cache preference search_type", _search),
)
