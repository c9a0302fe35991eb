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
from tempfile import NamedTemporaryFile


def write_database(path: Path, pages: Iterable[tuple[str, str]]) -> int:
    """(title, page JSON text) pairs as SQLite `wiki(id, data)`, both NFD. Returns how many."""
    count = 0
    with _appearing_whole(path) as temporary, closing(sqlite3.connect(temporary)) as connection:
        connection.execute("CREATE TABLE wiki (id PRIMARY KEY, data json)")
        for title, text in pages:
            connection.execute("INSERT INTO wiki VALUES (?, ?)", (_nfd(title), _nfd(text)))
            count += 1
        connection.commit()
    return count


def write_lines(path: Path, pages: Iterable[tuple[str, str]]) -> int:
    """(title, page JSON text) pairs as JSONL, one page a line. Returns how many."""
    count = 0
    with _appearing_whole(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
        for _, text in pages:
            file.write(_nfd(text) + "\n")
            count += 1
    return count


@contextmanager
def _appearing_whole(path: Path) -> Iterator[Path]:
    """A temporary neighbour of `path` that takes its place when all went well, and vanishes when not."""
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        temporary = Path(file.name)
    try:
        yield temporary
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text)
