"""One consistent view of the database while people work, on a connection of its own.

SQLite: a read transaction, which in WAL mode sees the database as it was when it began, and keeps no writer waiting.
PostgreSQL: a transaction with REPEATABLE READ.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

ALIAS = "backup"


@contextmanager
def snapshot() -> Iterator[BaseDatabaseWrapper]:
    """Hand over a connection, registered as ALIAS, on which every query sees the same moment."""
    source = connections[DEFAULT_DB_ALIAS]
    settings = dict(source.settings_dict)
    if source.vendor == "sqlite":
        # Without the lock of writers that `config.sqlite` takes for every transaction.
        settings["ENGINE"] = "django.db.backends.sqlite3"
        settings["OPTIONS"] = dict(settings["OPTIONS"]) | {"transaction_mode": "DEFERRED"}
    connections.databases[ALIAS] = settings
    try:
        connection = connections[ALIAS]
        with transaction.atomic(using=ALIAS), connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SELECT COUNT(*) FROM django_migrations")  # the snapshot is that of the first query
            yield connection
    finally:
        connections[ALIAS].close()
        del connections[ALIAS]
        del connections.databases[ALIAS]
