"""Encode results as JSON and decode them to equal values of the same types.

A list in the JSON begins with its type: `["tuple", 1, 2]`, `["Value", 0.65, 8474, ...]`. Only the types below are
decoded, each from its fields in order.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from datetime import datetime
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from annotation.quality import workflows
from annotation.quality.agreement import queries as agreement
from annotation.quality.agreement.result import Reason
from annotation.quality.audit import reports as audit
from annotation.submission_check import dashboard as submission_check
from annotation.suggestions import dashboard as suggestions
from annotation.work.folders import modules_of

Json = Any
# Those who define result classes list them: a new one is added there.
_OWNERS = (agreement, audit, suggestions, submission_check, *modules_of(workflows, "audit").values())
_LISTED = {one for owner in _OWNERS for one in owner.RESULT_CLASSES}
CLASSES: dict[str, type[Any]] = {one.__name__: one for one in _LISTED}
if len(CLASSES) < len(_LISTED):  # the one would be decoded as the other
    raise ImproperlyConfigured(f"Result classes of one name: {sorted(map(str, _LISTED - {*CLASSES.values()}))}")
_FIELDS = {name: tuple(field.name for field in fields(one)) for name, one in CLASSES.items()}
SCHEMA_VERSION = hashlib.sha256(repr(sorted(_FIELDS.items())).encode()).hexdigest()[:16]
_SCALARS = (int, float, str, bool, type(None))
_DECODERS: dict[str, Callable[..., Any]] = CLASSES | {
    "Counter": lambda keys, values: Counter(dict(zip(keys, values, strict=True))),
    "Reason": Reason,
    "datetime": datetime.fromisoformat,
    "dict": lambda keys, values: dict(zip(keys, values, strict=True)),
    "frozenset": lambda *values: frozenset(values),
    "list": lambda *values: list(values),
    "tuple": lambda *values: values,
}


def encode(value: object) -> str:
    """The value as compact JSON text. Raises TypeError for a class that nobody registered."""
    return json.dumps(to_json(value), ensure_ascii=False, separators=(",", ":"))


def decode(text: str) -> Any:
    """The value that `encode` was given. Raises KeyError for a type that is not registered."""
    return from_json(json.loads(text))


def to_json(value: Any) -> Json:
    """The value as JSON values."""
    name = type(value).__name__
    if type(value) in _SCALARS:
        return value
    if isinstance(value, dict):
        return [name, to_json(list(value)), to_json(list(value.values()))]
    if isinstance(value, tuple | list | frozenset):
        values = sorted(value) if isinstance(value, frozenset) else value
        # Most are thousands of ids, which are JSON already.
        return [name, *(values if set(map(type, values)) <= {int, str} else map(to_json, values))]
    if isinstance(value, Reason | datetime):
        return [name, value.value if isinstance(value, Reason) else value.isoformat()]
    if CLASSES.get(name) is not type(value):
        raise TypeError(f"{name} is in nobody's RESULT_CLASSES")
    return [name, *(to_json(getattr(value, field)) for field in _FIELDS[name])]


def from_json(value: Json) -> Any:
    """The value that `to_json` was given."""
    if not isinstance(value, list):
        return value
    name, *parts = value
    return _DECODERS[name](*(map(from_json, parts) if list in set(map(type, parts)) else parts))
