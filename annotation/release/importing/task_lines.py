"""Rows of files of tasks: JSON lines, a JSON array or CSV, as they are or packed by gzip or xz."""

from __future__ import annotations

import csv
import gzip
import io
import json
import lzma
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, cast

from django.utils.translation import gettext as _

from annotation.release.importing.lines import Line, lines_of, row_of
from annotation.release.importing.parsed import BadRow, Place

LARGEST = 500_000_000  # bytes of an array, a CSV or a packed file: they are read at once
OPENERS: dict[str, Callable[[Path], IO[bytes]]] = {
    ".gz": lambda path: cast(IO[bytes], gzip.GzipFile(path)),
    ".xz": lambda path: cast(IO[bytes], lzma.LZMAFile(path)),  # noqa: SIM115  # closed by whoever opens it
}


def task_lines(path: Path) -> Iterator[Line]:
    """Every row with its place: of JSON lines the line, else the number of the row. Raises OSError."""
    packed = OPENERS.get(path.suffix.lower())
    kind = Path(path.stem).suffix.lower() if packed else path.suffix.lower()
    if packed is None and kind not in (".json", ".csv"):
        yield from lines_of(path)
        return
    try:
        with path.open("rb") if packed is None else packed(path) as file:
            text = file.read(LARGEST + 1)
    except (EOFError, lzma.LZMAError, gzip.BadGzipFile) as error:
        yield _bad(path, 1, _("file: cannot be unpacked (%(error)s); pack it again") % {"error": error})
        return
    if len(text) > LARGEST:
        size = {"most": LARGEST // 1_000_000}
        yield _bad(path, 1, _("file: larger than %(most)d MB; write it as JSON lines, or in parts") % size)
    elif kind == ".csv":
        yield from _of_csv(path, text)
    elif text.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"["):
        yield from _of_array(path, text)
    else:
        for number, raw in enumerate(text.splitlines(), start=1):
            if raw.strip():
                yield _checked(path, number, raw)


def _of_array(path: Path, text: bytes) -> Iterator[Line]:
    try:
        rows = json.loads(text.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        yield _bad(path, 1, _("file: not readable as JSON (%(error)s); write an array of objects") % {"error": error})
        return
    for number, row in enumerate(rows, start=1):
        yield _checked(path, number, json.dumps(row, ensure_ascii=False).encode("utf-8", "surrogatepass"))


def _of_csv(path: Path, text: bytes) -> Iterator[Line]:
    """Empty cells are left out."""
    try:
        rows = csv.DictReader(io.StringIO(text.decode("utf-8-sig"), newline=""), strict=True)
        for number, row in enumerate(rows, start=2):
            cells: dict[str, Any] = {name: cell for name, cell in row.items() if name and cell}
            yield _checked(path, number, json.dumps(cells, ensure_ascii=False).encode())
    except UnicodeDecodeError as error:
        yield _bad(path, 1, _("file: not UTF-8 (%(error)s); save the file as UTF-8") % {"error": error.reason})
    except csv.Error as error:
        yield _bad(path, 1, _("file: not readable as CSV (%(error)s)") % {"error": error})


def _checked(path: Path, number: int, raw: bytes) -> Line:
    try:
        return Line(Place(path, number), row_of(raw), "", 0)
    except BadRow as bad:
        return _bad(path, number, str(bad))


def _bad(path: Path, number: int, problem: str) -> Line:
    return Line(Place(path, number), {}, problem, 0)
