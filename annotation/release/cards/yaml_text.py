"""YAML of plain values: texts are quoted as JSON has them, which every reader of YAML takes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_SIMPLE = re.compile(r"(?!(?:y|n|yes|no|on|off|true|false|null)$)[a-z_][a-z0-9_-]*")


def yaml(value: Mapping[str, Any]) -> str:
    """The lines of a mapping of texts, numbers, bools, lists and mappings, in the order given; newline at the end."""
    return "\n".join(_mapping(value, "")) + "\n"


def _mapping(value: Mapping[str, Any], indent: str) -> Iterator[str]:
    for key, one in value.items():
        if isinstance(one, Mapping) and one:
            yield f"{indent}{_key(key)}:"
            yield from _mapping(one, f"{indent}  ")
        elif isinstance(one, Sequence) and not isinstance(one, str) and one:
            yield f"{indent}{_key(key)}:"
            yield from _list(one, indent)
        else:
            yield f"{indent}{_key(key)}: {_plain(one)}"


def _list(values: Sequence[Any], indent: str) -> Iterator[str]:
    for one in values:
        if isinstance(one, Mapping) and one:
            first, *rest = _mapping(one, f"{indent}  ")
            yield f"{indent}- {first.removeprefix(indent + '  ')}"
            yield from rest
        else:
            yield f"{indent}- {_plain(one)}"


def _key(name: str) -> str:
    """As it is where nothing else can be read in it: `0` would be a number, and `no` is false to many readers."""
    return name if _SIMPLE.fullmatch(name) else _plain(name)


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
