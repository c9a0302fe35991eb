"""Requests as they went over the wire, written down as TypeScript, to be checked by the vendor's published types."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from tests.search.elastic.refusals import Json

# What each kind of request is called in the vendor's types, and under which names its path has parts.
_KINDS = (
    ("PUT", r"/([^/]+)", "IndicesCreateRequest", ("index",)),
    ("PUT", r"/([^/]+)/_clone/([^/]+)", "IndicesCloneRequest", ("index", "target")),
    ("PUT", r"/([^/]+)/_settings", "IndicesPutSettingsRequest", ("index",)),
    ("PUT", r"/([^/]+)/_mapping", "IndicesPutMappingRequest", ("index",)),
    ("POST", r"/([^/]+)/_refresh", "IndicesRefreshRequest", ("index",)),
    ("GET", r"/([^/]+)", "IndicesGetRequest", ("index",)),
    ("DELETE", r"/([^/]+)", "IndicesDeleteRequest", ("index",)),
    ("POST", r"/_aliases", "IndicesUpdateAliasesRequest", ()),
    ("POST", r"/([^/]+)/_count", "CountRequest", ("index",)),
    ("POST", r"/([^/]+)/_search", "SearchRequest", ("index",)),
    ("GET", r"/_cluster/health/([^/]+)", "ClusterHealthRequest", ("index",)),
    ("GET", r"/", "InfoRequest", ()),
)


@dataclass(frozen=True)
class Typed:
    """A value, and the vendor's name of the type it must be of."""

    kind: str
    value: str  # JSON


def typed(method: str, target: str, body: bytes) -> Iterable[Typed]:
    """The request with its parameters as one object; of a bulk, every action. Raises LookupError for others."""
    address = urlsplit(target)
    truths: Json = {"true": True, "false": False}
    parameters: Json = {name: truths.get(value, value) for name, value in parse_qsl(address.query)}
    if match := re.fullmatch(r"/([^/]+)/_bulk", address.path):
        yield Typed("BulkRequest", _json({"index": match[1], **parameters}))
        for line in body.splitlines():
            action = json.loads(line)
            if set(action) <= {"index", "delete"}:  # the other lines are documents
                yield Typed("BulkOperationContainer", _json(action))
        return
    for of_kind, path, kind, names in _KINDS:
        match = re.fullmatch(path, address.path)
        if match and method == of_kind:
            parts = dict(zip(names, match.groups(), strict=True))
            content = json.loads(body or b"{}")
            if kind == "IndicesPutSettingsRequest":
                content = {"settings": content}
            yield Typed(kind, _json({**parts, **parameters, **content}))
            return
    raise LookupError(f"{method} {target} is of no known kind")


def typescript(package: str, values: Iterable[Typed]) -> str:
    """A module in which every value is an object literal of its type: so a key the type does not have is an error."""
    lines = [f'import type {{ estypes }} from "{package}";']
    lines += [f"export const v{i}: estypes.{one.kind} = {one.value};" for i, one in enumerate(values)]
    return "\n".join(lines) + "\n"


def _json(value: Json) -> str:
    return json.dumps(value, sort_keys=True)
