"""Write CSV: a list is JSON, a truth is true or false, what is unknown is empty.

A text that a spreadsheet would run as a formula has an apostrophe before it (`unarmed`), as in every CSV of Attest.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from typing import Any

from annotation.figures.figure import FORMULA, unarmed
from annotation.release.formats.files import Files, encoded


class CsvFile:
    """A CSV file (RFC 4180, but for the line feeds)."""

    def __init__(self, files: Files, name: str, columns: Sequence[str]) -> None:
        self.columns = columns
        self._rows = csv.writer(files.text(name), lineterminator="\n")
        self._rows.writerow(columns)

    def add(self, rows: Sequence[Mapping[str, Any]]) -> None:
        columns = (_cells([row[column] for row in rows]) for column in self.columns)
        self._rows.writerows(zip(*columns, strict=True))


def _cells(values: list[Any]) -> list[Any]:
    """The values of a column. Most columns are texts, and most texts need nothing."""
    if set(map(type, values)) <= {str}:
        return [f"'{text}" if text[:1] in FORMULA else text for text in values]
    return list(map(_cell, values))


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        return unarmed(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return encoded(value) if isinstance(value, list) else value
