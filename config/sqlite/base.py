"""Django's SQLite, with a queue: threads of one process that want to write wait for one another here.

SQLite lets a second writer sleep and look again, up to 100 ms later, and whoever comes in between is first. Of eight
threads some wait for seconds while others write at once. A lock of Python wakes the next one when the last is done;
SQLite is left to keep processes apart.
"""

from __future__ import annotations

import threading
from typing import Any

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose transactions begin one after the other. What is written outside of one is SQLite's affair."""

    _one_writer = threading.Lock()
    _is_writing = False

    def _start_transaction_under_autocommit(self) -> None:
        # Whoever waited so long asks SQLite, which has an error for it.
        self._is_writing = self._one_writer.acquire(timeout=self.settings_dict["OPTIONS"].get("timeout", 5))
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # private, and so not in the stubs
        except BaseException:
            self._let_the_next()
            raise

    def _commit(self) -> Any:
        try:
            return super()._commit()  # type: ignore[misc]
        finally:
            self._let_the_next()

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc]
        finally:
            self._let_the_next()

    def _close(self) -> Any:
        try:
            return super()._close()  # type: ignore[misc]
        finally:
            self._let_the_next()

    def _let_the_next(self) -> None:
        if self._is_writing:
            self._is_writing = False
            self._one_writer.release()
