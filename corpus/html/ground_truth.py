"""The pages of WikiTableQuestions with the grids that its makers took from them: a folder or archive of

page/203-page/333.html, page/203-page/333.json, csv/203-csv/333.csv
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from corpus.html.fidelity import Texts
from corpus.sources.archive import is_archive, members
from corpus.sources.decompression import opened
from corpus.sources.html_folder import sidecar_of
from corpus.sources.source import SourceError, SourcePage

_PARTS = (".html", ".json", ".csv")
_REMEDY = "Give the folder html/ of the shared data, or the archive in it."


def pages_with_truth(path: Path) -> Iterator[tuple[SourcePage, str, Texts]]:
    """Each page's title, HTML and grid, as far as all three are there. Raises SourceError if none is."""
    waiting: dict[str, dict[str, bytes]] = {}
    count = 0
    for name, content in _files(path):
        file = PurePosixPath(name)
        if file.suffix not in _PARTS:
            continue
        key = f"{file.parent.name.partition('-')[0]}/{file.stem}"
        parts = waiting.setdefault(key, {})
        parts[file.suffix] = content
        if len(parts) == len(_PARTS):
            count += 1
            yield sidecar_of(parts[".json"]), parts[".html"].decode("utf-8"), _grid(parts[".csv"])
            del waiting[key]
    if not count:
        raise SourceError(path, "", "there are no pages with .html, .json and .csv", _REMEDY)


def _files(path: Path) -> Iterator[tuple[str, bytes]]:
    """All files of a folder and of the archives in it, or of one archive."""
    files = sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]
    for file in files:
        if file.suffix in _PARTS:
            yield file.as_posix(), file.read_bytes()
        elif _is_archive(file):
            with members(file) as found:
                for name, content in found:
                    yield name, content.read()


def _is_archive(file: Path) -> bool:
    with opened(file) as content:
        return is_archive(content.read(512))


def _grid(text: bytes) -> Texts:
    """Quotes within a text are written with a backslash before them."""
    return list(csv.reader(io.StringIO(text.decode("utf-8"), newline=""), escapechar="\\", doublequote=False))
