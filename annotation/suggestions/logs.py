"""Read operation logs: what annotators did with suggestions. An undone dismissal is logged as withdrawn."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import TextField
from django.db.models.functions import Cast

from annotation.vocabulary.operation_names import OwnOperation
from annotation.work.models import Operation

REACTIONS = (OwnOperation.SUGGESTION_SHOWN, OwnOperation.SUGGESTION_ACCEPTED, OwnOperation.SUGGESTION_DISMISSED)


class Logged(NamedTuple):
    """An operation, as far as it is read: rows of a model would take three times as long.

    Seconds and details are texts, as the database writes them: to make numbers and objects of them takes longer than to
    fetch the rows, and few are looked at.
    """

    assignment: int
    name: str
    value: str
    details: str
    sitting: int
    seconds: str
    active_seconds: str | None

    @property
    def taken(self) -> float:
        """Seconds since the assignment began: active ones where they were measured."""
        return float(self.seconds if self.active_seconds is None else self.active_seconds)

    @property
    def detail(self) -> Mapping[str, Any]:
        found: dict[str, Any] = {} if self.details == "{}" else json.loads(self.details)
        return found


_COLUMNS = (
    *Logged._fields[:3],
    Cast("detail", TextField()),
    "sitting",
    *(Cast(column, TextField()) for column in ("seconds", "active_seconds")),
)


def logs_of(assignments: Collection[int], names: Collection[str]) -> defaultdict[int, list[Logged]]:
    """Assignment -> its operations of these names, in order."""
    rows: Any = Operation.objects.filter(assignment__in=assignments, name__in=names).order_by("assignment", "sequence")
    found: defaultdict[int, list[Logged]] = defaultdict(list)
    for row in map(Logged._make, rows.values_list(*_COLUMNS).iterator(chunk_size=5000)):
        found[row.assignment].append(row)
    return found


def elements_of(log: Iterable[Logged], name: str) -> set[str]:
    """The elements with an operation of this name."""
    return {row.value for row in log if row.name == name}


def dismissed(log: Iterable[Logged]) -> set[str]:
    """The elements whose last dismissal in one person's log, in order, was not taken back."""
    last = {one.value: one for one in log if one.name == OwnOperation.SUGGESTION_DISMISSED}
    return {element for element, one in last.items() if not one.detail.get("taken_back")}
