"""SQLite backend whose write transactions queue for one lock (`config.sqlite.write_lock`).

This is the only lock around writing; PostgreSQL locks rows. SQLite's own lock stays behind it.
"""

from __future__ import annotations

from django.db.backends.sqlite3 import base

from config.sqlite.write_lock import WriteLock, write_lock


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that holds the database's write lock from the beginning to the end of each transaction.

    Statements outside of transactions are left to SQLite.
    """

    _held: WriteLock | None = None

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
            self._acquire_write_lock()
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

    def _acquire_write_lock(self) -> None:
        lock = write_lock(str(self.settings_dict["NAME"]), in_memory=self.is_in_memory_db())
        # After the timeout SQLite is asked all the same: it has an error for this.
        if lock.acquire(self.settings_dict["OPTIONS"].get("timeout", 5)):
            self._held = lock

    def _release_write_lock(self) -> None:
        if self._held is not None:
            lock, self._held = self._held, None
            lock.release()
