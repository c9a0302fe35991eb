"""Lock of the writers of one SQLite database: one after the other, in every thread of every process.

SQLite lets a second writer sleep up to 100 ms before it tries again, and whoever arrives in between goes first: of two
busy processes one can wait for seconds. Here the threads of a process queue for a lock of Python, and the one that has
it for two bytes of a file beside the database (POSIX record locks, which end with their process): the byte NEXT makes
it the only one that waits for the byte WRITER, so that a process which has just written cannot overtake it.
"""

from __future__ import annotations

import fcntl
import os
import threading
import time

WRITER, NEXT = 0, 1  # offsets in the file
PAUSE = 0.003  # seconds between two attempts of the one thread of a process that tries; shorter costs processor time


class WriteLock:
    """Mutual exclusion of writers; `path` names the lock file, None for a database that only this process can reach."""

    def __init__(self, path: str | None) -> None:
        self._threads = threading.Lock()
        self._path = path
        self._file: int | None = None

    def acquire(self, timeout: float) -> bool:
        """Wait at most `timeout` seconds; returns whether the lock was obtained."""
        deadline = time.monotonic() + timeout
        if not self._threads.acquire(timeout=timeout):
            return False
        try:
            obtained = self._path is None or self._acquire_file(deadline)
        except BaseException:
            self._threads.release()
            raise
        if not obtained:
            self._threads.release()
        return obtained

    def release(self) -> None:
        try:
            self._unlock(WRITER)
        finally:
            self._threads.release()

    def locked(self) -> bool:
        """Whether a thread of this process has the lock or waits for another process."""
        return self._threads.locked()

    def _acquire_file(self, deadline: float) -> bool:
        if self._file is None:
            assert self._path is not None
            try:
                # Never closed: closing any descriptor of the file would end this process's locks on it.
                self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o660)
            except OSError:
                return True  # another user's, or a folder that cannot be written: SQLite keeps the processes apart
        if not self._lock(NEXT, deadline):
            return False
        try:
            return self._lock(WRITER, deadline)
        finally:
            self._unlock(NEXT)

    def _lock(self, byte: int, deadline: float) -> bool:
        assert self._file is not None
        while True:
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
                return True
            except (BlockingIOError, PermissionError):  # another process has it: EAGAIN or EACCES
                if time.monotonic() >= deadline:
                    return False
                time.sleep(PAUSE)

    def _unlock(self, byte: int) -> None:
        if self._file is not None:
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, byte)


_locks: dict[str, WriteLock] = {}


def write_lock(database: str, *, in_memory: bool) -> WriteLock:
    """Return the lock of a database by its path, the same for all threads of the process."""
    # A relative path, a symbolic link: one database has one lock file.
    path = database if in_memory else os.path.realpath(database)
    lock = _locks.get(path)
    return lock or _locks.setdefault(path, WriteLock(None if in_memory else f"{path}-lock"))


# A child has the record locks of its parent no more, and none of the threads that may have held the lock of Python.
os.register_at_fork(after_in_child=_locks.clear)
