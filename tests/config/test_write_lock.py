"""The write lock of SQLite between processes: in turn, at most so long, and never kept by the dead."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import OperationalError, connection

from config.sqlite.base import DatabaseWrapper
from config.sqlite.write_lock import NEXT, WriteLock, write_lock

ROOT = Path(__file__).resolve().parents[2]
HOLD = """
import sys
from config.sqlite.write_lock import WriteLock
lock = WriteLock(sys.argv[1])
assert lock.acquire(60)
print("obtained", flush=True)
sys.stdin.readline()
lock.release()
print("released", flush=True)
"""
FORK = """
import os, sys
from config.sqlite.write_lock import write_lock
assert write_lock(sys.argv[1], in_memory=False).acquire(60)
child = os.fork()
if child == 0:
    os._exit(write_lock(sys.argv[1], in_memory=False).acquire(0.01))
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
write_lock(sys.argv[1], in_memory=False).release()
if os.fork() == 0:
    os._exit(not write_lock(sys.argv[1], in_memory=False).acquire(60))
print(os.waitstatus_to_exitcode(os.wait()[1]))
"""


@pytest.fixture
def path(tmp_path) -> str:
    return str(tmp_path / "database-lock")


@contextmanager
def other_process(path: str) -> Iterator[subprocess.Popen[str]]:
    """A process that acquires the lock and keeps it until it is written a line."""
    command = [sys.executable, "-c", HOLD, path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            yield process
        finally:
            process.kill()


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def wait_until_it_is_next(path: str) -> None:
    file = os.open(path, os.O_RDWR)  # not closed: that would end the locks of this process
    while True:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, NEXT)
        except (BlockingIOError, PermissionError):
            return
        fcntl.lockf(file, fcntl.LOCK_UN, 1, NEXT)
        time.sleep(0.01)


def test_who_has_just_written_cannot_overtake_a_process_that_waits(path):
    lock = WriteLock(path)
    assert lock.acquire(60)
    with other_process(path) as other:
        wait_until_it_is_next(path)
        lock.release()
        assert not lock.acquire(0)
        assert said(other) == "obtained"
        assert not lock.acquire(0.01)
        other.communicate("\n")
        assert lock.acquire(60)
        lock.release()


def test_a_process_that_is_killed_gives_the_lock_up(path):
    with other_process(path) as other:
        assert said(other) == "obtained"
        lock = WriteLock(path)
        assert not lock.acquire(0.01)
        other.kill()
        assert lock.acquire(60)
        lock.release()


def test_a_child_neither_inherits_the_lock_nor_is_kept_from_it(path):
    done = subprocess.run([sys.executable, "-c", FORK, path], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stdout.split() == ["0", "0"], done.stderr


def test_each_database_has_a_lock_of_its_own(tmp_path):
    one, other = (write_lock(str(tmp_path / name), in_memory=False) for name in ("one", "other"))
    assert one is write_lock(str(tmp_path / "." / "one"), in_memory=False)
    assert one.acquire(0)
    assert other.acquire(0)
    assert not one.acquire(0)
    one.release()
    other.release()
    assert not one.locked()


def test_without_a_lock_file_threads_still_take_turns(tmp_path):
    lock = WriteLock(str(tmp_path / "missing" / "database-lock"))
    assert lock.acquire(0)
    assert not lock.acquire(0)
    lock.release()
    assert lock.acquire(0)
    lock.release()


@pytest.mark.sqlite
@pytest.mark.django_db
def test_after_the_timeout_sqlite_says_that_the_database_is_locked(tmp_path):
    name = str(tmp_path / "site.sqlite3")
    options = connection.settings_dict["OPTIONS"] | {"timeout": 0.05}
    site = [DatabaseWrapper(connection.settings_dict | {"NAME": name, "OPTIONS": options}, alias=a) for a in ("a", "b")]
    first, second = site
    first.ensure_connection()
    second.ensure_connection()
    first.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    with pytest.raises(OperationalError, match="locked"):
        second.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    first.close()
    second.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    second.close()
    assert not write_lock(name, in_memory=False).locked()
