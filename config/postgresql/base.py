"""PostgreSQL backend that asks the server less, and works behind a pooler.

Django asks `SELECT 1` at the beginning of every request: a round trip each, which finds out about a server that was
restarted. Such a server has closed the connection, and that can be read from the socket. A server that vanished
without closing it is found out by the next statement, as it would be by `SELECT 1`.

A pooler in transaction mode gives each transaction any of its connections to the server, so nothing may be left in a
session between two. Of Django's that are the cursors that read large results: outside of a transaction they would
outlive their statement.
"""

from __future__ import annotations

import select
from typing import Any

from django.db.backends.postgresql import base

POOLER = "POOLER"  # key of DATABASES: "transaction" behind a pooler in transaction mode, else ""


class DatabaseWrapper(base.DatabaseWrapper):
    """Connection whose health check is a look at its socket."""

    def is_usable(self) -> bool:
        """Whether statements can be sent. Asks the server only if it has sent something unasked, as before closing."""
        if self.connection is None or self.connection.closed:
            return False
        waiting = select.poll()
        waiting.register(self.connection.fileno(), select.POLLIN | select.POLLPRI)
        return not waiting.poll(0) or bool(super().is_usable())

    def chunked_cursor(self) -> Any:
        """A cursor of the server for large results; behind a pooler only in a transaction, else they come whole."""
        if self.settings_dict.get(POOLER) and self.get_autocommit():
            return self.cursor()
        return super().chunked_cursor()
