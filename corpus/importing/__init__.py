"""Sources to pages, on one process or several, however bad a page is. Knows nothing of the database."""

from __future__ import annotations

from corpus.importing.batches import START, Position, Source, cut
from corpus.importing.limits import Limits
from corpus.importing.outcomes import Failed, Imported, ImportedRedirect, Left, Outcome, outcome_of
from corpus.importing.reader import read_batches

__all__ = [
    "START",
    "Failed",
    "Imported",
    "ImportedRedirect",
    "Left",
    "Limits",
    "Outcome",
    "Position",
    "Source",
    "outcome_of",
    "cut",
    "read_batches",
]
