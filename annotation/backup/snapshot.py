"""One consistent view of the database while people work, on a connection of its own.

SQLite: a read transaction, which in WAL mode sees the database as it was when it began, and keeps no writer waiting.
PostgreSQL: a transaction with REPEATABLE READ.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3 import base as sqlite

ALIAS = "backup"


@contextmanager
def snapshot() -> Iterator[BaseDatabaseWrapper]:
    """Hand over a connection, registered as ALIAS, on which every query sees the same moment."""
    connections[ALIAS] = connection = _second_connection()
    try:
        with transaction.atomic(using=ALIAS), connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SELECT COUNT(*) FROM django_migrations")  # the snapshot is that of the first query
            yield connection
    finally:
        connection.close()
        del connections[ALIAS]


def _second_connection() -> BaseDatabaseWrapper:
    source = connections[DEFAULT_DB_ALIAS]
    if source.vendor != "sqlite":
        return source.copy(ALIAS)
    # Without the lock of writers that `config.sqlite` takes for every transaction.
    settings = deepcopy(source.settings_dict)
    settings["OPTIONS"]["transaction_mode"] = "DEFERRED"
    return sqlite.DatabaseWrapper(settings, ALIAS)
