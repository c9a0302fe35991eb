"""The field `predicted_stages` of a prediction file: the order of a claim's candidates after every stage."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, nan
from typing import Any

from baseline.candidates import KINDS, Kind

FIELD = "predicted_stages"


class BadStages(ValueError):
    """The field cannot be read; the message begins with its name and the place in it."""


@dataclass(frozen=True, slots=True)
class StageOrder:
    """Titles or element ids after a stage, best first, with its scores: NaN where it gave none."""

    kind: Kind
    stage: str
    milliseconds: float
    ids: tuple[str, ...]
    scores: array[float]


def read_stages(value: Any) -> tuple[StageOrder, ...]:
    """Read the field of one row. A stage that orders a kind twice is called "NAME (2)" then. Raises BadStages."""
    if not isinstance(value, list):
        raise BadStages(f"{FIELD}: want a list of orders, as predict --stages writes it.")
    known: dict[str, str] = {}  # the ids of a row once: each stands in many orders
    found: list[StageOrder] = []
    for place, one in enumerate(value):
        order = _order(f"{FIELD}[{place}]", one, known, found)
        found.append(order)
    return tuple(found)


def _order(where: str, one: Any, known: dict[str, str], before: Sequence[StageOrder]) -> StageOrder:
    if not isinstance(one, Mapping):
        raise BadStages(f"{where}: want an object with kind, stage, milliseconds and candidates.")
    kind, stage = one.get("kind"), one.get("stage")
    if kind not in KINDS:
        raise BadStages(f"{where}.kind: {kind!r} is not one of {', '.join(KINDS)}.")
    if not isinstance(stage, str) or not stage:
        raise BadStages(f"{where}.stage: {stage!r} is no name.")
    spent: Any = one.get("milliseconds")
    candidates = one.get("candidates")
    if not _is_number(spent) or spent < 0:
        raise BadStages(f"{where}.milliseconds: {spent!r} is no time.")
    if not isinstance(candidates, list):
        raise BadStages(f"{where}.candidates: want a list of [id, score].")
    ids, scores = [], array("d")
    for place, pair in enumerate(candidates):
        if not _is_candidate(pair):
            raise BadStages(f"{where}.candidates[{place}]: {pair!r} is not [id, score]; a score may be null.")
        ids.append(known.setdefault(pair[0], pair[0]))
        scores.append(nan if pair[1] is None else pair[1])
    if len({*ids}) < len(ids):
        twice = next(one for place, one in enumerate(ids) if one in ids[:place])
        raise BadStages(f"{where}.candidates: {twice!r} is there twice.")
    return StageOrder(
        kind, _once(stage, [each.stage for each in before if each.kind == kind]), spent, tuple(ids), scores
    )


def _is_candidate(pair: Any) -> bool:
    is_pair = isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str)
    return is_pair and (pair[1] is None or _is_number(pair[1]))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _once(name: str, taken: Sequence[str]) -> str:
    again = sum(one == name or one.startswith(f"{name} (") for one in taken)
    return f"{name} ({again + 1})" if again else name


def merged(known: Sequence[str], new: Iterable[str]) -> list[str]:
    """Names in one order that keeps that of `new`: a stage that failed for a claim is not in its list."""
    names, place = [*known], 0
    for name in new:
        if name in names:
            place = names.index(name) + 1
        else:
            names.insert(place, name)
            place += 1
    return names
