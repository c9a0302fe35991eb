"""Columns of a release's Parquet files as Croissant fields, read from the files themselves."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from annotation.release.formats.schema import class_names, scalar

TYPES = {"string": "sc:Text", "bool": "sc:Boolean", "float64": "sc:Float", "int64": "sc:Integer"}


def fields(schema: pa.Schema, record_set: str, source: str) -> list[dict[str, Any]]:
    """Croissant's fields of a record set that is read from the file object `source`.

    Croissant 1.0 describes lists of structures, not lists of such lists, and nothing within structures that is such a
    list again: these are left out.
    """
    names = class_names(schema)
    found = []
    for column in (each for each in schema if _is_described(each.type)):
        words = (column.metadata or {}).get(b"description", b"").decode()
        if column.name in names:
            words += f" ({'; '.join(f'{number}: {name}' for number, name in enumerate(names[column.name]))})"
        of = _field(f"{record_set}/{column.name}", column, source)
        found.append(of | {"description": words} if words else of)
    return found


def _field(name: str, column: pa.Field, source: str) -> dict[str, Any]:
    kind, is_repeated = _within(column.type)
    found: dict[str, Any] = {"@type": "cr:Field", "@id": name, "name": name}
    if is_repeated:
        found["repeated"] = True
    if not pa.types.is_struct(kind):
        return found | {"dataType": TYPES[scalar(kind)], "source": _source(source, column.name)}
    found["subField"] = [
        {
            "@type": "cr:Field",
            "@id": f"{name}/{each.name}",
            "name": f"{name}/{each.name}",
            "dataType": TYPES[scalar(_within(each.type)[0])],
            "source": _source(source, column.name) | {"transform": {"jsonPath": each.name}},
            **({"repeated": True} if _within(each.type)[1] else {}),
        }
        for each in kind
        if not pa.types.is_struct(_within(each.type)[0])
    ]
    return found


def _is_described(kind: pa.DataType) -> bool:
    inner, _is_repeated = _within(kind)
    return not (pa.types.is_struct(inner) and kind.value_type != inner)


def _within(kind: pa.DataType) -> tuple[pa.DataType, bool]:
    """Innermost element type of nested lists, and whether there are any."""
    is_repeated = pa.types.is_list(kind)
    while pa.types.is_list(kind):
        kind = kind.value_type
    return kind, is_repeated


def _source(file: str, column: str) -> dict[str, Any]:
    return {"fileObject": {"@id": file}, "extract": {"column": column}}
