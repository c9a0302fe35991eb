"""Text files of a release: UTF-8, line feeds, and closed together."""

from __future__ import annotations

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

    def place(self, name: str) -> Path:
        """Where a file of this name is to be written; its folder is there."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def text(self, name: str) -> TextIO:
        """A new text file."""
        file = self.place(name).open("w", encoding="utf-8", newline="\n", buffering=1 << 18)
        return self.enter_context(file)


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
