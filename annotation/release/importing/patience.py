"""Wait for a database that somebody else is writing to: SQLite takes one writer at a time, and a job may take long."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from django.db import OperationalError, connection

LONGEST_WAIT = 600.0  # seconds; the longest transaction of a job is far shorter
PAUSE = 0.5

Result = TypeVar("Result")
log = logging.getLogger(__name__)


class DatabaseBusy(Exception):
    """Another program has been writing all the time. Nothing of the last batch is stored; all before it is."""


def patiently(do: Callable[[], Result]) -> Result:
    """Return what `do` does, again and again while the database is locked by others. It stores all or nothing.

    Each try waits as long as the settings say before. Raises DatabaseBusy after LONGEST_WAIT seconds.
    """
    until, is_told = time.monotonic() + LONGEST_WAIT, False
    while True:
        try:
            return do()
        except OperationalError as error:
            if not _is_locked(error):
                raise
            if time.monotonic() > until:
                raise DatabaseBusy from error
            if not is_told:
                log.warning(
                    "Another program is writing to the database. Waiting for it, for at most %d s.", LONGEST_WAIT
                )
                is_told = True
            time.sleep(PAUSE)


def _is_locked(error: OperationalError) -> bool:
    return connection.vendor == "sqlite" and "locked" in str(error)
