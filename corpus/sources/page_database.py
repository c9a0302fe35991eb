"""FEVEROUS' page database: SQLite, `wiki(id, data)`, one page object a row (contract (a), "Storage")."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from corpus.sources.records import ready_page
from corpus.sources.source import SourceError, SourceFailure, SourcePage

SQLITE_MAGIC = b"SQLite format 3\x00"


def read_page_database(path: Path) -> Iterator[SourcePage | SourceFailure]:
    """The rows in their order. The id is the title: official code never looks at the object's own."""
    uri = f"file:{quote(str(path.resolve()))}?mode=ro"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            for title, data in connection.execute("SELECT id, data FROM wiki"):
                yield _row(str(title), data)
    except sqlite3.Error as error:
        remedy = "Give a database with the table wiki(id, data), as feverous.database writes it."
        raise SourceError(path, "table wiki", f"cannot be read ({error})", remedy) from error


def _row(title: str, text: object) -> SourcePage | SourceFailure:
    place = f"row {title!r}"
    try:
        data = json.loads(text) if isinstance(text, str | bytes) else None
    except ValueError as error:
        return SourceFailure(title, place, f"data is not JSON ({error})")
    if not isinstance(data, dict):
        return SourceFailure(title, place, "data is not a page object")
    return ready_page(data | {"title": title}, place)
