"""Whether the site can serve: what it needs, asked cheaply."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import Error, connection

from annotation.backup.schema import is_current
from jobs.messages import connect
from search.engines import get_backend
from search.models import IndexState

LEAST_ROOM = 20 * 1024 * 1024  # bytes, without which nothing can be stored
_migrated = False  # once seen: it takes reading all migrations, and is not undone while a process runs


def failing() -> list[str]:
    """Names of what fails: database, migrations, data-folder, search-index, redis; empty where the site is ready."""
    found = [name for name, works in BEFORE.items() if not _holds(works)]
    if not found:
        found = [name for name, works in IN_DATABASE.items() if not _holds(works)]
    return found + [name for name, works in ELSEWHERE.items() if not _holds(works)]


def _holds(works: Callable[[], bool]) -> bool:
    try:
        return works()
    except Exception:  # clients of four servers raise exceptions of many libraries
        return False


def database() -> bool:
    """Whether it answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone())
    except Error:
        connection.close()  # the next question asks for a new one
        return False


def migrations() -> bool:
    """Whether its tables are those of this version."""
    global _migrated
    _migrated = _migrated or is_current(connection)
    return _migrated


def data_folder() -> bool:
    """Whether it can be written and has a little room."""
    folder = Path(settings.ATTEST_DATA_DIR)
    state = os.statvfs(folder)
    is_writable = os.access(folder, os.W_OK | os.X_OK) and not state.f_flag & os.ST_RDONLY
    return is_writable and state.f_bavail * state.f_frsize > LEAST_ROOM


def search_index() -> bool:
    """Whether every index that was built can be opened; a corpus without one is no failure. Raises what engines do."""
    for state in IndexState.objects.filter(corpus__projects__isnull=False).select_related("corpus").distinct():
        get_backend(state.corpus).check()
    return True


def redis() -> bool:
    """Whether the broker answers, where one is configured. Raises redis.RedisError."""
    if not settings.REDIS_URL:
        return True
    with connect() as broker:
        return bool(broker.ping())


BEFORE = {"database": database}
IN_DATABASE = {"migrations": migrations, "search-index": search_index}
ELSEWHERE = {"data-folder": data_folder, "redis": redis}
