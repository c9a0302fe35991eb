"""Describe the columns of a release's Parquet files as Hugging Face features and as Croissant fields.

Read from the files themselves, so that the cards cannot say something else.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pyarrow import parquet, types

SCALARS = {"large_string": "string", "double": "float64", "float": "float32"}
CROISSANT = {"string": "sc:Text", "bool": "sc:Boolean", "float64": "sc:Float", "float32": "sc:Float"}


def schema_of(path: Path) -> Any:
    """The file's Arrow schema; None where there is no such file."""
    return parquet.read_schema(path) if path.exists() else None


def features(schema: Any) -> list[dict[str, Any]]:
    """Features as the front matter of a dataset card has them."""
    names = class_names(schema)
    return [
        {"name": column.name, **(_class_label(names[column.name]) if column.name in names else _feature(column.type))}
        for column in schema
    ]


def class_names(schema: Any) -> dict[str, list[str]]:
    """Column -> the names its numbers stand for, which the file keeps as `datasets` does."""
    stored = json.loads((schema.metadata or {}).get(b"huggingface", b"{}")).get("info", {}).get("features", {})
    return {
        name: one["names"] for name, one in stored.items() if isinstance(one, dict) and one.get("_type") == "ClassLabel"
    }


def _class_label(names: list[str]) -> dict[str, Any]:
    return {"dtype": {"class_label": {"names": {str(number): name for number, name in enumerate(names)}}}}


def _feature(kind: Any) -> dict[str, Any]:
    if types.is_struct(kind):
        return {"struct": [{"name": each.name, **_feature(each.type)} for each in kind]}
    if types.is_list(kind) or types.is_large_list(kind):
        inner = _feature(kind.value_type)
        return {"list": inner.get("struct") or inner.get("dtype") or inner}
    return {"dtype": scalar(kind)}


def scalar(kind: Any) -> str:
    """The name of a plain type: "string", "int64", "bool". A dictionary is what its values are."""
    if types.is_dictionary(kind):
        kind = kind.value_type
    return SCALARS.get(str(kind), str(kind))


def fields(schema: Any, record_set: str, source: str) -> list[dict[str, Any]]:
    """Croissant's fields of a record set that is read from the file object `source`.

    Croissant 1.0 describes lists of structures, and nothing within these that is such a list again: that is left out.
    """
    names = class_names(schema)
    found = []
    for column in schema:
        of = _field(f"{record_set}/{column.name}", column, source)
        if column.name in names:
            of["description"] = "; ".join(f"{number}: {name}" for number, name in enumerate(names[column.name]))
        found.append(of)
    return found


def _field(name: str, column: Any, source: str) -> dict[str, Any]:
    kind, depth = _within(column.type)
    found: dict[str, Any] = {"@type": "cr:Field", "@id": name, "name": name}
    if depth:
        found["repeated"] = True
    if not types.is_struct(kind):
        return found | {"dataType": _croissant(kind), "source": _source(source, column.name)}
    found["subField"] = [
        {
            "@type": "cr:Field",
            "@id": f"{name}/{each.name}",
            "name": f"{name}/{each.name}",
            "dataType": _croissant(_within(each.type)[0]),
            "source": _source(source, column.name) | {"transform": {"jsonPath": each.name}},
            **({"repeated": True} if _within(each.type)[1] else {}),
        }
        for each in kind
        if not types.is_struct(_within(each.type)[0])
    ]
    return found


def _within(kind: Any) -> tuple[Any, int]:
    """Innermost element type of nested lists, and their depth."""
    depth = 0
    while types.is_list(kind) or types.is_large_list(kind):
        kind, depth = kind.value_type, depth + 1
    return kind, depth


def _source(file: str, column: str) -> dict[str, Any]:
    return {"fileObject": {"@id": file}, "extract": {"column": column}}


def _croissant(kind: Any) -> str:
    plain = scalar(kind)
    return CROISSANT.get(plain, "sc:Integer" if "int" in plain else "sc:Text")
