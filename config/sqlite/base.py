"""SQLite backend in which the threads of a process queue for write transactions.

This is the only lock around writing; PostgreSQL locks rows. SQLite lets a second writer sleep up to 100 ms before it
tries again, and whoever arrives in between goes first, so that some of eight threads wait for seconds. A lock of
Python wakes the next thread as soon as the last transaction ends; SQLite's own lock keeps processes apart.
"""

from __future__ import annotations

import threading

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that holds the process's write lock from the beginning to the end of each transaction.

    Statements outside of transactions are left to SQLite.
    """

    _write_lock = threading.Lock()
    _has_write_lock = False

    def set_autocommit(  # the signature is Django's
        self,
        autocommit: bool,  # noqa: FBT001
        force_begin_transaction_with_broken_autocommit: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        """Begin (False) or end (True) a transaction: `atomic` calls this after its COMMIT or ROLLBACK."""
        if autocommit:
            self._release_write_lock()  # before the hooks of `on_commit`, which may write themselves
        elif force_begin_transaction_with_broken_autocommit:
            self.close_if_health_check_failed()  # closing would release the lock
            # After the timeout SQLite is asked all the same: it has an error for this.
            timeout = self.settings_dict["OPTIONS"].get("timeout", 5)
            self._has_write_lock = self._write_lock.acquire(timeout=timeout)
        try:
            super().set_autocommit(autocommit, force_begin_transaction_with_broken_autocommit)
        except BaseException:
            self._release_write_lock()
            raise

    def close(self) -> None:
        """Close the connection, which rolls back an open transaction."""
        self.validate_thread_sharing()
        try:
            super().close()
        finally:
            self._release_write_lock()

    def _release_write_lock(self) -> None:
        if self._has_write_lock:
            self._has_write_lock = False
            self._write_lock.release()
