"""On PostgreSQL: rows of queries that name no order come in any order, and ids of two tables seldom coincide.

A server may return such rows as it likes, and keys of a long-lived site have no relation to one another. The order is
drawn from the test's name, so that a failure comes again.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.models.sql.compiler import SQLCompiler
from django.db.models.sql.constants import MULTI

MOST = 20_000  # that a sequence begins with
draw = random.Random()


@pytest.fixture(autouse=True, scope="session")
def rows_without_order_are_shuffled() -> Iterator[None]:
    if connection.vendor != "postgresql":
        yield
        return
    get_order_by, execute_sql = SQLCompiler.get_order_by, SQLCompiler.execute_sql

    def noted(self: Any) -> Any:
        found = get_order_by(self)
        self.attest_is_ordered = bool(found)
        return found

    def shuffled(self: SQLCompiler, result_type: Any = MULTI, *given: Any, **named: Any) -> Any:
        self.attest_is_ordered = True  # unless it says otherwise meanwhile
        found = execute_sql(self, result_type, *given, **named)
        if result_type != MULTI or found is None or self.attest_is_ordered:
            return found
        rows = [row for chunk in found for row in chunk]
        draw.shuffle(rows)
        return iter([rows])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SQLCompiler, "get_order_by", noted)
        patch.setattr(SQLCompiler, "execute_sql", shuffled)
        yield


@pytest.fixture(autouse=True)
def the_same_order_each_time(request: pytest.FixtureRequest) -> None:
    draw.seed(request.node.nodeid)


def scatter_ids() -> None:
    """Begin the ids of each table at a place of its own."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT schemaname, sequencename FROM pg_sequences")
        for schema, name in cursor.fetchall():
            first = 1 + zlib.crc32(name.encode()) % MOST
            cursor.execute("SELECT setval(%s::regclass, %s)", [f'"{schema}"."{name}"', first])
