"""Results of the statistics as plain JSON, and back: the very same values, of the very same types.

JSON knows no tuples, no sets and no classes. A list here begins with what it is: `["tuple", 1, 2]`, `["Value", 0.65,
8474, ...]`. Only the classes below can come back, by their fields in order; nothing that is read is ever run.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from datetime import datetime
from typing import Any

from annotation.quality.agreement.annotators import Annotator, Annotators, Cell
from annotation.quality.agreement.groups import Group
from annotation.quality.agreement.items import Item, Rating
from annotation.quality.agreement.queries import AgreementReport
from annotation.quality.agreement.report import Figure
from annotation.quality.agreement.result import Interval, Reason, Undefined, Value
from annotation.quality.audit.balance import Balance, Kind
from annotation.quality.audit.durations import Pace, TimeSummary
from annotation.quality.audit.pmi import Association
from annotation.quality.audit.positions import Positions
from annotation.quality.audit.production import Produced
from annotation.quality.audit.rates import Rate
from annotation.quality.audit.table_positions import Depths
from annotation.suggestions.comparison import Compared
from annotation.suggestions.dashboard import Dashboard
from annotation.suggestions.missed_evidence import Unopened
from annotation.workflows.claim_generation.sampling.chi_square import ChiSquare

Json = Any
CLASSES: dict[str, type] = {
    kind.__name__: kind
    for kind in (
        *(AgreementReport, Figure, Group, Annotators, Annotator, Cell, Value, Undefined, Interval, Item, Rating),
        *(Association, Balance, ChiSquare, Depths, Kind, Pace, Positions, Produced, Rate, TimeSummary, Unopened),
        *(Compared, Dashboard),
    )
}
_FIELDS = {name: tuple(field.name for field in fields(kind)) for name, kind in CLASSES.items()}
# Changes with every field: what an older version kept is computed anew instead of being read wrongly.
SHAPE = hashlib.sha256(repr(sorted(_FIELDS.items())).encode()).hexdigest()[:16]
_SCALARS = (int, float, str, bool, type(None))


def to_plain(value: object) -> Json:
    """JSON values only. Raises TypeError for what has no place here."""
    if type(value) in _SCALARS:
        return value
    if isinstance(value, Reason):
        return ["Reason", value.value]
    if isinstance(value, tuple):
        return ["tuple", *_all(value)]
    if isinstance(value, list):
        return ["list", *_all(value)]
    if isinstance(value, frozenset):
        return ["set", *sorted(value)]
    if isinstance(value, dict):
        kind = "Counter" if isinstance(value, Counter) else "dict"
        return [kind, [to_plain(key) for key in value], [to_plain(each) for each in value.values()]]
    if isinstance(value, datetime):
        return ["datetime", value.isoformat()]
    name = type(value).__name__
    if CLASSES.get(name) is not type(value):
        raise TypeError(f"{name} cannot be kept: add it to CLASSES in annotation/results/codec.py.")
    return [name, *(to_plain(getattr(value, field)) for field in _FIELDS[name])]


def _all(values: tuple[object, ...] | list[object]) -> list[Json]:
    """Most are thousands of ids: those need no look at each."""
    return list(values) if set(map(type, values)) <= {int, str} else [to_plain(value) for value in values]


def from_plain(value: Json) -> Any:
    """What `to_plain` was given. Raises KeyError or TypeError where it was another's."""
    if not isinstance(value, list):
        return value
    name, *inside = value
    read = _READERS.get(name)
    return CLASSES[name](*map(from_plain, inside)) if read is None else read(inside)


def _each(inside: list[Json]) -> list[Any]:
    return [from_plain(one) for one in inside] if list in set(map(type, inside)) else inside


_READERS: dict[str, Callable[[list[Json]], Any]] = {
    "Reason": lambda inside: Reason(inside[0]),
    "tuple": lambda inside: tuple(_each(inside)),
    "list": _each,
    "set": frozenset,
    "dict": lambda inside: dict(zip(_each(inside[0]), _each(inside[1]), strict=True)),
    "Counter": lambda inside: Counter(dict(zip(_each(inside[0]), _each(inside[1]), strict=True))),
    "datetime": lambda inside: datetime.fromisoformat(inside[0]),
}
