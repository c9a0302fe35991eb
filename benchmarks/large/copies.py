"""Copies of a project's rows within the database, many times as quick as bulk_create. SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import connection, models

SQLITE, POSTGRESQL = "sqlite", "postgresql"
RANDOM_ID = {SQLITE: "lower(hex(randomblob(16)))", POSTGRESQL: "gen_random_uuid()"}
LATER = {SQLITE: "datetime({column}, '+{days} days')", POSTGRESQL: "{column} + interval '{days} days'"}


def copy_rows(
    tables: Mapping[type[models.Model], tuple[str, tuple[Any, ...]]],
    times: int,
    days: int,
    random_columns: tuple[str, ...],
) -> None:
    """Copy the rows, with keys of their own and everything a copy later by so many days.

    `tables`: model -> condition of its rows in SQL with its parameters, in an order in which each may refer to those
    before it alone. UUIDs and `random_columns` come out new.
    """
    with connection.cursor() as cursor:
        spans = {model: _highest(cursor, model) for model in tables}
        for number in range(1, times + 1):
            for model, (condition, parameters) in tables.items():
                columns = [field.column for field in model._meta.concrete_fields]
                made = ", ".join(_value(field, spans, number, days, random_columns) for field in _fields(model))
                names = ", ".join(f'"{name}"' for name in columns)
                table = model._meta.db_table
                cursor.execute(
                    f'INSERT INTO "{table}" ({names}) SELECT {made} FROM "{table}" WHERE {condition}', parameters
                )
        if connection.vendor == POSTGRESQL:
            for sql in connection.ops.sequence_reset_sql(_style(), list(tables)):
                cursor.execute(sql)


def _fields(model: type[models.Model]) -> list[Any]:
    return list(model._meta.concrete_fields)


def _value(field: Any, spans: Mapping[Any, int], number: int, days: int, random_columns: tuple[str, ...]) -> str:
    """The expression for a column of the copy."""
    column = f'"{field.column}"'
    if isinstance(field, models.UUIDField) or field.column in random_columns:
        made = RANDOM_ID[connection.vendor]
        return made if isinstance(field, models.UUIDField) or connection.vendor == SQLITE else f"{made}::text"
    if isinstance(field, models.DateTimeField):
        return LATER[connection.vendor].format(column=column, days=days * number)
    target = field.related_model if field.is_relation else field.model if field.primary_key else None
    return f"{column} + {number * spans[target]}" if target in spans else column


def _highest(cursor: Any, model: type[models.Model]) -> int:
    """The highest key; where it is that of another model, the highest there."""
    key: Any = model._meta.pk
    if key.is_relation:
        return _highest(cursor, key.related_model)
    cursor.execute(f'SELECT max("{key.column}") FROM "{model._meta.db_table}"')
    return int(cursor.fetchone()[0] or 0)


def _style() -> Any:
    from django.core.management.color import no_style

    return no_style()
