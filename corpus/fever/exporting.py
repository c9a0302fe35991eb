"""Write a corpus as FEVER's pages: a folder of `wiki-NNN.jsonl`, one such file, or the database of FEVER's baseline.

Pages that came from FEVER are written as they came, byte for byte. Of others the introduction is written, sentence by
sentence as it reads: they were never tokenised. Lines have the numbers of sentences everywhere.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import IO, Any, NamedTuple
from unicodedata import normalize

from corpus.exporting import complete_file
from corpus.fever.names import page_name
from corpus.fever.rows import unlinked, written_row
from corpus.page.elements import RedirectRecord

REDIRECTS = "redirects.txt"
MOST_ROWS = 50_000  # of a file, as in the released ones


class Stored(NamedTuple):
    """A page as it is stored. `formatting` holds its `Layout.fever` under "fever"."""

    title: str
    data: str
    formatting: Mapping[str, Any]


def write_folder(folder: Path, pages: Iterable[Stored], redirects: Iterable[RedirectRecord], *, whole: bool) -> int:
    """`wiki-NNN.jsonl` and redirects.txt in a folder that is empty or not there. Returns how many pages.

    `whole`: of pages that are not FEVER's all sentences. Raises FileExistsError.
    """
    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(17, "the folder is not empty", str(folder))
    part = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    part.mkdir()
    try:
        count = _write_files(part, pages, whole=whole)
        _write_redirects(part / REDIRECTS, redirects)
        if folder.exists():
            folder.rmdir()
        part.rename(folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return count


def _write_files(folder: Path, pages: Iterable[Stored], *, whole: bool) -> int:
    count = 0
    with ExitStack() as files:
        opened: dict[str, IO[str]] = {}
        for count, page in enumerate(pages, start=1):
            name = page.formatting.get("fever", {}).get("file") or f"wiki-{(count - 1) // MOST_ROWS + 1:03}.jsonl"
            if name not in opened:
                files.pop_all().close()
                opened = {name: files.enter_context(_text(folder / name))}
            opened[name].writelines(_lines(page, whole=whole))
    return count


def _write_redirects(path: Path, redirects: Iterable[RedirectRecord]) -> None:
    """No file where there are none."""
    with ExitStack() as files:
        file: IO[str] | None = None
        for each in redirects:
            file = file or files.enter_context(_text(path))
            file.write(normalize("NFC", f"{each.title}\t{_target(each)}\n"))  # as in Wikipedia's dumps


def write_lines(path: Path, pages: Iterable[Stored], *, whole: bool) -> int:
    """All pages in one file, a row a line. Returns how many."""
    count = 0
    with complete_file(path) as temporary, _text(temporary) as file:
        for count, page in enumerate(pages, start=1):  # noqa: B007
            file.writelines(_lines(page, whole=whole))
    return count


def write_database(path: Path, pages: Iterable[Stored], *, whole: bool) -> int:
    """The table `documents(id, text, lines)`, with ids in NFD, as build_db.py of FEVER's baseline makes it (DrQA's with
    a column for lines). Returns how many pages."""
    count = 0
    with complete_file(path) as temporary, closing(sqlite3.connect(temporary)) as connection:
        connection.execute("CREATE TABLE documents (id PRIMARY KEY, text, lines)")
        for count, page in enumerate(pages, start=1):  # noqa: B007
            row = json.loads(fever_row(page, whole=whole))
            values = (normalize("NFD", row["id"]), row["text"], row["lines"])
            connection.execute("INSERT INTO documents VALUES (?, ?, ?)", values)
        connection.commit()
    return count


def fever_row(page: Stored, *, whole: bool = False) -> str:
    """The row of a page, as JSON without a line feed."""
    data = json.loads(page.data)
    if "fever" in page.formatting:
        return written_row(data, page.formatting["fever"])
    lines, words = [], []
    for local, text in _sentences(data, whole=whole):
        shown, links = unlinked(" ".join(text.split()))
        lines.append("\t".join([str(int(local.rpartition("_")[2])), shown, *([links] if links else [])]))
        words.append(shown)
    return json.dumps(
        {"id": page_name(page.title), "text": " ".join(words), "lines": "\n".join(lines)}, ensure_ascii=False
    )


def _sentences(data: Mapping[str, Any], *, whole: bool) -> Iterator[tuple[str, str]]:
    """Local id and text of the sentences before the first heading, or of all."""
    for local in data["order"]:
        if local.startswith("section_") and not whole:
            return
        if local.startswith("sentence_") and data[local]:
            yield local, data[local]


def _lines(page: Stored, *, whole: bool) -> Iterator[str]:
    """The row of a page with those around it that had no page, each with its line feed."""
    origin = page.formatting.get("fever", {})
    yield from origin.get("before", ())
    yield fever_row(page, whole=whole) + ("" if origin.get("unended") else "\n")
    yield from origin.get("after", ())


def _target(redirect: RedirectRecord) -> str:
    return f"{redirect.target}#{redirect.fragment}" if redirect.fragment else redirect.target


def _text(path: Path) -> IO[str]:
    return path.open("a", encoding="utf-8", newline="\n", buffering=1 << 18)
