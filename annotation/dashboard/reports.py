"""Reports of the audit for a page or a release, by the names of `results.job.REPORTS`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from annotation.projects.models import Project
from annotation.quality.audit.dataset import Raw
from annotation.results.job import AGREEMENT, REPORTS
from annotation.results.store import Result, cached_result, derived_result, is_stale, result_of, stored_row


def report(project: Project, name: str) -> Any:
    """The stored report of a large project, however old; else one of this process."""
    stored = cached_result(project, name)
    if stored is not None:
        return stored.value
    rows = _rows(project)
    return derived_result(project, rows, name, lambda: REPORTS[name](rows.value)).value


def rows_of(project: Project) -> Raw:
    """The rows that this process computes reports from."""
    raw: Raw = _rows(project).value
    return raw


def _rows(project: Project) -> Result:
    return result_of(project, "rows", lambda: Raw(project))


def current_reports(raw: Raw) -> Callable[[str], Any]:
    """A function that returns each report: stored if nothing has changed since, else computed from these rows."""
    row = stored_row(raw.project, AGREEMENT)
    is_current = row is not None and not is_stale(raw.project, row)

    def current(name: str) -> Any:
        stored = cached_result(raw.project, name) if is_current else None
        return REPORTS[name](raw) if stored is None else stored.value

    return current
