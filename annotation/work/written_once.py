"""Questions and changes that are sent many times a second: what Django makes of them is made once a process.

Django takes ten times as long to write such a statement, and to find out how its answer is to be read, as the database
to answer it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache, wraps
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql import UpdateQuery

M = TypeVar("M", bound=Model)
Argument = int | str | UUID | datetime
Convert = Callable[[Any, Any, Any], Any]
_populators: Any = get_related_populators  # the stubs are of another Django


class Statement(NamedTuple):
    """SQL, and for each value that it binds either the place of an argument, or None and the value itself."""

    sql: str
    binds: list[tuple[int | None, Any]]


class Question(NamedTuple, Generic[M]):
    """A statement, and how a row of its answer becomes an object; `populators` make the related ones from that row."""

    statement: Statement
    model: type[M]
    columns: list[Any]
    own: slice
    names: list[str]
    populators: list[Any]


def written_once(question: Callable[..., QuerySet[M]]) -> Callable[..., list[M]]:
    """The rows of the queryset that `question` makes of its arguments.

    Positional arguments are whole numbers from 0 on (primary keys), texts or UUIDs, and are bound anew each time;
    keyword arguments shape the question, and each combination of them has SQL of its own. Rows come with the related
    objects that `select_related` names; nothing is annotated or prefetched.
    """

    @cache
    def written(stand_ins: tuple[Argument, ...], **shape: Any) -> Question[M]:
        return _question(question(*stand_ins, **shape), stand_ins)

    @wraps(question)
    def ask(*arguments: Argument, **shape: Any) -> list[M]:
        asked = written(_stand_ins(arguments), **shape)
        with connection.cursor() as cursor:
            cursor.execute(asked.statement.sql, _values(asked.statement, arguments))
            rows = cursor.fetchall()
        return _objects(asked, rows) if rows else []

    return ask


def changed_once(change: Callable[..., tuple[QuerySet[M], dict[str, Any]]]) -> Callable[..., int]:
    """How many rows were changed: those of the queryset that `change` makes of its arguments, to the values beside it.

    Arguments are as for `written_once`, and moments.
    """

    @cache
    def written(stand_ins: tuple[Argument, ...]) -> Statement:
        queryset, values = change(*stand_ins)
        query: Any = queryset.query.chain(UpdateQuery)
        query.add_update_values(values)
        return _statement(query.get_compiler(DEFAULT_DB_ALIAS), stand_ins)

    @wraps(change)
    def make(*arguments: Argument) -> int:
        statement = written(_stand_ins(arguments))
        with transaction.mark_for_rollback_on_error(DEFAULT_DB_ALIAS), connection.cursor() as cursor:
            cursor.execute(statement.sql, _values(statement, arguments))
            return int(cursor.rowcount)

    return make


def _question(queryset: QuerySet[M], stand_ins: Sequence[Argument]) -> Question[M]:
    compiler: Any = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
    statement = _statement(compiler, stand_ins)
    info, select = compiler.klass_info, compiler.select
    columns = [column for column, _sql, _alias in select]
    own = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
    return Question(
        statement=statement,
        model=queryset.model,
        columns=columns,
        own=own,
        names=[column.target.attname for column in columns[own]],
        populators=_populators(info, select, DEFAULT_DB_ALIAS),
    )


def _statement(compiler: Any, stand_ins: Sequence[Argument]) -> Statement:
    sql, values = compiler.as_sql()
    places = {_bound(stand_in): place for place, stand_in in enumerate(stand_ins)}
    binds = [(places.get(value), value) for value in values]
    assert {place for place, _value in binds} >= set(range(len(stand_ins))), "an argument is not in the statement"
    return Statement(sql, binds)


def _values(statement: Statement, arguments: Sequence[Argument]) -> list[Any]:
    return [value if place is None else _bound(arguments[place]) for place, value in statement.binds]


def _objects(asked: Question[M], rows: Sequence[Sequence[Any]]) -> list[M]:
    """As Django's `ModelIterable` makes them."""
    here = connections[DEFAULT_DB_ALIAS]
    converted, found = _converted(asked, here), []
    for row in map(list, rows):
        for number, column, convert in converted:
            row[number] = convert(row[number], column, here)
        one = asked.model.from_db(DEFAULT_DB_ALIAS, asked.names, row[asked.own])
        for populator in asked.populators:
            populator.populate(row, one)
        found.append(one)
    return found


def _converted(asked: Question[M], here: Any) -> list[tuple[int, Any, Convert]]:
    """What is to be done with which column; the connection keeps it, since what converts holds on to the connection."""
    kept: dict[str, list[tuple[int, Any, Convert]]] = vars(here).setdefault("attest_converted", {})
    if asked.statement.sql not in kept:
        kept[asked.statement.sql] = [
            (number, column, convert)
            for number, column in enumerate(asked.columns)
            for convert in [*here.ops.get_db_converters(column), *column.get_db_converters(here)]
        ]
    return kept[asked.statement.sql]


def _stand_ins(arguments: Sequence[Argument]) -> tuple[Argument, ...]:
    return tuple(_stand_in(place, value) for place, value in enumerate(arguments))


def _stand_in(place: int, value: Argument) -> Argument:
    """What no primary key, no text, no UUID and no moment of ours ever is."""
    if isinstance(value, UUID):
        return UUID(int=place)
    if isinstance(value, datetime):
        return datetime(1000 + place, 1, 1, tzinfo=UTC)
    return f"\0{place}" if isinstance(value, str) else -1 - place


def _bound(value: Argument) -> Any:
    """As the database is given it."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value.hex if isinstance(value, UUID) and not connection.features.has_native_uuid_field else value
