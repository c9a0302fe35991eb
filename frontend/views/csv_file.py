"""A list as a CSV file: all of its pages, under the filters in the address."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import TypeAlias

from django.http import StreamingHttpResponse

from annotation.figures.figure import Cell, unarmed

FILE = "file"  # parameter of the address
Value: TypeAlias = Cell | datetime | bool


class _Line:
    """What `csv.writer` writes to: it hands each line back."""

    def write(self, line: str) -> str:
        return line


def csv_answer(name: str, head: Sequence[str], rows: Iterable[Sequence[Value]]) -> StreamingHttpResponse:
    """Return RFC 4180 text as an attachment, line by line. Times in ISO 8601, None empty; a text that a spreadsheet
    would run as a formula begins with an apostrophe."""
    answer = StreamingHttpResponse(_lines(head, rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _lines(head: Sequence[str], rows: Iterable[Sequence[Value]]) -> Iterator[str]:
    writer = csv.writer(_Line())
    yield writer.writerow(head)
    for row in rows:
        yield writer.writerow([_cell(one) for one in row])


def _cell(one: Value) -> str | int | float:
    if one is None:
        return ""
    if isinstance(one, bool):
        return int(one)
    return one.isoformat() if isinstance(one, datetime) else unarmed(one)
