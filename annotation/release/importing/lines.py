"""Read JSONL files line by line; an unreadable line is reported with its position, and the rest is read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from annotation.release.importing.parsed import BadRow, Place

Advance = Callable[[str, int, int], None]  # the file, bytes read of all files, bytes of all files

LONGEST_LINE = 50_000_000  # bytes; a longer one is no row of a data set, and would not fit into memory


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its row, or what is wrong with it. `end` is how many bytes of the file have been read by then."""

    place: Place
    row: dict[str, Any]
    problem: str
    end: int


def lines_of(path: Path) -> Iterator[Line]:
    """Every line but blank ones and FEVEROUS' placeholder of empty values. Raises OSError."""
    with path.open("rb") as file:
        number = end = 0
        while raw := file.readline(LONGEST_LINE):
            number, end = number + 1, end + len(raw)
            while len(raw) >= LONGEST_LINE and not raw.endswith(b"\n"):  # the rest of a line that is too long
                rest = file.readline(LONGEST_LINE)
                end += len(rest)
                if len(rest) < LONGEST_LINE or rest.endswith(b"\n"):
                    break
            if not raw.strip():
                continue
            place = Place(path, number)
            try:
                row = row_of(raw)
            except BadRow as bad:
                yield Line(place, {}, str(bad), end)
                continue
            if len(row) > 1 and not any(row.values()):
                continue
            yield Line(place, row, "", end)


def row_of(raw: bytes) -> dict[str, Any]:
    """The object of one line. Raises BadRow."""
    if len(raw) >= LONGEST_LINE:
        raise BadRow(_("line: longer than %(most)d MB; write one row a line") % {"most": LONGEST_LINE // 1_000_000})
    try:
        row = json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadRow(_("line: not UTF-8 (%(error)s); save the file as UTF-8") % {"error": error.reason}) from error
    except (ValueError, RecursionError) as error:
        raise BadRow(_("line: not readable as JSON (%(error)s); write one object a line") % {"error": error}) from error
    if not isinstance(row, dict):
        raise BadRow(_('line: not an object; write {"id": ..., "claim": ...}'))
    text = json.dumps(row, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadRow(_("line: has half a character that cannot be stored; write it whole")) from error
    if "\\u0000" in text:
        raise BadRow(_("line: has a null character, which cannot be stored; remove it"))
    return row
