"""Rows of WAFER files (JSONL, one citation a line), read one at a time and written byte for byte as they came.

A row is {id, input, output: [{answer, provenance: [{url, chunk_id, title, text}]}], meta: {wikipedia_id,
wikipedia_title, wikipedia_section, cit_paragraph_id, cit_offset, sentences, featured, categories}}. Other keys are
kept. `answer` is an address, maybe without a scheme, or says that verification failed; a provenance may be empty.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from baseline.citations.wafer.temporary import temporary_database
from corpus.exporting import complete_file

FAILED = "Failed verification"
FAILED_ANSWERS = ("failed verification", "{failed verification}")  # in lower case
LONGEST = 64 << 20  # bytes of a line
_TEXT, _NUMBER = "a text", "a whole number"
_META: Mapping[str, tuple[type | tuple[type, ...], str]] = {
    "wikipedia_id": ((str, int), "a text or a whole number"),
    "wikipedia_title": (str, _TEXT),
    "wikipedia_section": (str, _TEXT),
    "cit_paragraph_id": (int, _NUMBER),
    "cit_offset": (int, _NUMBER),
    "featured": (bool, "true or false"),
    "categories": ((str, list), "a text or a list"),
}
_PASSAGE: Mapping[str, tuple[type | tuple[type, ...], str]] = {
    "chunk_id": ((str, int), "a text or a whole number"),
    "title": (str, _TEXT),
    "text": (str, _TEXT),
    "score": ((str, int, float), "a number"),
}

Fault = tuple[str, str]  # field, what is wrong


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a row, which was left out. Rows count from 1; `field` is "" for the whole row."""

    file: str
    row: int
    field: str
    what: str

    def __str__(self) -> str:
        field = f"{self.field}: " if self.field else ""
        return f"{self.file}, row {self.row}: {field}{self.what}"


Report = Callable[[Problem], None]


@dataclass(frozen=True, slots=True)
class WaferRow:
    """A row that was checked: `data` as parsed, `raw` as it stood in its file, with its line break, as row `number`."""

    data: dict[str, Any]
    raw: bytes
    number: int = 0

    @property
    def key(self) -> str:
        """The id as text without blanks at its ends, as KILT compares them."""
        return str(self.data["id"]).strip()

    @property
    def meta(self) -> dict[str, Any]:
        """`meta`, empty where there is none."""
        return self.data.get("meta") or {}

    @property
    def article(self) -> str:
        """What stands for the article: its id, or its title where it has none; "" if both are missing."""
        known = self.meta.get("wikipedia_id")
        return str(self.meta.get("wikipedia_title") or "") if known in (None, "") else str(known)

    @property
    def is_featured(self) -> bool:
        """Whether the article is a featured one; false where nothing is said."""
        return self.meta.get("featured") is True

    @property
    def has_failed(self) -> bool:
        """Whether an answer says that verification failed."""
        return any(is_failed(one.get("answer", "")) for one in self.data["output"])


def is_failed(answer: str) -> bool:
    """Whether an answer says that verification failed, in either spelling."""
    return answer.strip().lower() in FAILED_ANSWERS


def row_of(data: dict[str, Any]) -> WaferRow:
    """A row of ours, spelled as Python's `json` does by default, as the published files are."""
    return WaferRow(data, json.dumps(data).encode() + b"\n")


def read_rows(path: Path, report: Report, *, predicted: bool = False) -> Iterator[WaferRow]:
    """The good rows of a file, in flat memory; each other one is reported, with its first fault.

    `predicted`: rows of predictions, which need no input and no answer.
    """
    ids = "seen (id TEXT PRIMARY KEY, row INTEGER) WITHOUT ROWID"
    with path.open("rb") as file, temporary_database(ids) as seen:
        for number, raw in enumerate(_lines(file), 1):
            if not raw.strip():
                continue
            try:
                data = _parsed(raw)
            except (ValueError, RecursionError) as error:
                report(Problem(path.name, number, "", f"is no JSON: {error}"))
                continue
            fault = next(_faults(data, predicted=predicted), None)
            row = WaferRow(data, raw, number)
            if fault is None and (before := _row_before(seen, row.key, number)):
                fault = "id", f"{ascii(data['id'])} was in row {before} already"
            if fault is None:
                yield row
            else:
                report(Problem(path.name, number, *fault))


def write_rows(path: Path, rows: Iterable[WaferRow]) -> int:
    """Write rows as they came; the file appears complete or not at all. Returns how many."""
    count = 0
    with complete_file(path) as temporary, temporary.open("wb") as file:
        for row in rows:
            file.write(row.raw)
            count += 1
    return count


def _row_before(seen: sqlite3.Connection, key: str, row: int) -> int:
    """The row that had this id before, or 0. 3.8 million ids would take 500 MB as a set."""
    if seen.execute("INSERT OR IGNORE INTO seen VALUES (?, ?)", (json.dumps(key), row)).rowcount:
        return 0
    return int(seen.execute("SELECT row FROM seen WHERE id = ?", (json.dumps(key),)).fetchone()[0])


def _lines(file: Any) -> Iterator[bytes]:
    """Lines with their breaks; of one that is too long only the beginning, which is no JSON."""
    while line := file.readline(LONGEST):
        rest = line
        while len(rest) == LONGEST and not rest.endswith(b"\n"):
            rest = file.readline(LONGEST)
        yield line


def _parsed(raw: bytes) -> Any:
    return json.loads(raw.decode("utf-8-sig"), parse_constant=_no_number)


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")


def _faults(data: Any, *, predicted: bool) -> Iterator[Fault]:
    if not isinstance(data, dict):
        yield "", "is no object"
        return
    if not _is(data.get("id"), (str, int)) or not str(data["id"]).strip():
        yield "id", _wanted("a text or a whole number", data, "id")
    if not (predicted and data.get("input") is None) and not (_is(data.get("input"), str) and data["input"].strip()):
        yield "input", _wanted(_TEXT, data, "input")
    outputs = data.get("output")
    if not isinstance(outputs, list) or not outputs:
        yield "output", _wanted("a list with an object", data, "output")
        return
    for place, output in enumerate(outputs):
        yield from _output_faults(output, f"output[{place}]", place, predicted=predicted)
    yield from _meta_faults(data.get("meta"))


def _output_faults(output: Any, field: str, place: int, *, predicted: bool) -> Iterator[Fault]:
    if not isinstance(output, dict):
        yield field, "want an object"
        return
    if not (predicted and output.get("answer") is None) and not _is(output.get("answer"), str):
        yield f"{field}.answer", _wanted(_TEXT, output, "answer")
    if predicted and place and output.get("provenance") is None:
        return
    passages = output.get("provenance")
    if not isinstance(passages, list):
        yield f"{field}.provenance", _wanted("a list", output, "provenance")
        return
    for number, passage in enumerate(passages):
        at = f"{field}.provenance[{number}]"
        if not isinstance(passage, dict):
            yield at, "want an object"
        elif not (_is(passage.get("url"), str) and passage["url"].strip()):
            yield f"{at}.url", _wanted(_TEXT, passage, "url")
        else:
            yield from ((f"{at}.{name}", what) for name, what in _wrong(passage, _PASSAGE))


def _meta_faults(meta: Any) -> Iterator[Fault]:
    if meta is None:
        return
    if not isinstance(meta, dict):
        yield "meta", "want an object"
        return
    yield from ((f"meta.{name}", what) for name, what in _wrong(meta, _META))
    sentences = meta.get("sentences")
    if sentences is not None and not (isinstance(sentences, list) and all(_is(one, str) for one in sentences)):
        yield "meta.sentences", "want a list of texts"


def _wrong(data: dict[str, Any], wanted: Mapping[str, tuple[type | tuple[type, ...], str]]) -> Iterator[Fault]:
    for name, (kind, what) in wanted.items():
        if data.get(name) is not None and not _is(data[name], kind):
            yield name, _wanted(what, data, name)


def _is(value: Any, kind: type | tuple[type, ...]) -> bool:
    """As isinstance, but true and false are no numbers."""
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def _wanted(what: str, data: dict[str, Any], name: str) -> str:
    return f"want {what}, not {ascii(data[name])[:40]}" if name in data else f"is missing: want {what}"
