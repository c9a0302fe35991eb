"""Saved web pages: a folder of HTML files that says of each which address it had and when it was published.

Either a manifest (`manifest.jsonl` or `manifest.csv`) with a row a page, or a `.json` beside each file. Both have `url`
and `date`, and where known `title`, `publisher`, `country` and `retrieved`; rows of a manifest name the `file` too.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from corpus.sources.html_folder import is_rendered
from corpus.sources.source import SourceFailure, SourcePage
from corpus.sources.web_archive import kind_of_file, web_page
from corpus.web.record import MAX_BODY, WebRecord

MANIFESTS = ("manifest.jsonl", "manifest.csv")
_FIELDS = ("url", "title", "publisher", "country", "retrieved")
_NAME_FILE = "Name the file as it is called in the folder, with its ending."
_BESIDE = "Put its address and date beside it: a .json of the same name with url and date, or a row of the manifest."
_ROW = 'Write each row as a JSON object: {"file": "a.html", "url": "https://…", "date": "2020-02-28"}.'
_NOT_HTML = "Save it as HTML and import that, or cite it by its address."
_LARGE = "Leave the page out, or save it without what is embedded in it."


def is_web_folder(path: Path) -> bool:
    """Return whether a folder holds saved web pages, and not articles of a wiki."""
    if any((path / name).is_file() for name in MANIFESTS):
        return True
    first = next((file for file in sorted(path.rglob("*.json"))), None)
    if first is None or first.stat().st_size > MAX_BODY:
        return False
    try:
        data = json.loads(first.read_bytes())
    except ValueError:
        return False
    return isinstance(data, dict) and "url" in data and "revision" not in data


def read_web_folder(path: Path) -> Iterator[SourcePage | SourceFailure]:
    """The pages in the order of the manifest, or else by file name, those of subfolders too."""
    manifest = next((path / name for name in MANIFESTS if (path / name).is_file()), None)
    if manifest is None:
        yield from (_beside(path, file) for file in sorted(path.rglob("*")) if is_rendered(file.name))
        return
    for place, row in _rows(manifest):
        yield row if isinstance(row, SourceFailure) else _of_row(path, place, row)


def _rows(manifest: Path) -> Iterator[tuple[str, Mapping[str, Any] | SourceFailure]]:
    """Place and row, or what is wrong with it."""
    if manifest.suffix == ".csv":
        with manifest.open(encoding="utf-8-sig", errors="replace", newline="") as file:
            for number, row in enumerate(csv.DictReader(file), 2):
                yield f"{manifest.name}, row {number}", {name: value for name, value in row.items() if name and value}
        return
    with manifest.open("rb") as file:
        for number, line in enumerate(file, 1):
            place = f"{manifest.name}, row {number}"
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except ValueError as error:
                yield place, SourceFailure(place, place, f"not JSON ({error})", _ROW)
                continue
            yield place, row if isinstance(row, dict) else SourceFailure(place, place, "not a JSON object", _ROW)


def _of_row(folder: Path, place: str, row: Mapping[str, Any]) -> SourcePage | SourceFailure:
    name = row.get("file")
    title = str(row.get("url") or name or place)
    if not isinstance(name, str) or not name:
        return SourceFailure(title, place, "file: missing", _ROW)
    file = folder / name
    if not file.resolve().is_relative_to(folder.resolve()) or not file.is_file():
        return SourceFailure(title, place, f"the folder has no file {name[:200]!r}", _NAME_FILE)
    return _page(file, place, row)


def _beside(folder: Path, file: Path) -> SourcePage | SourceFailure:
    place = file.relative_to(folder).as_posix()
    sidecar = file.with_suffix(".json")
    try:
        row = json.loads(sidecar.read_bytes()) if sidecar.is_file() else None
    except (OSError, ValueError) as error:
        return SourceFailure(place, sidecar.relative_to(folder).as_posix(), f"not JSON ({error})", _BESIDE)
    if not isinstance(row, dict):
        return SourceFailure(place, place, "nothing says which address it had", _BESIDE)
    return _page(file, place, row)


def _page(file: Path, place: str, row: Mapping[str, Any]) -> SourcePage | SourceFailure:
    title = str(row.get("url") or place)
    try:
        if file.stat().st_size > MAX_BODY:
            return SourceFailure(title, place, f"it is larger than {MAX_BODY:,} bytes", _LARGE)
        body = file.read_bytes()
    except OSError as error:
        return SourceFailure(title, place, f"cannot be read ({error})")
    if kind := kind_of_file(body):
        return SourceFailure(title, place, f"it is {kind}", _NOT_HTML)
    given = {name: str(row[name]) for name in _FIELDS if row.get(name) is not None}
    published = str(row["date"]) if row.get("date") is not None else ""
    about = replace(WebRecord(url="", place=place, body=body, published=published), **given)  # type: ignore[arg-type]
    return web_page(about)
