"""Templates that infoboxes are made by, taken out of dumps into a file before the articles are read.

Pages come in the order of the dump and are read by several processes, so an infobox's template may come after the
article. One pass over the dump keeps the pages of namespace 10 in a file on disk, compressed; of these stay the
templates that make infoboxes, all that they include, and redirects to them. Memory does not grow with the dump.
"""

from __future__ import annotations

import html
import re
import sqlite3
import zlib
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from pathlib import Path

from corpus.site import ENGLISH, Site
from corpus.sources.dump import NotADump, dump_pages
from corpus.sources.multistream import Stream, multistream_site, stream_pages, streams, streams_without
from corpus.sources.source import SourceError
from corpus.templates.definitions import LONGEST, canonical_name, included, redirect_of
from corpus.templates.names import INFOBOX_PREFIXES, INFOBOXES

_NAMESPACE = re.compile(rb"<ns>10</ns>")
_TITLE = re.compile(rb"<title>([^<]*)</title>")
_TEXT = re.compile(rb"<text\b[^>]*>([^<]*)</text>")
_LEFT_OUT = ("/doc", "/documentation", "/sandbox", "/testcases", ".css", ".js", "/dokumentaceja", "/dok", "/man")
_CALL = re.compile(r"\{\{\s*(?:(?:safe)?subst:\s*)?([^{}|<>\[\]#\n]{1,200})")
# A template that makes an infobox begins with the table, the module or the template that it is made with.
_BEGINS = re.compile(
    r"\s*(?:\{\|[^\n]*\binfobox\b|<table\b[^>]*\binfobox\b|\{\{\s*#invoke:\s*infobox\b)", re.IGNORECASE
)
_AHEAD = 4  # streams unpacked ahead, for each thread
_BATCH = 500
_SCHEMA = """
CREATE TABLE template (
    language TEXT, name TEXT, text BLOB, infobox INTEGER, first TEXT, PRIMARY KEY (language, name)
)"""  # first: the template that the text begins with, or redirects to


def write_templates(paths: Iterable[Path], target: Path, threads: int = 1) -> int:
    """Write the infobox templates of the dumps among some files to `target`, at once or not at all; their number.

    Files that are no dumps have none. A dump that breaks off gives those before that place.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    everything, part = target.with_suffix(".all"), target.with_suffix(".part")
    for path in (everything, part):
        path.unlink(missing_ok=True)
    try:
        with closing(_created(everything)) as database:
            for path in paths:
                _insert(database, template_pages(path, threads))
            with closing(_created(part)) as kept:
                number = _keep(database, kept)
        part.replace(target)
    finally:
        everything.unlink(missing_ok=True)
    return number


def template_pages(path: Path, threads: int = 1) -> Iterator[tuple[str, str, str]]:
    """Language of the wiki, name and wikitext of every template of a dump; nothing for other files."""
    if not path.is_file():
        return
    try:
        site = multistream_site(path)
        pages = _single(path) if site is None else _of_streams(path, site, threads)
        for language, page in pages:
            title, text = _TITLE.search(page), None
            for text in _TEXT.finditer(page):  # noqa: B007  # the last revision counts
                pass
            if title is None or text is None or text.end() - text.start() > 4 * LONGEST:
                continue
            name = canonical_name(_unescaped(title[1]))
            if not name.endswith(_LEFT_OUT):
                yield language, name, _unescaped(text[1])
    except SourceError:
        return  # reading the articles says so


def _unescaped(data: bytes) -> str:
    return html.unescape(data.decode("utf-8", "replace"))


def _single(path: Path) -> Iterator[tuple[str, bytes]]:
    language = ENGLISH.language
    try:
        for piece in dump_pages(path):
            if isinstance(piece, Site):
                language = piece.language
            elif _NAMESPACE.search(piece, 0, 4096):
                yield language, piece
    except NotADump:
        return


def _of_streams(path: Path, site: Site, threads: int) -> Iterator[tuple[str, bytes]]:
    """The template pages of a multistream dump. Unpacking, most of the work, runs in several threads.

    Streams in which its index names no template are passed over.
    """
    passed_over = streams_without(path, site.is_template)

    def pages(stream: Stream) -> list[bytes]:
        found = (page for page in stream_pages(stream) if isinstance(page, bytes))
        return [page for page in found if _NAMESPACE.search(page, 0, 4096)]

    waiting: deque[Future[list[bytes]]] = deque()
    with ThreadPoolExecutor(threads, "templates") as pool:
        left = (stream for stream in streams(path) if stream.offset not in passed_over)
        while True:
            waiting.extend(pool.submit(pages, stream) for stream in islice(left, _AHEAD * threads - len(waiting)))
            if not waiting:
                return
            for page in waiting.popleft().result():
                yield site.language, page


def _created(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = OFF")
    database.execute("PRAGMA synchronous = OFF")
    database.execute(_SCHEMA)
    return database


def _insert(database: sqlite3.Connection, pages: Iterable[tuple[str, str, str]]) -> None:
    rows = (
        (language, name, zlib.compress(text.encode(), 1), _is_infobox(name, text), _first_call(text))
        for language, name, text in pages
    )
    while batch := list(islice(rows, _BATCH)):
        database.execute("BEGIN")
        database.executemany("INSERT OR IGNORE INTO template VALUES (?, ?, ?, ?, ?)", batch)
        database.execute("COMMIT")


def _is_infobox(name: str, text: str) -> bool:
    if name.startswith(INFOBOX_PREFIXES) or name in INFOBOXES:
        return True
    return "infobox" in text.lower() and bool(_BEGINS.match(included(text)))


def _keep(everything: sqlite3.Connection, kept: sqlite3.Connection) -> int:
    """Copy the templates that make infoboxes, what they include, and what redirects to them; their number."""
    _mark_made_with(everything)
    waiting = deque(everything.execute("SELECT language, name FROM template WHERE infobox"))
    seen = set(waiting)
    while waiting:
        language, name = waiting.popleft()
        found = everything.execute(
            "SELECT * FROM template WHERE language = ? AND name = ?", (language, name)
        ).fetchone()
        if found is None:
            continue
        kept.execute("INSERT INTO template VALUES (?, ?, ?, ?, ?)", found)
        for called in _called(zlib.decompress(found[2]).decode()):
            if (language, called) not in seen:
                seen.add((language, called))
                waiting.append((language, called))
    return int(kept.execute("SELECT count(*) FROM template").fetchone()[0])


def _mark_made_with(database: sqlite3.Connection) -> None:
    """Mark templates that redirect to an infobox template, or begin with a call of one, as such too."""
    database.execute("CREATE INDEX template_first ON template (language, first)")
    waiting = deque(database.execute("SELECT language, name FROM template WHERE infobox").fetchall())
    made_with = "FROM template WHERE language = ? AND first = ? AND NOT infobox"
    while waiting:
        found = database.execute(f"SELECT language, name {made_with}", waiting.popleft()).fetchall()
        database.executemany("UPDATE template SET infobox = 1 WHERE language = ? AND name = ?", found)
        waiting.extend(found)


def _first_call(text: str) -> str:
    """The template that a redirect leads to, or that the text begins with."""
    target = redirect_of(text)
    if target is not None:
        return target
    found = _CALL.match(included(text[:20_000]).strip())
    return canonical_name(":" + found[1]) if found else ""


def _called(text: str) -> set[str]:
    target = redirect_of(text)
    if target is not None:
        return {target}
    return {canonical_name(":" + name) for name in _CALL.findall(included(text))}
