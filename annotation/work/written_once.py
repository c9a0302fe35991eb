"""Questions that are asked many times a second: their SQL is written once a process.

Django takes ten times as long to write such a question as the database to answer it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model, QuerySet
from django.db.models.query import RawQuerySet

M = TypeVar("M", bound=Model)


def written_once(question: Callable[..., QuerySet[M]]) -> Callable[..., RawQuerySet[M]]:
    """The rows of the queryset that `question` makes of its arguments.

    Positional arguments are whole numbers from 0 on (primary keys), texts or UUIDs, and are bound anew each time;
    keyword arguments shape the question, and each combination of them has SQL of its own. Rows come without related
    objects.
    """

    @cache
    def written(stand_ins: tuple[Any, ...], **shape: Any) -> tuple[type[M], str, tuple[Any, ...]]:
        queryset = question(*stand_ins, **shape)
        sql, values = queryset.query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
        return queryset.model, sql, tuple(values)

    @wraps(question)
    def ask(*arguments: Any, **shape: Any) -> RawQuerySet[M]:
        stand_ins = tuple(_stand_in(place, value) for place, value in enumerate(arguments))
        meant = {_bound(stand_in): _bound(value) for stand_in, value in zip(stand_ins, arguments, strict=True)}
        model, sql, values = written(stand_ins, **shape)
        return model._default_manager.raw(sql, [meant.get(value, value) for value in values])

    return ask


def _stand_in(place: int, value: int | str | UUID) -> int | str | UUID:
    """What no primary key, no text and no UUID of ours ever is."""
    if isinstance(value, UUID):
        return UUID(int=place)
    return f"\0{place}" if isinstance(value, str) else -1 - place


def _bound(value: int | str | UUID) -> int | str | UUID:
    """As the database is given it."""
    return value.hex if isinstance(value, UUID) and not connection.features.has_native_uuid_field else value
