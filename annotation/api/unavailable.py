"""Failures of what Attest runs on: a full or read-only disk, a database that is away. They answer 503, not 500."""

from __future__ import annotations

import errno
import logging
import sqlite3
from collections.abc import Iterator

from django.db import DatabaseError, InterfaceError

RETRY_AFTER = 10  # seconds
DISK = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EROFS: "the disk is read-only",
}
SQLITE = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk gives an error",
    sqlite3.SQLITE_READONLY: "the database is read-only",
    sqlite3.SQLITE_CANTOPEN: "the database file cannot be opened",
    sqlite3.SQLITE_BUSY: "the database is locked",
}
# SQLSTATE classes of PostgreSQL: connection, resources (a full disk among them), operator intervention.
POSTGRES = {"08": "no connection to the database", "53": "the database lacks resources", "57": "the database is away"}
READ_ONLY = "25006"  # read_only_sql_transaction: a standby, or a database that was made read-only
CANCELLED = "57014"  # statement_timeout: the statement is at fault


def unavailable(error: BaseException | None) -> str:
    """Return the reason if the error, or what caused it, is a failure of disk or database that may pass; else ""."""
    return next((reason for each in _causes(error) if (reason := _reason(each))), "")


class UnavailableFilter(logging.Filter):
    """Turn the log record of such a failure into one line with the reason, without a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always true: no record is left out."""
        request = getattr(record, "request", None)
        reason = unavailable(record.exc_info[1]) if record.exc_info else getattr(request, "unavailable", "")
        if reason:
            record.msg, record.args = "%s: %s", (record.getMessage(), reason)
            record.exc_info = record.exc_text = None
        return True


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _reason(error: BaseException) -> str:
    if isinstance(error, sqlite3.Error):
        return SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "")
    if isinstance(error, OSError):
        return DISK.get(error.errno or 0, "")
    if isinstance(error, InterfaceError):
        return POSTGRES["08"]  # the connection was closed under us
    state = getattr(error, "pgcode", "")
    if state == READ_ONLY:
        return "the database is read-only"
    if state:
        return "" if state == CANCELLED else POSTGRES.get(state[:2], "")
    is_postgres = type(error).__module__ == "psycopg2" and type(error).__name__ == "OperationalError"
    return POSTGRES["08"] if is_postgres and not isinstance(error, DatabaseError) else ""
