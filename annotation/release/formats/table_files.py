"""Write rows of one schema as JSON Lines, CSV (the columns that are no structures) and Parquet, a batch at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import parquet

from annotation.release.formats.csv_file import CsvFile
from annotation.release.formats.files import Files, encoded
from annotation.release.formats.schema import flat_columns

ROW_GROUP = 2_000  # rows, at least

Row = Mapping[str, Any]


class TableFiles:
    """The files of one table; each is written where it has a name.

    Files are closed with `files`. Rows have a value for every column of the schema; for JSON Lines no other, since what
    is written there is the row.
    """

    def __init__(self, files: Files, schema: pa.Schema, *, jsonl: str = "", csv: str = "", parquet: str = "") -> None:
        self.schema = schema
        self.written = 0
        self._lines = files.text(jsonl) if jsonl else None
        self._csv = CsvFile(files, csv, list(flat_columns(schema))) if csv else None
        self._parquet = files.enter_context(ParquetFile(files.place(parquet), schema)) if parquet else None

    def add(self, rows: Sequence[Row]) -> None:
        """Write the rows. Raises KeyError, ValueError or TypeError where one is not of the schema."""
        self.written += len(rows)
        if self._lines is not None:
            self._lines.writelines(encoded(row) + "\n" for row in rows)
        if self._csv is not None:
            self._csv.add(rows)
        if self._parquet is not None:
            self._parquet.add(rows)


class ParquetFile:
    """A Parquet file. Rows are kept until there are enough for a row group: of many small ones readers are slow."""

    def __init__(self, path: Path, schema: pa.Schema) -> None:
        pa.set_memory_pool(pa.system_memory_pool())  # gives memory back; the others keep what they once had
        self._schema = schema
        self._writer = parquet.ParquetWriter(path, schema, compression="zstd", store_schema=True)
        self._waiting: list[pa.RecordBatch] = []
        self._rows = 0

    def __enter__(self) -> ParquetFile:
        return self

    def __exit__(self, kind: object, *_more: object) -> None:
        try:
            if kind is None:
                self._write()
        finally:
            self._writer.close()

    def add(self, rows: Sequence[Row]) -> None:
        if rows:
            columns = [pa.array([row[field.name] for row in rows], field.type) for field in self._schema]
            self._waiting.append(pa.RecordBatch.from_arrays(columns, schema=self._schema))
            self._rows += len(rows)
        if self._rows >= ROW_GROUP:
            self._write()

    def _write(self) -> None:
        if self._waiting:
            table = pa.Table.from_batches(self._waiting, schema=self._schema).unify_dictionaries()
            self._writer.write_table(table.combine_chunks(), row_group_size=table.num_rows)
            self._waiting, self._rows = [], 0
