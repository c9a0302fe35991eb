"""Preview a release without writing it: the same claims, splits and reasons, by the same functions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from annotation.projects.models import Project
from annotation.release.counts import Counts
from annotation.release.feverous import released
from annotation.release.options import validated
from annotation.release.overlaps import Overlaps, splits_report
from annotation.release.splits import sides_of
from annotation.release.summary import ReleaseOptions
from annotation.release.write import newest, rows_of


@dataclass(frozen=True, slots=True)
class Preview:
    """As `ReleaseSummary`, of a release that is not there yet.

    Operations are not read: `counts.operations_left_out` is not known and stays 0.
    """

    counts: Counts
    rows: dict[str, int]
    labels: dict[str, dict[str, int]]
    as_of: datetime | None
    splits_report: dict[str, Any]


def preview(project: Project, settings: ReleaseOptions | None = None) -> Preview:
    """Count it. Raises ReleaseError where the settings make no sense."""
    settings = validated(settings or ReleaseOptions())
    sides, counts, overlaps = sides_of(project, settings), Counts(), Overlaps()
    as_of: datetime | None = None
    for read in released(project, counts, operations=False):
        overlaps.add(read, rows_of(read, settings, sides, counts))
        as_of = newest(read, as_of)
    report = splits_report(settings, sides, overlaps)
    return Preview(counts, overlaps.rows(), overlaps.by_label(), as_of, report)
