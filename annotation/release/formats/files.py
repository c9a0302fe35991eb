"""Text files of a release: UTF-8, line feeds, and closed together."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from json import JSONEncoder
from pathlib import Path
from typing import Any, TextIO

# Made once: `json.dumps` makes one anew for every line that is not plain ASCII.
encoded = JSONEncoder(ensure_ascii=False).encode


class Files(ExitStack):
    """Files that are open for writing until the `with` is left; folders are made."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def text(self, name: str) -> TextIO:
        """A new text file."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return self.enter_context(path.open("w", encoding="utf-8", newline="\n", buffering=1 << 18))

    def table(self, name: str, columns: Iterable[str]) -> Table:
        """A new CSV file (RFC 4180, but for the line feeds)."""
        return Table(self.text(name), list(columns))


class Table:
    """A CSV file; None and False are empty, True is 1."""

    def __init__(self, file: TextIO, columns: list[str]) -> None:
        self.columns = columns
        self._rows = csv.writer(file, lineterminator="\n")
        self._rows.writerow(columns)

    def add(self, row: Mapping[str, Any]) -> None:
        """Raises KeyError where a column is missing."""
        self._rows.writerow([_cell(row[column]) for column in self.columns])


def write_lines(file: TextIO, rows: Iterable[Mapping[str, Any]]) -> int:
    """A JSON object a line; returns how many."""
    count = 0
    for count, row in enumerate(rows, start=1):  # noqa: B007
        file.write(encoded(row) + "\n")
    return count


def sha256_of(path: Path) -> str:
    """Hash of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _cell(value: Any) -> Any:
    if value is None or value is False:
        return ""
    return 1 if value is True else value
