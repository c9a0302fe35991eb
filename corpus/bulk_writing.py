"""Settings of the database connection while very many rows are written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

CHECKPOINT_PAGES = 8_000  # of 4 KiB: 32 MB are written ahead before SQLite copies them into the database


@contextmanager
def rare_checkpoints() -> Iterator[None]:
    """Let SQLite copy its write-ahead log into the database an eighth as often: neighbouring rows share a copy."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        before = cursor.execute("PRAGMA wal_autocheckpoint").fetchone()[0]
        cursor.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA wal_autocheckpoint = {before}")
