"""Statistics of a project: read from the database, or remembered by this process, each with the data it is of."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock
from typing import Any

from django.db import transaction
from django.utils import timezone

from annotation.projects.data_version import data_version
from annotation.projects.models import Project
from annotation.results.codec import SCHEMA_VERSION, decode
from annotation.results.models import CachedResult

GOOD_FOR = timedelta(minutes=2)  # of what this process has computed: people go on working meanwhile
MOST_REMEMBERED = 200


@dataclass(frozen=True, slots=True)
class Result:
    """A value and the data it was computed from; `is_stored`: that of the database, as all processes show it."""

    value: Any
    data_version: int
    computed_at: datetime
    is_stored: bool = False


_memory: dict[Hashable, Result] = {}  # the latest last
_lock = Lock()


def is_stale(project: Project, result: Result | CachedResult) -> bool:
    """Whether the project's data has changed since the result was computed."""
    return result.data_version != data_version(project.pk)


def stored_row(project: Project, key: str) -> CachedResult | None:
    """The row of a result that this version of the code can read, without its value."""
    rows = CachedResult.objects.filter(project=project, key=key, schema_version=SCHEMA_VERSION)
    return rows.defer("value").first()


def cached_result(project: Project, key: str) -> Result | None:
    """The result of this key in the database, decoded once a process; None if there is none."""
    row = stored_row(project, key)
    try:
        return None if row is None else derived_result(project, row, key, lambda: decode(row.value))
    except CachedResult.DoesNotExist:  # replaced since the line above
        return cached_result(project, key)


def result_of(project: Project, key: Hashable, compute: Callable[[], Any], *, fresh: bool = False) -> Result:
    """What this process computed: if it is not stale, or at most GOOD_FOR ago unless `fresh`; else computed now."""
    version, now = data_version(project.pk), timezone.now()
    known = _remembered(project, key)
    if known is not None and (known.data_version == version or (not fresh and now - known.computed_at < GOOD_FOR)):
        return known
    return _remember(project, key, Result(compute(), version, now))


def derived_result(
    project: Project, source: Result | CachedResult, key: Hashable, compute: Callable[[], Any]
) -> Result:
    """A result that is computed from another one, and is of the same data."""
    known = _remembered(project, key)
    if known is not None and (known.data_version, known.computed_at) == (source.data_version, source.computed_at):
        return known
    result = Result(compute(), source.data_version, source.computed_at, source.is_stored)
    return _remember(project, key, result)


def replace_results(project: Project, texts: Mapping[str, str], version: int, computed_at: datetime) -> None:
    """Replace all results of the project by these encoded ones, computed from the data of `version`."""
    of = {"project": project, "schema_version": SCHEMA_VERSION, "data_version": version, "computed_at": computed_at}
    with transaction.atomic():
        CachedResult.objects.filter(project=project).delete()
        CachedResult.objects.bulk_create(CachedResult(key=key, value=text, **of) for key, text in texts.items())


def forget() -> None:
    """Empty the memory of this process."""
    _memory.clear()


def _remembered(project: Project, key: Hashable) -> Result | None:
    return _memory.get((project.pk, project.created_at, key))  # SQLite gives ids of deleted projects again


def _remember(project: Project, key: Hashable, result: Result) -> Result:
    with _lock:
        _memory.pop((project.pk, project.created_at, key), None)
        _memory[project.pk, project.created_at, key] = result
        while len(_memory) > MOST_REMEMBERED:
            del _memory[next(iter(_memory))]
    return result
