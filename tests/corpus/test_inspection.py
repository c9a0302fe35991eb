"""A source is inspected before it is imported: cut off, damaged or unpacking to too much, it is refused as a whole."""

from __future__ import annotations

import bz2
import gzip
import json
import sqlite3
import zipfile
from pathlib import Path

import pytest

from corpus.sources import SourceError, SourceKind
from corpus.sources import inspection as inspecting
from corpus.sources.inspection import inspect_source

DUMP = (
    b'<mediawiki xml:lang="en"><siteinfo></siteinfo>'
    b"<page><title>Anna Berg</title><ns>0</ns><revision><text>She was a shipowner.</text></revision></page>"
    b"<page><title>Talk:Anna Berg</title><ns>1</ns><revision><text>Hello.</text></revision></page>"
    b"</mediawiki>"
)
RECORDS = b'{"title": "Anna Berg", "text": "She was a shipowner."}\n{"title": "Ole Lund", "text": "A mayor."}\n'


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def database(path: Path, *statements: str) -> Path:
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()
    return path


def test_kind_and_number_of_pages_are_found(tmp_path):
    page = json.dumps({"title": "Anna Berg", "order": ["sentence_0"], "sentence_0": "She was a shipowner."})
    sources = {
        SourceKind.DUMP: written(tmp_path / "a.xml.bz2", bz2.compress(DUMP)),
        SourceKind.RECORDS: written(tmp_path / "b.jsonl", RECORDS),
        SourceKind.HTML_ARCHIVE: zipped(tmp_path / "c.zip", {"Anna_Berg.html": b"<p>She was a shipowner.</p>"}),
        SourceKind.PAGE_DATABASE: database(
            tmp_path / "d.db",
            "CREATE TABLE wiki (id TEXT, data TEXT)",
            f"INSERT INTO wiki VALUES ('Anna Berg', '{page}')",
        ),
    }
    found = {kind: inspect_source(path) for kind, path in sources.items()}
    assert {one.kind: (one.pages, one.titles[0]) for one in found.values()} == {
        SourceKind.DUMP: (1, "Anna Berg"),
        SourceKind.RECORDS: (2, "Anna Berg"),
        SourceKind.HTML_ARCHIVE: (1, "Anna Berg"),
        SourceKind.PAGE_DATABASE: (1, "Anna Berg"),
    }
    assert found[SourceKind.DUMP].unpacked == len(DUMP)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("cut.xml", DUMP[:150]),
        ("cut.xml.bz2", bz2.compress(DUMP)[:-8]),
        ("cut.jsonl", RECORDS[:-20]),
        ("cut.jsonl.gz", gzip.compress(RECORDS, mtime=0)[:-4]),
        ("empty.xml", b""),
        ("picture.png", b"\x89PNG\r\n\x1a\n"),
        ("nothing.xml", DUMP.replace(b"<ns>0<", b"<ns>4<")),
        ("not.db", b"SQLite format 3\x00" + b"x" * 200),
    ],
)
def test_what_is_cut_off_or_of_no_known_kind_is_refused(tmp_path, name, content):
    with pytest.raises(SourceError) as refused:
        inspect_source(written(tmp_path / name, content))
    assert name in refused.value.where and refused.value.remedy


def test_an_archive_without_a_page_and_one_that_is_cut_off_are_refused(tmp_path):
    whole = zipped(tmp_path / "whole.zip", {"a.html": b"<p>A page.</p>" * 100})
    for path in (
        zipped(tmp_path / "none.zip", {}),
        zipped(tmp_path / "other.zip", {"a.txt": b"text"}),
        written(tmp_path / "cut.zip", whole.read_bytes()[:-30]),
    ):
        with pytest.raises(SourceError):
            inspect_source(path)


def test_what_unpacks_to_too_much_is_refused_before_it_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(inspecting, "SMALLEST_BOUND", 1 << 16)
    monkeypatch.setattr(inspecting, "LARGEST", 1 << 20)
    line = b'{"title": "A", "text": "' + b"x" * (2 << 20) + b'"}\n'
    packed = written(tmp_path / "bomb.jsonl.gz", gzip.compress(line))
    with pytest.raises(SourceError, match="unpacks"):
        inspect_source(packed, most_times=100)
    with pytest.raises(SourceError, match="line is longer"):
        inspect_source(packed)
    page = zipped(tmp_path / "bomb.zip", {"a.html": b"x" * (2 << 20)})
    with pytest.raises(SourceError, match="unpacks"):
        inspect_source(page, most_times=100)
    with pytest.raises(SourceError, match="larger"):
        inspect_source(page)


def test_a_view_is_no_table_of_pages(tmp_path):
    """It could compute rows without end."""
    rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id, '{}' AS data FROM n"
    with pytest.raises(SourceError, match="no table wiki"):
        inspect_source(database(tmp_path / "view.db", f"CREATE VIEW wiki AS {rows}"))
