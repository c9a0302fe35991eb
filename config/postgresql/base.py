"""PostgreSQL backend that looks whether a kept connection is still open without asking the server.

Django asks `SELECT 1` at the beginning of every request: a round trip each, which finds out about a server that was
restarted. Such a server has closed the connection, and that can be read from the socket. A server that vanished
without closing it is found out by the next statement, as it would be by `SELECT 1`.
"""

from __future__ import annotations

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Connection whose health check is a look at its socket."""

    def is_usable(self) -> bool:
        """Whether statements can be sent. Asks the server only if it has sent something unasked, as before closing."""
        if self.connection is None or self.connection.closed:
            return False
        waiting = select.poll()
        waiting.register(self.connection.fileno(), select.POLLIN | select.POLLPRI)
        return not waiting.poll(0) or bool(super().is_usable())
