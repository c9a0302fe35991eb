"""What one simulated server process promised, on disk before anybody counts it: a kill -9 may follow any line."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Entry = dict[str, Any]


class Journal:
    """Append-only, one JSON object a line, each on the disk before the next. A file for each life of a process."""

    def __init__(self, folder: Path, process: int, life: int) -> None:
        path = folder / f"{process}-{life:03}.jsonl"
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        self._lock = threading.Lock()

    def write(self, what: str, **entry: Any) -> None:
        line = json.dumps({"what": what} | entry) + "\n"
        with self._lock:
            os.write(self._file, line.encode())
            os.fsync(self._file)


def entries(folder: Path, pattern: str = "*.jsonl") -> Iterator[Entry]:
    """Every whole line of the journals. A process that was killed while writing leaves half of one."""
    for path in sorted(folder.glob(pattern)):
        yield from _lines(path.read_bytes())


def latest(folder: Path, bytes_read: int = 20_000) -> list[Entry]:
    """The newest lines of each journal, as another process sees them at this moment."""
    found: list[Entry] = []
    for path in folder.glob("*.jsonl"):
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - bytes_read))
            lines = file.read().split(b"\n", 1)[-1]  # the first may be the end of one
        found.extend(_lines(lines))
    return found


def _lines(text: bytes) -> Iterator[Entry]:
    for line in text.split(b"\n"):
        try:
            if line:
                yield json.loads(line)
        except ValueError:
            continue
