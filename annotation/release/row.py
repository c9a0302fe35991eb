"""Released row, and the protocol of its writers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from annotation.release.feverous import BatchRead, ReleasedClaim
from annotation.release.record import Record


@dataclass(frozen=True, slots=True)
class Row:
    """`group`: the number of the oldest claim among those that stand on one side together."""

    one: ReleasedClaim
    record: Record
    split: str
    group: int


class RowWriter(Protocol):
    """Writer of a batch; `rows` maps the primary key of each released claim to its row."""

    def add(self, read: BatchRead, rows: dict[int, Row]) -> None: ...
