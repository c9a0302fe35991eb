"""A released row on its way into the files, and where each is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from annotation.release.feverous import Read, Spoken
from annotation.release.record import Record


@dataclass(frozen=True, slots=True)
class Row:
    """`group`: the number of the oldest claim among those that stand on one side together."""

    one: Spoken
    record: Record
    split: str
    group: int


class Written(Protocol):
    """Something that writes what was read of a batch; `rows` is what is released of it, by the claim's key."""

    def add(self, read: Read, rows: dict[int, Row]) -> None: ...
