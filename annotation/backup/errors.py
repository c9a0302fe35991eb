"""What keeps a backup from being made, verified or restored."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class BackupError(Exception):
    """`code` is for programs, `message` says what is wrong, `remedy` what to do."""

    def __init__(self, code: str, message: str, remedy: str) -> None:
        super().__init__(f"{message} {remedy}")
        self.code, self.message, self.remedy = code, message, remedy


@contextmanager
def writing(place: Path, remedy: str) -> Iterator[None]:
    """Turn errors of the file system in the body into BackupError `disk_full` or `not_writable`."""
    try:
        yield
    except OSError as error:
        code = "disk_full" if error.errno in FULL else "not_writable"
        raise BackupError(code, f"{error.filename or place} cannot be written: {error.strerror}.", remedy) from error
