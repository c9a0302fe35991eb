"""Rows that take long to make: made once in a process, and inserted as they were in every later test.

    project, planted = simulated_project(annotators=9, claims=60, seed=2)

is `set_up_large` with the same arguments. The rows go the way of every other row at the end of the test.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, models, transaction

from annotation.demo.large.setup import Planted, set_up_large
from annotation.models import Project
from annotation.quality.agreement import bootstrap

Made = TypeVar("Made")
WITHOUT_TESTS = {"django_content_type", "auth_permission", "django_migrations"}  # filled when the database is made


@dataclass(frozen=True)
class Table:
    name: str
    columns: list[str]
    rows: list[tuple[Any, ...]]


@dataclass(frozen=True)
class Prepared:
    made: Any
    tables: list[Table]


_prepared: dict[object, Prepared] = {}


def simulated_project(**arguments: Any) -> tuple[Project, Planted]:
    """The simulated project of `set_up_large`; its arguments are numbers and strings."""
    return prepared(("simulated", *sorted(arguments.items())), lambda: set_up_large(**arguments))


def few_resamples(monkeypatch: pytest.MonkeyPatch, most: int = 100) -> None:
    """Draw at most so often for an interval: for tests that compare numbers with the same numbers elsewhere."""
    resampled_sums, interval_of = bootstrap.resampled_sums, bootstrap.interval_of

    def fewer_sums(kinds: Any, resamples: int, seed: Any) -> Any:
        return resampled_sums(kinds, min(resamples, most), seed)

    def interval_of_fewer(draws: Any, resamples: int, **how: Any) -> Any:
        return interval_of(draws, min(resamples, most), **how)

    monkeypatch.setattr(bootstrap, "resampled_sums", fewer_sums)
    monkeypatch.setattr(bootstrap, "interval_of", interval_of_fewer)


def prepared(key: object, make: Callable[[], Made]) -> Made:
    """What `make` returns, with the rows it writes. It is called the first time, and where the tables are not empty."""
    if any_row(table_names()):
        return make()
    if key not in _prepared:
        made = make()
        _prepared[key] = Prepared(copy.deepcopy(made), [table for name in table_names() if (table := read(name)).rows])
        return made
    with transaction.atomic():
        for table in _prepared[key].tables:
            insert(table)
    reset_sequences()
    return copy.deepcopy(_prepared[key].made)


def managed_models() -> list[type[models.Model]]:
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def table_names() -> list[str]:
    return sorted({model._meta.db_table for model in managed_models() if not model._meta.proxy} - WITHOUT_TESTS)


def any_row(tables: list[str]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f'SELECT * FROM (SELECT 1 FROM "{name}" LIMIT 1) AS t' for name in tables))
        return cursor.fetchone() is not None


def read(name: str) -> Table:
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{name}"')
        return Table(name, [column[0] for column in cursor.description], cursor.fetchall())


def insert(table: Table) -> None:
    columns, values = ", ".join(f'"{name}"' for name in table.columns), ", ".join(["%s"] * len(table.columns))
    with connection.cursor() as cursor:
        cursor.executemany(f'INSERT INTO "{table.name}" ({columns}) VALUES ({values})', table.rows)


def reset_sequences() -> None:
    """Rows to come have numbers after those that were inserted. SQLite counts on from the highest by itself."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), managed_models()):
            cursor.execute(statement)
