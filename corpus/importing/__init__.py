"""Read pages from sources in worker processes, whatever a page contains. Imports no Django."""

from __future__ import annotations

from corpus.importing.batches import START, Position, Source, split_sources
from corpus.importing.limits import Limits
from corpus.importing.outcomes import Excluded, Failed, Imported, Outcome, outcome_of
from corpus.importing.reader import read_batches

__all__ = [
    "START",
    "Failed",
    "Imported",
    "Excluded",
    "Limits",
    "Outcome",
    "Position",
    "Source",
    "outcome_of",
    "split_sources",
    "read_batches",
]
