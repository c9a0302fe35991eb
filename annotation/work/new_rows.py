"""Rows that are stored many times a second: their INSERT is written once a process."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Field, Model

AT_ONCE = 80  # rows in one statement; as many as Django sends SQLite of a dozen columns


class Insert(NamedTuple):
    """The SQL for some rows of a model, and the fields of each of them in its order."""

    sql: str
    fields: list[Field[Any, Any]]


@transaction.atomic(savepoint=False)
def insert(rows: Sequence[Model]) -> None:
    """Store new rows of one model. The database makes their primary keys, and nobody is told them.

    For the rest as `bulk_create`, which spends most of its time on asking each value whether it is an expression.
    """
    here = connections[DEFAULT_DB_ALIAS]
    with here.cursor() as cursor:
        for first in range(0, len(rows), AT_ONCE):
            some = rows[first : first + AT_ONCE]
            sql, fields = _insert(type(some[0]), len(some))
            values = [field.get_db_prep_save(field.pre_save(row, True), here) for row in some for field in fields]
            cursor.execute(sql, values)


@cache
def _insert(model: type[Model], rows: int) -> Insert:
    quoted = connections[DEFAULT_DB_ALIAS].ops.quote_name
    fields: list[Any] = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(quoted(field.column) for field in fields)
    row = f"({', '.join(['%s'] * len(fields))})"
    return Insert(f"INSERT INTO {quoted(model._meta.db_table)} ({columns}) VALUES {', '.join([row] * rows)}", fields)
