"""Inspect a source before it is imported: whether it is whole, how much it holds, and whether it is safe to read.

An import takes what it can get of a damaged file. Whoever uploads one wants to know before anything is imported, and
a small file that unpacks to a huge one must not fill the memory or the time of the machine.
"""

from __future__ import annotations

import json
import re
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from corpus.fever.names import title_of
from corpus.sources import SourceError, SourceKind, SourcePage, kind_of, read_source
from corpus.sources.archive import is_archive, members
from corpus.sources.decompression import bytes_read, opened
from corpus.sources.dump import dump_pages, written_title
from corpus.sources.fever_pages import page_files
from corpus.sources.html_folder import is_rendered

BLOCK = 1 << 20
LARGEST = 64 << 20  # bytes of one line or file: above what a page needs, below what a machine holds
SMALLEST_BOUND = 64 << 20  # bytes: below this, no file unpacks to too much
MOST_TITLES = 5
AGAIN = "Get the file again, compare its size with the original, and upload it again: nothing was imported."
TOO_MUCH = "Pack the articles anew, or have an administrator import the file with manage.py import_corpus."
NO_ARTICLE = "Check that it is the file you mean: nothing was imported."
_BY_LINES = (
    SourceKind.RECORDS,
    SourceKind.ENTERPRISE,
    SourceKind.FEVER_PAGES,
    SourceKind.FEVER_REDIRECTS,
    SourceKind.KNOWLEDGE_STORE,
)
_NAMESPACE = re.compile(rb"<ns>([^<]*)</ns>")

Report = Callable[[int], None]  # bytes of the file that have been read


@dataclass(slots=True)
class Summary:
    """What a source holds: number of articles and redirects, bytes on disk and unpacked, the first titles."""

    kind: SourceKind
    pages: int = 0
    size: int = 0
    unpacked: int = 0
    titles: list[str] = field(default_factory=list)

    def add(self, title: str) -> None:
        """Count an article."""
        self.pages += 1
        if title and len(self.titles) < MOST_TITLES:
            self.titles.append(title[:200])


def inspect_source(path: Path, report: Report = lambda _read: None, most_times: int | None = None) -> Summary:
    """Read all of a source without building its pages.

    `most_times`: a file that unpacks to more than so many times its size is refused. Raises SourceError for a file that
    is of no known kind, cut off, damaged, too large when unpacked, or without an article.
    """
    summary = Summary(kind_of(path))
    if path.is_dir():
        _folder(path, summary)
    else:
        summary.size = path.stat().st_size
        most = None if most_times is None else max(summary.size * most_times, SMALLEST_BOUND)
        summary.unpacked = _measured(path, summary.kind, most, report)
        _FILES[summary.kind](path, summary)
    if not summary.pages:
        raise SourceError(path, "", "there is no article in it", NO_ARTICLE)
    return summary


def _measured(path: Path, kind: SourceKind, most: int | None, report: Report) -> int:
    """Unpacked size in bytes. Raises SourceError for more than `most`, and for a line or file that is too long."""
    if kind is SourceKind.PAGE_DATABASE:
        return path.stat().st_size
    if zipfile.is_zipfile(path):
        return _measured_zip(path, most, is_by_lines=kind in (SourceKind.FEVER_PAGES, SourceKind.WACZ))
    size = line = 0
    by_lines = kind in _BY_LINES
    with opened(path) as file:
        while block := file.read(BLOCK):
            size += len(block)
            line = len(block) - block.rfind(b"\n") - 1 if b"\n" in block else line + len(block)
            if most is not None and size > most:
                raise SourceError(path, "", f"it unpacks to more than {most:,} bytes", TOO_MUCH)
            if by_lines and line > LARGEST:
                raise SourceError(path, "", f"a line is longer than {LARGEST:,} bytes", TOO_MUCH)
            report(bytes_read() or 0)
    return size


def _measured_zip(path: Path, most: int | None, *, is_by_lines: bool) -> int:
    """`is_by_lines`: its files hold many pages each, as the 60 MB of FEVER's, and may be of any size."""
    with zipfile.ZipFile(path) as archive:
        sizes = [each.file_size for each in archive.infolist()]  # reading ends there, whatever the data says
    if most is not None and sum(sizes) > most:
        raise SourceError(path, "", f"it unpacks to more than {most:,} bytes", TOO_MUCH)
    if max(sizes, default=0) > LARGEST and not is_by_lines:
        raise SourceError(path, "", f"a file in it is larger than {LARGEST:,} bytes", TOO_MUCH)
    return sum(sizes)


def _dump(path: Path, summary: Summary) -> None:
    for piece in dump_pages(path):
        if isinstance(piece, bytes):
            namespace = _NAMESPACE.search(piece, 0, 4096)
            if namespace is None or namespace[1] == b"0":
                summary.add(written_title(piece))


def _records(path: Path, summary: Summary) -> None:
    with opened(path) as file:
        _lines(path, file, summary)


def _redirects(path: Path, summary: Summary) -> None:
    with opened(path) as file:
        for line in file:
            if line.strip():
                summary.add(line.decode("utf-8", "replace").partition("\t")[0])


def _enterprise(path: Path, summary: Summary) -> None:
    with opened(path) as file:
        is_plain = not is_archive(file.read(512))
    if is_plain:
        _records(path, summary)
        return
    with members(path) as found:
        for _, content in found:
            _lines(path, iter(content), summary)


def _lines(path: Path, lines: Iterator[bytes], summary: Summary) -> None:
    number, last = 0, b""
    for line in lines:
        number += 1
        if line.strip():
            last = line
            summary.add(_title_in(line) if len(summary.titles) < MOST_TITLES else "")
    if last and not last.endswith(b"\n"):
        try:
            json.loads(last)
        except ValueError as error:
            raise SourceError(
                path, f"line {number}", "the file is cut off in the middle of this line", AGAIN
            ) from error


def _title_in(line: bytes) -> str:
    with suppress(ValueError):
        data = json.loads(line)
        if isinstance(data, dict):
            return str(data.get("title") or data.get("name") or title_of(str(data.get("id") or "")))
    return ""


def _html_archive(path: Path, summary: Summary) -> None:
    with members(path) as found:
        for name, content in found:
            size = 0
            while block := content.read(BLOCK):  # to its end, where the archive keeps its checksum
                size += len(block)
                if size > LARGEST:
                    raise SourceError(path, name, f"this file is larger than {LARGEST:,} bytes", TOO_MUCH)
            if is_rendered(name):
                summary.add(Path(name).stem.replace("_", " "))


def _page_database(path: Path, summary: Summary) -> None:
    """A table, and no view: a view can compute rows without end."""
    remedy = "Give a database with the table wiki(id, data), as feverous.database writes it."
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro", uri=True)) as connection:
            kinds = connection.execute("SELECT type FROM sqlite_master WHERE name = 'wiki'").fetchall()
            if kinds != [("table",)]:
                raise SourceError(path, "", "it has no table wiki", remedy)
            pages, largest = connection.execute("SELECT count(*), max(length(data)) FROM wiki").fetchone()
            titles = connection.execute("SELECT id FROM wiki LIMIT ?", [MOST_TITLES]).fetchall()
    except sqlite3.Error as error:
        raise SourceError(path, "table wiki", f"cannot be read ({error})", AGAIN) from error
    if (largest or 0) > LARGEST:
        raise SourceError(path, "table wiki", f"a page is larger than {LARGEST:,} bytes", TOO_MUCH)
    summary.pages, summary.titles = pages, [str(title)[:200] for (title,) in titles]


def _web(path: Path, summary: Summary) -> None:
    """Web pages, by their addresses; what is no page is left out, and an import names what is broken."""
    for record in read_source(path):
        if isinstance(record, SourcePage) and record.web is not None and not record.web.why_not:
            summary.add(record.title)


def _folder(path: Path, summary: Summary) -> None:
    if summary.kind.is_web:
        _web(path, summary)
        summary.size = summary.unpacked = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
        return
    if summary.kind is SourceKind.FEVER_PAGES:
        for file in page_files(path):
            summary.size += file.stat().st_size
            with opened(file) as lines:
                _lines(file, lines, summary)
        summary.unpacked = summary.size
        return
    suffix = (".html", ".htm") if summary.kind is SourceKind.HTML_FOLDER else (".wiki",)
    found = path.rglob("*") if summary.kind is SourceKind.HTML_FOLDER else path.glob("*")
    for file in sorted(each for each in found if each.suffix.lower() in suffix):
        size = file.stat().st_size
        if size > LARGEST:
            raise SourceError(file, "", f"the file is larger than {LARGEST:,} bytes", TOO_MUCH)
        summary.size += size
        summary.add(file.stem.replace("_", " "))
    summary.unpacked = summary.size


_FILES: dict[SourceKind, Callable[[Path, Summary], None]] = {
    SourceKind.DUMP: _dump,
    SourceKind.RECORDS: _records,
    SourceKind.ENTERPRISE: _enterprise,
    SourceKind.HTML_ARCHIVE: _html_archive,
    SourceKind.PAGE_DATABASE: _page_database,
    SourceKind.FEVER_PAGES: _enterprise,
    SourceKind.FEVER_REDIRECTS: _redirects,
    SourceKind.WARC: _web,
    SourceKind.WACZ: _web,
    SourceKind.KNOWLEDGE_STORE: _web,
}
