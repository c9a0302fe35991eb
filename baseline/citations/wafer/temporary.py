"""Temporary databases: what would not fit into memory of millions of rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager


@contextmanager
def temporary_database(*tables: str) -> Iterator[sqlite3.Connection]:
    """Open a database with these tables, in a file that is deleted at the end."""
    with closing(sqlite3.connect("", isolation_level=None)) as database:
        database.execute("PRAGMA cache_size = -16000")
        for table in tables:
            database.execute(f"CREATE TABLE {table}")
        database.execute("BEGIN")
        yield database
