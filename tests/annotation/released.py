"""The released rows of a project, without files."""

from __future__ import annotations

from collections.abc import Iterator

from annotation.models import Project
from annotation.release.feverous import operations_of, record_of, released
from annotation.release.record import Record
from annotation.release.summary import Counts


def records(project: Project, counts: Counts) -> Iterator[Record]:
    """The released rows in the order of claims' keys. `counts` is complete when the last one has been read."""
    for read in released(project, counts):
        for one in read.spoken:
            yield record_of(one, operations_of(one, read.logs, counts))
