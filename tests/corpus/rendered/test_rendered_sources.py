"""Where rendered HTML comes from: folders, archives, and Wikimedia Enterprise's NDJSON."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import tarfile
import zipfile

import pytest

from corpus.sources import SourceError, SourceFailure, SourcePage, read_source

FILES = {
    "page/1.html": b"<p>A &amp; B.</p>",
    "page/1.json": json.dumps({"title": "A/B", "revision": 7, "timestamp": "2021-01-01T00:00:00Z"}).encode(),
    "page/2.json": json.dumps({"title": "Zwei", "revision": "8", "language": "de"}).encode(),
    "page/2.html": b"\xef\xbb\xbf<p>Zwei.</p>",
    "page/No_sidecar%3F.html": b"<p>C.</p>",
    "page/._1.html": b"macOS",
    "csv/1.csv": b"x",
}
EXPECTED = [
    ("A/B", 7, "en", "<p>A &amp; B.</p>"),
    ("Zwei", 8, "de", "<p>Zwei.</p>"),
    ("No sidecar?", None, "en", "<p>C.</p>"),
]


def tar(files, pack=lambda data: data) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return pack(packed.getvalue())


def zipped(files) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def shown(records):
    return [(page.title, page.revision, page.site.language, page.html) for page in records]


@pytest.mark.parametrize(
    "data",
    [tar(FILES), tar(FILES, gzip.compress), tar(FILES, lzma.compress), zipped(FILES)],
    ids=["tar", "gz", "xz", "zip"],
)
def test_an_archive_of_html_gives_its_articles_whatever_it_is_called(tmp_path, data):
    file = tmp_path / "pages"
    file.write_bytes(data)
    assert shown(read_source(file)) == EXPECTED


def test_a_folder_of_html_gives_the_same(tmp_path):
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    (tmp_path / "page/._1.html").unlink()
    assert shown(read_source(tmp_path)) == EXPECTED


@pytest.mark.parametrize("pack", [tar, zipped])
def test_a_file_that_is_no_utf8_or_has_a_broken_sidecar_fails_alone(tmp_path, pack):
    bad = {"1.html": b"\xff", "2.html": b"<p>B.</p>", "2.json": b"{", "3.html": b"<p>C.</p>"}
    (tmp_path / "pages").write_bytes(pack(bad))
    first, second, third = read_source(tmp_path / "pages")
    assert isinstance(first, SourceFailure) and first.place == "1.html" and "UTF-8" in first.reason
    assert isinstance(second, SourceFailure) and second.place == "2.json"
    assert isinstance(third, SourcePage) and third.title == "3"


def test_an_archive_that_is_cut_off_gives_what_came_before(tmp_path):
    files = {f"{n}.html": b"<p>Text.</p>" * 200 for n in range(50)}
    (tmp_path / "pages.tar").write_bytes(tar(files)[:40_000])
    with pytest.raises(SourceError, match=r"pages\.tar.*(damaged|cut off).*again"):
        list(read_source(tmp_path / "pages.tar"))


def test_an_archive_without_articles_says_what_it_should_hold(tmp_path):
    (tmp_path / "pages.tar").write_bytes(tar({"readme.txt": b"x"}))
    with pytest.raises(SourceError, match=r"neither .html files nor .*NAME.html"):
        list(read_source(tmp_path / "pages.tar"))


# --- Wikimedia Enterprise --------------------------------------------------------------------------------------------


def article(name: str, **changed) -> dict:
    return {
        "name": name,
        "identifier": 5,
        "date_modified": "2024-04-01T12:00:00Z",
        "version": {"identifier": 99, "is_minor_edit": False},
        "namespace": {"identifier": 0},
        "in_language": {"identifier": "it"},
        "redirects": [{"name": "Old " + name, "url": "x"}, {"name": "Talk:Old"}],
        "article_body": {"html": f"<p>{name}.</p>", "wikitext": f"'''{name}'''."},
    } | changed


def lines(*rows) -> bytes:
    return b"".join((row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n" for row in rows)


@pytest.mark.parametrize(
    "pack", [lambda data: data, gzip.compress, lambda data: tar({"a.ndjson": data}, gzip.compress)]
)
def test_enterprise_articles_come_with_the_redirects_to_them(tmp_path, pack):
    (tmp_path / "dump").write_bytes(pack(lines(article("Aa"))))
    page, redirect = read_source(tmp_path / "dump")
    assert (page.title, page.html, page.wikitext, page.revision) == ("Aa", "<p>Aa.</p>", "", 99)
    assert (page.timestamp, page.site.language) == ("2024-04-01T12:00:00Z", "it")
    assert (redirect.title, redirect.redirect_to) == ("Old Aa", "Aa")


def test_enterprise_files_of_one_archive_follow_one_another(tmp_path):
    files = {
        "enwiki_0.ndjson": lines(article("Aa", redirects=None)),
        "enwiki_1.ndjson": lines(article("Bb", redirects=[])),
    }
    (tmp_path / "dump.tar.gz").write_bytes(tar(files, gzip.compress))
    assert [page.title for page in read_source(tmp_path / "dump.tar.gz")] == ["Aa", "Bb"]


def test_other_namespaces_are_passed_over_and_missing_fields_are_no_fault(tmp_path):
    rows = article("Talk:Aa", namespace={"identifier": 1}), {"name": "Aa", "article_body": {"html": "<p>A.</p>"}}
    (tmp_path / "dump").write_bytes(lines(*rows))
    (page,) = read_source(tmp_path / "dump")
    assert (page.title, page.revision, page.timestamp, page.site.language) == ("Aa", None, None, "en")


def test_wikitext_is_read_where_there_is_no_html(tmp_path):
    (tmp_path / "dump").write_bytes(lines(article("Aa", article_body={"wikitext": "'''Aa'''."}, redirects=[])))
    (page,) = read_source(tmp_path / "dump")
    assert (page.html, page.wikitext) == (None, "'''Aa'''.")


@pytest.mark.parametrize(
    "row", [b'{"name": "Aa", "article_bo', b"\xff\xfe", b"[1]", b'{"article_body": {}}', b'{"name": "Aa"}']
)
def test_a_bad_line_names_its_file_and_number_and_the_others_are_read(tmp_path, row):
    data = lines(row, article("Bb", redirects=[]))
    (tmp_path / "dump.tar").write_bytes(tar({"wiki_0.ndjson": data}))
    (tmp_path / "dump.ndjson").write_bytes(data)
    for file, place in (("dump.tar", "wiki_0.ndjson:1"), ("dump.ndjson", "dump.ndjson:1")):
        if file == "dump.ndjson" and not row.startswith(b"{"):
            continue  # the first byte says what a plain file is
        failure, page = read_source(tmp_path / file)
        assert isinstance(failure, SourceFailure) and failure.place == place and failure.remedy
        assert isinstance(page, SourcePage) and page.title == "Bb"
