"""What the commands about backups share: the key, progress, and errors with their remedy."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.backup.errors import BackupError
from annotation.backup.keys import configured_key, read_key

EVERY = 2.0  # seconds between two lines of progress where the output is no terminal


def add_key(parser: CommandParser) -> None:
    parser.add_argument(
        "--key",
        type=Path,
        metavar="FILE",
        help="passphrase, age recipient or age identity (default: ATTEST_BACKUP_KEY)",
    )


def key_of(options: dict[str, Any]) -> str:
    """The text of the key; "" without one. Raises BackupError and CommandError."""
    if options["key"] is None:
        return configured_key()
    try:
        return read_key(options["key"].read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{options['key']} cannot be read: {error}.") from error


@contextmanager
def saying_what_to_do() -> Iterator[None]:
    """Turn a BackupError of the body into a CommandError with its code and remedy."""
    try:
        yield
    except BackupError as error:
        raise CommandError(f"{error.message} {error.remedy} ({error.code})") from error


class Shown:
    """Shows progress: one line that changes on a terminal, a line now and then elsewhere."""

    def __init__(self, command: BaseCommand) -> None:
        self._command, self._at = command, time.monotonic()

    def __call__(self, what: str, done: int, total: int) -> None:
        now, line = time.monotonic(), f"{done}/{total} {what}"
        if sys.stderr.isatty():
            self._command.stderr.write(f"\r\033[K{line[:100]}", ending="")
        elif now - self._at >= EVERY:
            self._command.stderr.write(line)
            self._at = now
