"""FEVER's pages: a folder or archive of `wiki-NNN.jsonl`, or one of them, each compressed or not; and redirects.

Rows are handed out unread: workers read them (`corpus.fever.rows`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from corpus.sources.archive import is_archive, members
from corpus.sources.decompression import beginning, opened
from corpus.sources.fever_redirects import read_redirects
from corpus.sources.source import FeverRow, SourceError, SourceFailure, SourcePage

REDIRECT_FILES = ("redirects.txt", "redirect.txt")  # as FEVER's reader wrote it, and as its server looked for it
_COMPRESSED = (".gz", ".bz2", ".xz")
_LINES = re.compile(rb'(?<!\\)"lines"\s*:\s*"')
_ID = re.compile(rb'(?<!\\)"id"\s*:\s*"')
_WITHOUT_WORDS = re.compile(rb'"lines": "(?:[0-9]+\\t(?:\\n)?)*"\}\s*')
_LONGEST_WITHOUT_WORDS = 400  # bytes
_LOOKED_AT = 1 << 20

Records = Iterator[FeverRow | SourcePage | SourceFailure]


def is_fever(start: bytes) -> bool:
    """Return whether JSON lines hold FEVER's pages; the first megabyte tells, even if some of its lines are broken."""
    return _LINES.search(start) is not None and _ID.search(start) is not None


def is_fever_folder(path: Path) -> bool:
    """Return whether the first .jsonl file of a folder holds FEVER's pages."""
    files = page_files(path)
    return bool(files) and is_fever(beginning(files[0], _LOOKED_AT))


def page_files(path: Path) -> list[Path]:
    """The files of pages of a folder, by name."""
    return sorted(
        file for file in path.iterdir() if plain_name(file.name).endswith(".jsonl") and not file.name.startswith(".")
    )


def redirect_files(path: Path) -> list[Path]:
    """The redirects of a folder, under either of their names."""
    return sorted(file for file in path.iterdir() if plain_name(file.name) in REDIRECT_FILES)


def plain_name(name: str) -> str:
    """The name of a file without the ending of a compressed one."""
    base, dot, ending = name.rpartition(".")
    return base if dot + ending in _COMPRESSED else name


def read_fever(path: Path) -> Records:
    """The rows of a folder, archive or file in their order, then its redirects. Raises SourceError."""
    if path.is_dir():
        yield from _folder(path)
        return
    with opened(path) as file:
        start = file.read(512)
    if is_archive(start):
        yield from _archive(path)
        return
    with opened(path) as file:
        yield from rows(path.name, file)


def rows(file: str, lines: Iterable[bytes]) -> Iterator[FeverRow]:
    """The rows of a file. Those without words are pages of nothing, kept with a neighbour for whoever exports them."""
    file = plain_name(PurePosixPath(file).name)
    held: FeverRow | None = None
    waiting: list[bytes] = []
    for number, raw in enumerate(lines, 1):
        if not raw.strip() or _is_without_words(raw):
            waiting.append(raw)
            if raw.strip():  # to be counted
                yield FeverRow(f"{file}:{number}", raw)
            continue
        if held is not None:
            yield held
        held = FeverRow(f"{file}:{number}", raw, tuple(waiting))
        waiting = []
    if held is not None:
        yield held._replace(after=tuple(waiting))


def _is_without_words(raw: bytes) -> bool:
    at = raw.rfind(b'"lines":')
    return at >= 0 and len(raw) - at < _LONGEST_WITHOUT_WORDS and _WITHOUT_WORDS.fullmatch(raw, at) is not None


def _folder(path: Path) -> Records:
    """A file that breaks off ends alone: what it lacks will not come back, and the next one is read."""
    before = 0
    for file in page_files(path):
        try:
            with opened(file, before) as content:
                yield from rows(file.name, content)
        except SourceError as error:
            yield SourceFailure("", error.where, error.problem, error.remedy)
        before += file.stat().st_size
    for file in redirect_files(path):
        yield from read_redirects(file)


def _archive(path: Path) -> Records:
    with members(path) as found:
        for name, content in found:
            if plain_name(name).endswith(".jsonl"):
                yield from rows(name, content)
