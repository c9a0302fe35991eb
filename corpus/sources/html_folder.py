"""Rendered articles: a folder or archive of `.html` files, each with a `.json` of the same name beside it.

The `.json` holds `title`, and `revision`, `timestamp` and `language` ("en") where known. Without one the file's name
is the title, written as for `.wiki` files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePath, PurePosixPath
from urllib.parse import unquote

from corpus.site import ENGLISH, site_with
from corpus.sources.archive import members
from corpus.sources.source import SourceError, SourceFailure, SourcePage

_NAMES = (".html", ".htm")
_NO_HTML = "Put each article in as NAME.html, with its title and revision in NAME.json."
_NOT_UTF8 = "Save the file as UTF-8 and import it again."


def is_rendered(name: str) -> bool:
    """Return whether a file holds an article, by its name: what lies beside it has other endings."""
    return PurePath(name).suffix.lower() in _NAMES


def read_html_folder(path: Path) -> Iterator[SourcePage | SourceFailure]:
    """The folder's articles, and those of its subfolders, by file name."""
    for file in sorted(each for each in path.rglob("*") if is_rendered(each.name)):
        beside = file.with_suffix(".json")
        try:
            sidecar = sidecar_of(beside.read_bytes()) if beside.exists() else None
            html = file.read_bytes()
        except (OSError, ValueError) as error:
            yield SourceFailure(_titled(file), str(file), f"cannot be read ({error})")
            continue
        yield page_of(html, sidecar, file)


def read_html_archive(path: Path) -> Iterator[SourcePage | SourceFailure]:
    """The archive's articles in its own order. It is read twice: what stands beside an article may come behind it."""
    sidecars: dict[str, SourcePage | str] = {}
    with members(path) as found:
        for name, content in found:
            if name.endswith(".json"):
                try:
                    sidecars[_stem(name)] = sidecar_of(content.read())
                except ValueError as error:
                    sidecars[_stem(name)] = str(error)
    count = 0
    with members(path) as found:
        for name, content in found:
            if is_rendered(name):
                count += 1
                sidecar = sidecars.pop(_stem(name), None)
                if isinstance(sidecar, str):
                    yield SourceFailure(_titled(PurePosixPath(name)), f"{_stem(name)}.json", sidecar)
                else:
                    yield page_of(content.read(), sidecar, PurePosixPath(name))
    if not count:
        raise SourceError(path, "", "the archive has neither .html files nor Wikimedia Enterprise articles", _NO_HTML)


def sidecar_of(text: bytes) -> SourcePage:
    """The article that a `.json` is about, still without its HTML. Raises ValueError unless an object with a title."""
    data = json.loads(text)
    if not isinstance(data, dict) or not isinstance(data.get("title"), str):
        raise ValueError("want a JSON object with a title")
    revision, timestamp, language = data.get("revision"), data.get("timestamp"), data.get("language")
    return SourcePage(
        title=data["title"],
        wikitext="",
        revision=int(revision) if isinstance(revision, int | str) and str(revision).isdecimal() else None,
        timestamp=timestamp if isinstance(timestamp, str) else None,
        site=site_with({}, language) if isinstance(language, str) else ENGLISH,
    )


def page_of(html: bytes, sidecar: SourcePage | None, file: PurePath) -> SourcePage | SourceFailure:
    """The article in a file."""
    about = sidecar or SourcePage(_titled(file), "")
    try:
        text = html.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return SourceFailure(about.title, str(file), f"cannot be read as UTF-8 ({error})", _NOT_UTF8)
    return replace(about, html=text)


def _stem(name: str) -> str:
    return name.rpartition(".")[0]


def _titled(file: PurePath) -> str:
    return unquote(file.stem).replace("_", " ")
