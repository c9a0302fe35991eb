"""Keep files from other users of the machine: a mask for what is made, and the permissions of what is there."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

UMASK = 0o077  # what a process makes is its user's alone
OURS = ("secret_key", "attest.sqlite3", "index")  # a folder with one of these is a data folder and nothing else


def make_private(data_dir: Path, database: Path | None) -> None:
    """Take away what others may do with the data folder and the database file, where the folder is known to be ours.

    `database`: the SQLite file; None for another database. Files of somebody else are left; `doctor` names them.
    """
    is_ours = any((data_dir / name).exists() for name in OURS)
    for path in private_paths(data_dir if is_ours else None, database):
        if is_open(path):
            try:
                path.chmod(stat.S_IMODE(path.stat().st_mode) & ~0o077)
            except OSError:
                continue


def private_paths(data_dir: Path | None, database: Path | None) -> Iterator[Path]:
    """The folder and the files that nobody else may read, as far as they exist."""
    found = [data_dir, data_dir / "secret_key"] if data_dir is not None else []
    if database is not None:
        found += [database.with_name(database.name + ending) for ending in ("", "-wal", "-shm", "-lock")]
    yield from (path for path in found if path is not None and path.exists())


def is_open(path: Path) -> bool:
    """Whether others may do anything with it."""
    return bool(path.stat().st_mode & 0o077)


def current_umask() -> int:
    """The mask of this process."""
    mask = os.umask(UMASK)
    os.umask(mask)
    return mask
