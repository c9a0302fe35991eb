"""Rows of a table as JSON lines, the same for SQLite and PostgreSQL: an array of values in the order of `columns`."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from annotation.backup.errors import BackupError
from annotation.backup.schema import columns

READ, WRITE = 300, 500  # rows of a step: a page of a corpus is megabytes as objects
PARAMETERS = 30_000  # of a statement: SQLite allows 32,766, PostgreSQL 65,535
BLOCK = 1 << 18  # bytes


def encoded(value: Any) -> Any:
    """A value of a field as `json` asks for it. Moments keep their microseconds."""
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, UUID | Decimal | timedelta):
        return str(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return base64.b64encode(bytes(value)).decode()
    raise TypeError(f"{type(value).__name__} cannot be backed up")


_line = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=encoded).encode


class Table:
    """The rows of a model in a snapshot, as blocks of lines. `rows` counts those read so far."""

    def __init__(self, model: type[models.Model], using: str, progress: Callable[[int], object]) -> None:
        self.rows = 0
        self._model, self._using, self._progress = model, using, progress

    def __iter__(self) -> Iterator[bytes]:
        names = [field.attname for field in columns(self._model)]
        found = self._model._base_manager.using(self._using).order_by("pk").values_list(*names)
        block: list[str] = []
        size = 0
        for row in found.iterator(chunk_size=READ):
            line = _line(row)
            block.append(line)
            size += len(line)
            self.rows += 1
            if size >= BLOCK:
                yield _joined(block)
                self._progress(self.rows)
                block, size = [], 0
        if block:
            yield _joined(block)


def _joined(lines: list[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode("utf-8", "surrogatepass")


class Lines:
    """A sink of `read_object` that hands over whole lines."""

    def __init__(self, take: Callable[[bytes], object]) -> None:
        self.lines = 0
        self._take, self._rest = take, b""

    def write(self, data: bytes) -> None:
        *whole, self._rest = (self._rest + data).split(b"\n")
        for line in whole:
            self.lines += 1
            self._take(line)


class Loader:
    """Inserts lines of a table, a few hundred a statement. Call `finish` after the last one."""

    def __init__(self, connection: BaseDatabaseWrapper, model: type[models.Model], names: list[str]) -> None:
        by_name = {field.column: field for field in columns(model)}
        missing = sorted(set(names) - set(by_name))
        if missing:
            words = f"{model._meta.db_table} has no columns {', '.join(missing)}."
            raise BackupError("newer", words, "Install the version of Attest that made the backup.")
        self.rows = 0
        self._connection = connection
        self._fields = [by_name[name] for name in names]
        quote = connection.ops.quote_name
        self._head = f"INSERT INTO {quote(model._meta.db_table)} ({', '.join(map(quote, names))}) VALUES "  # nosec B608 # names of the models, quoted
        self._one = f"({', '.join(['%s'] * len(names))})"
        self._most = max(1, min(WRITE, PARAMETERS // len(names)))
        self._waiting: list[list[Any]] = []

    def add(self, line: bytes) -> None:
        values = json.loads(line.decode("utf-8", "surrogatepass"))
        row = [
            field.get_db_prep_save(field.to_python(value), self._connection)
            for field, value in zip(self._fields, values, strict=True)
        ]
        self._waiting.append(row)
        if len(self._waiting) >= self._most:
            self.finish()

    def finish(self) -> None:
        if not self._waiting:
            return
        with self._connection.cursor() as cursor:
            statement = self._head + ", ".join([self._one] * len(self._waiting))
            cursor.execute(statement, [value for row in self._waiting for value in row])
        self.rows += len(self._waiting)
        self._waiting = []
