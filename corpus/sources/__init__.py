"""Sources of articles. `read_source` recognises a file by its content; names do not count.

A new kind of source is a module with one function that yields SourcePage, and a line in `_reader_of`.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path

from corpus.sources.archive import is_archive, members
from corpus.sources.decompression import beginning
from corpus.sources.dump import read_dump
from corpus.sources.enterprise import is_enterprise, read_enterprise
from corpus.sources.fever_pages import is_fever, is_fever_folder, read_fever
from corpus.sources.fever_redirects import is_redirects, read_redirects
from corpus.sources.folder import read_folder
from corpus.sources.html_folder import is_rendered, read_html_archive, read_html_folder
from corpus.sources.knowledge_store import is_knowledge_store, is_store_folder, read_knowledge_store
from corpus.sources.page_database import SQLITE_MAGIC, read_page_database
from corpus.sources.records import read_records
from corpus.sources.source import FeverRow, SourceError, SourceFailure, SourcePage
from corpus.sources.warc_framing import is_warc
from corpus.sources.web_archive import is_wacz, read_wacz, read_warc
from corpus.sources.web_folder import is_web_folder, read_web_folder

__all__ = ["FeverRow", "SourceError", "SourceFailure", "SourceKind", "SourcePage", "kind_of", "read_source"]

Records = Iterator[SourcePage | SourceFailure | FeverRow]
_KNOWN = (
    "Give a MediaWiki XML dump (plain, .gz, .bz2, .xz), Wikimedia Enterprise articles (NDJSON, .tar.gz), a folder or "
    "archive of .html files, a folder of .wiki files, a JSONL file with title and text, FEVEROUS pages (.db, JSONL), "
    "FEVER's wiki-pages (a folder, archive or file of JSONL with id, text and lines; redirects.txt), or web pages: "
    "WARC, WACZ, a folder of .html files with url and date, a knowledge store (JSONL with claim_id, url and url2text)."
)


class SourceKind(StrEnum):
    """Kinds of files and folders that are read."""

    DUMP = "dump"
    ENTERPRISE = "enterprise"
    HTML_FOLDER = "html_folder"
    HTML_ARCHIVE = "html_archive"
    WIKI_FOLDER = "wiki_folder"
    RECORDS = "records"
    PAGE_DATABASE = "page_database"
    FEVER_PAGES = "fever_pages"
    FEVER_REDIRECTS = "fever_redirects"
    WARC = "warc"
    WACZ = "wacz"
    WEB_FOLDER = "web_folder"
    KNOWLEDGE_STORE = "knowledge_store"

    @property
    def is_web(self) -> bool:
        """Whether it holds web pages, and not articles of a wiki."""
        return self in _WEB


_WEB = frozenset((SourceKind.WARC, SourceKind.WACZ, SourceKind.WEB_FOLDER, SourceKind.KNOWLEDGE_STORE))
_LOOKED_AT = 1 << 20  # bytes: past the metadata of an Enterprise article, to its body


def read_source(path: Path) -> Records:
    """The articles of a file or folder in its own order, read as they are asked for.

    Yields SourceFailure for a record that cannot be read; raises SourceError where the whole source
    cannot, after everything before that place has been yielded.
    """
    return _reader_of(path)(path)


def kind_of(path: Path) -> SourceKind:
    """The kind of a file or folder, by what it begins with. Raises SourceError for what cannot be read."""
    return _KINDS[_reader_of(path)]


def _reader_of(path: Path) -> Callable[[Path], Records]:
    if path.is_dir():
        if is_web_folder(path):
            return read_web_folder
        if is_store_folder(path):
            return read_knowledge_store
        if any(is_rendered(each.name) for each in path.rglob("*")):
            return read_html_folder
        return read_fever if is_fever_folder(path) else read_folder
    if not path.exists():
        raise SourceError(path, "", "no such file or folder", "Check the path.")
    start = beginning(path, _LOOKED_AT)
    if start.startswith(SQLITE_MAGIC):
        return read_page_database
    if is_warc(start):
        return read_warc
    if is_archive(start):
        return _reader_of_archive(path)
    text = start.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if text.startswith("<"):
        return read_dump
    if text.startswith("{"):
        if is_enterprise(start):
            return read_enterprise
        if is_knowledge_store(start):
            return read_knowledge_store
        return read_fever if is_fever(start) else read_records
    if is_redirects(text):
        return read_redirects
    problem = "the file is empty" if not start else "not a format that Attest reads"
    raise SourceError(path, "", problem, _KNOWN)


def _reader_of_archive(path: Path) -> Callable[[Path], Records]:
    """By what the archive's first file holds, or the names of its files."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            if is_wacz(archive.namelist()):
                return read_wacz
    with members(path) as found:
        for _, content in found:
            start = content.read(_LOOKED_AT)
            if is_enterprise(start):
                return read_enterprise
            return read_fever if is_fever(start) else read_html_archive
    return read_html_archive


_KINDS: dict[Callable[[Path], Records], SourceKind] = {
    read_dump: SourceKind.DUMP,
    read_enterprise: SourceKind.ENTERPRISE,
    read_html_folder: SourceKind.HTML_FOLDER,
    read_html_archive: SourceKind.HTML_ARCHIVE,
    read_folder: SourceKind.WIKI_FOLDER,
    read_records: SourceKind.RECORDS,
    read_page_database: SourceKind.PAGE_DATABASE,
    read_fever: SourceKind.FEVER_PAGES,
    read_redirects: SourceKind.FEVER_REDIRECTS,
    read_warc: SourceKind.WARC,
    read_wacz: SourceKind.WACZ,
    read_web_folder: SourceKind.WEB_FOLDER,
    read_knowledge_store: SourceKind.KNOWLEDGE_STORE,
}
