"""Reports for a page or a release, by the names of `results.job.REPORTS`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from annotation.projects.data_version import data_version
from annotation.projects.models import Project
from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.audit.reports import kind_reports
from annotation.results.job import REPORTS
from annotation.results.store import Result, cached_result, derived_result, is_stale, result_of


def report(project: Project, name: str) -> Any:
    """The value of `report_result`."""
    return report_result(project, name).value


def report_result(project: Project, name: str, *, fresh: bool = False) -> Result:
    """The stored report of a large project, however old; else one of this process. `fresh`: never a stale one."""
    stored = cached_result(project, name)
    if stored is not None and not (fresh and is_stale(project, stored)):
        return stored
    rows = _rows(project, fresh=fresh)
    return derived_result(project, rows, name, lambda: _report(name)(rows.value))


def rows_of(project: Project) -> AuditDataset:
    """The rows that this process computes reports from."""
    rows: AuditDataset = _rows(project).value
    return rows


def current_reports(rows: AuditDataset) -> Callable[[str], Any]:
    """A function that returns each report: stored if it is of the present data, else computed from these rows."""
    version = data_version(rows.project.pk)

    def current(name: str) -> Any:
        stored = cached_result(rows.project, name)
        return stored.value if stored is not None and stored.data_version == version else _report(name)(rows)

    return current


def _report(name: str) -> Callable[[AuditDataset], Any]:
    """The function of this name; also of a kind of work that was registered after this module was loaded."""
    return REPORTS.get(name) or kind_reports(name.partition(" ")[2])[name]


def _rows(project: Project, *, fresh: bool = False) -> Result:
    return result_of(project, "rows", lambda: AuditDataset(project), fresh=fresh)
