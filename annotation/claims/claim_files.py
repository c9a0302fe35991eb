"""Read files of claims: JSONL (also rows of FEVER and FEVEROUS), CSV with a header, plain text.

Each row has the number of the line on which it begins. A line that cannot be read yields a Problem in its place, so
that one pass finds all of them.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath
from typing import Any

from django.utils.translation import gettext as _

BYTE_ORDER_MARK = "\ufeff"
DELIMITERS = ",;\t|"
NO_DELIMITER = "\x1f"  # of a header with one column: the commas below it are the claims' own
COLUMN = "claim"


class ClaimFormat(StrEnum):
    """Format of a file."""

    JSONL = "jsonl"
    CSV = "csv"
    TEXT = "text"


FORMAT_OF_SUFFIX = {
    ".csv": ClaimFormat.CSV,
    ".tsv": ClaimFormat.CSV,
    ".txt": ClaimFormat.TEXT,
    ".jsonl": ClaimFormat.JSONL,
    ".ndjson": ClaimFormat.JSONL,
    ".json": ClaimFormat.JSONL,
}


@dataclass(frozen=True, slots=True)
class Problem:
    """Error in one line, and how to correct it. `contradicts`: it conflicts with another line of the same claim."""

    line: int
    field: str
    remedy: str
    contradicts: bool = False

    def __str__(self) -> str:
        return f"line {self.line}, {self.field}: {self.remedy}"


Row = dict[str, Any]
Rows = Iterator[tuple[int, Row | Problem]]


def format_of(name: str) -> ClaimFormat:
    """Return the format by the suffix of a file name; JSONL for an unknown one."""
    return FORMAT_OF_SUFFIX.get(PurePath(name).suffix.lower(), ClaimFormat.JSONL)


def rows(lines: Iterable[str], written_in: ClaimFormat) -> Rows:
    """Yield (line number, row) of every line that is not blank; `lines` may keep their newlines."""
    return READERS[written_in](_without_mark(lines))


def _without_mark(lines: Iterable[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        yield line.removeprefix(BYTE_ORDER_MARK) if number == 0 else line


def _jsonl(lines: Iterator[str]) -> Rows:
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield number, _object(number, line)


def _object(number: int, line: str) -> Row | Problem:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        remedy = _("not readable as JSON (%(error)s); write one object a line") % {"error": error}
        return Problem(number, "line", remedy)
    return row if isinstance(row, dict) else Problem(number, "line", _('not an object; write {"claim": "..."}'))


def _text(lines: Iterator[str]) -> Rows:
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield number, {"claim": line}


def _csv(lines: Iterator[str]) -> Rows:
    """Read CSV by the names in its first line; columns of other names are ignored."""
    blank = 0
    header = next(lines, "")
    while header and not header.strip():
        header, blank = next(lines, ""), blank + 1
    delimiter = _delimiter(header)
    names = [name.strip().casefold() for name in next(csv.reader([header], delimiter=delimiter), [])]
    if names.count(COLUMN) != 1:
        yield blank + 1, Problem(blank + 1, "line", _no_header(names))
        return
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    while True:
        number = blank + 2 + reader.line_num  # where the next row begins: quoted text may run over several lines
        try:
            values = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            remedy = _('not readable as CSV (%(error)s); put one " before and after the text') % {"error": error}
            yield number, Problem(number, "line", remedy)
            return  # what follows may be inside or outside of quotes
        if any(value.strip() for value in values):
            yield number, _named(number, names, values)


def _delimiter(header: str) -> str:
    """Return the delimiter that splits the header into the most columns, one of them `claim`."""
    cut = {
        delimiter: [name.strip().casefold() for name in next(csv.reader([header], delimiter=delimiter), [])]
        for delimiter in DELIMITERS
    }
    fitting = [delimiter for delimiter, names in cut.items() if COLUMN in names and len(names) > 1]
    return max(fitting, key=lambda delimiter: len(cut[delimiter]), default=NO_DELIMITER)


def _no_header(names: list[str]) -> str:
    named = {"column": COLUMN, "names": ", ".join(name[:40] for name in names) or _("nothing")}
    return _("the first line must name the columns, one of them '%(column)s' (it names: %(names)s)") % named


def _named(number: int, names: list[str], values: list[str]) -> Row | Problem:
    if len(values) > len(names) and any(value.strip() for value in values[len(names) :]):
        remedy = _('%(found)d columns, the first line has %(named)d; put text with a delimiter in it in "quotes"')
        return Problem(number, "line", remedy % {"found": len(values), "named": len(names)})
    return {name: value for name, value in zip(names, values, strict=False) if value.strip()} | {
        COLUMN: dict(zip(names, values, strict=False)).get(COLUMN, "")
    }


READERS: dict[ClaimFormat, Callable[[Iterator[str]], Rows]] = {
    ClaimFormat.JSONL: _jsonl,
    ClaimFormat.CSV: _csv,
    ClaimFormat.TEXT: _text,
}
