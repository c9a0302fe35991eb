"""Export pages as files that FEVEROUS' own code reads (contract (a), "Storage"). Imports no Django.

The file appears complete or not at all: it is written beside its place and then moved there.
"""

from __future__ import annotations

import os
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path


def write_database(path: Path, pages: Iterable[tuple[str, str]]) -> int:
    """(title, page JSON text) pairs as SQLite `wiki(id, data)`, both NFD. Returns how many."""
    count = 0
    with complete_file(path) as temporary, closing(sqlite3.connect(temporary)) as connection:
        connection.execute("CREATE TABLE wiki (id PRIMARY KEY, data json)")
        for title, text in pages:
            connection.execute("INSERT INTO wiki VALUES (?, ?)", (_nfd(title), _nfd(text)))
            count += 1
        connection.commit()
    return count


def write_lines(path: Path, pages: Iterable[tuple[str, str]]) -> int:
    """(title, page JSON text) pairs as JSONL, one page a line. Returns how many."""
    count = 0
    with complete_file(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
        for _, text in pages:
            file.write(_nfd(text) + "\n")
            count += 1
    return count


@contextmanager
def complete_file(path: Path) -> Iterator[Path]:
    """A temporary neighbour of `path` that takes its place when all went well, and vanishes when not."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    temporary.write_bytes(b"")  # a folder that cannot be written is an OSError, whatever writes there
    try:
        yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text)
