"""Where articles come from, and how broken files are reported."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import sqlite3

import pytest

from corpus.page.page_json import page_to_json
from corpus.sources import SourceError, SourceFailure, SourcePage, read_source
from tests.corpus.harbour import harbour_league

DUMP = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/" version="0.10" xml:lang="de">
<siteinfo><namespaces><namespace key="6">Datei</namespace><namespace key="0" /></namespaces></siteinfo>
<page><title>Aa</title><ns>0</ns><id>1</id>
 <revision><id>10</id><timestamp>2020-01-01T00:00:00Z</timestamp><text>Old.</text></revision>
 <revision><id>11</id><timestamp>2021-01-01T00:00:00Z</timestamp><model>wikitext</model>
 <text>New &amp; [[Datei:X]].</text></revision>
</page>
<page><title>Talk:Aa</title><ns>1</ns><revision><id>12</id><text>Talk.</text></revision></page>
<page><title>A.css</title><ns>0</ns><revision><id>13</id><model>css</model><text>a {}</text></revision></page>
<page><title>Old name</title><ns>0</ns><redirect title="Aa" /><revision><id>14</id>
 <text>#REDIRECT [[Aa#History]]</text></revision></page>
</mediawiki>
"""


def pages(path) -> list[SourcePage]:
    found = list(read_source(path))
    assert all(isinstance(page, SourcePage) for page in found)
    return [page for page in found if isinstance(page, SourcePage)]


@pytest.mark.parametrize("pack", [lambda data: data, bz2.compress, gzip.compress, lzma.compress])
def test_a_dump_gives_its_articles_whatever_it_is_packed_in_and_called(tmp_path, pack):
    file = tmp_path / "dump"
    file.write_bytes(pack(DUMP.encode()))
    article, redirect = pages(file)
    assert (article.title, article.wikitext) == ("Aa", "New & [[Datei:X]].")
    assert (article.revision, article.timestamp) == (11, "2021-01-01T00:00:00Z")
    assert article.site.namespaces["datei"] == 6
    assert (redirect.title, redirect.redirect_to) == ("Old name", "Aa#History")


@pytest.mark.parametrize(("pack", "place"), [(bz2.compress, "at its end"), (gzip.compress, "at its end")])
def test_a_dump_that_is_cut_off_gives_what_came_before(tmp_path, pack, place):
    file = tmp_path / "dump.xml.bz2"
    many = "".join(
        f"<page><title>P{n}</title><ns>0</ns><revision><id>{n}</id><text>{n * 7919}</text></revision></page>\n"
        for n in range(20_000)
    )
    data = pack(DUMP.replace("</mediawiki>", many).encode())
    file.write_bytes(data[: len(data) * 2 // 3])
    read = []
    with pytest.raises(SourceError, match=rf"dump.xml.bz2.*{place}.*cut off.*again"):
        for page in read_source(file):
            read.append(page)
    assert pack is bz2.compress or len(read) > 100


@pytest.mark.parametrize("broken", ["<page><title>B</ti></page>", "<page><title>B</title>", "<page><title>B</title>\0"])
def test_a_page_of_broken_xml_fails_alone(tmp_path, broken):
    file = tmp_path / "dump.xml"
    after = "<page><title>C</title><ns>0</ns><revision><id>1</id><text>Text.</text></revision></page>"
    file.write_text(DUMP.replace("</mediawiki>", f"{broken}{after}</mediawiki>"))
    first, second, failure, last = read_source(file)
    assert [first.title, second.title, last.title] == ["Aa", "Old name", "C"]
    assert isinstance(failure, SourceFailure)
    assert (failure.title, failure.place) == ("B", "page 5")
    assert "broken XML" in failure.reason and "XML" in failure.remedy


def test_xml_that_is_cut_off_gives_the_pages_before_the_cut(tmp_path):
    file = tmp_path / "dump.xml"
    file.write_text(DUMP[: DUMP.index("<text>#REDIRECT") - 1])
    read = []
    with pytest.raises(SourceError, match=r"dump.xml, after page 4: the XML is cut off.*again"):
        for record in read_source(file):
            read.append(record)
    assert [(record.title, isinstance(record, SourceFailure)) for record in read] == [("Aa", False), ("Old name", True)]


def test_a_folder_gives_its_files_as_articles(tmp_path):
    (tmp_path / "Harbour_League.wiki").write_text("Text.")
    (tmp_path / "AC%2FDC.wiki").write_text("Rock.")
    (tmp_path / "The_League.wiki").write_text("#REDIRECT [[Harbour League]]\n")
    (tmp_path / "Broken.wiki").write_bytes(b"\xff\xfe")
    (tmp_path / "notes.md").write_text("No article.")
    first, broken, second, redirect = read_source(tmp_path)
    assert isinstance(first, SourcePage) and (first.title, first.wikitext) == ("AC/DC", "Rock.")
    assert isinstance(broken, SourceFailure) and "UTF-8" in broken.reason
    assert isinstance(second, SourcePage) and second.title == "Harbour League"
    assert isinstance(redirect, SourcePage) and redirect.redirect_to == "Harbour League"


def test_articles_and_ready_pages_may_share_a_jsonl_file(tmp_path):
    rows = [{"title": "A", "text": "Text."}, page_to_json(harbour_league()), {"title": "B", "text": "#redirect [[A]]"}]
    file = tmp_path / "articles.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows))
    article, ready, redirect = pages(file)
    assert article.wikitext == "Text."
    assert ready.page == harbour_league()
    assert redirect.redirect_to == "A"


def test_an_article_copied_out_of_a_dump_is_decoded(tmp_path):
    file = tmp_path / "a.jsonl"
    file.write_text(json.dumps({"title": "A", "text": "Fact.&lt;ref&gt;x&lt;/ref&gt;"}))
    assert pages(file)[0].wikitext == "Fact.<ref>x</ref>"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{broken", "not JSON"),
        ('{"text": "x"}', "title"),
        ('{"title": "A"}', "neither text"),
        ('{"title": "A", "order": ["sentence_0"]}', "sentence_0"),
        ('["title"]', "title"),
    ],
)
def test_a_bad_line_is_a_failure_of_its_own(tmp_path, line, reason):
    file = tmp_path / "a.jsonl"
    file.write_text(f'{{"title": "A", "text": "x"}}\n{line}\n{{"title": "B", "text": "x"}}\n')
    first, failure, last = read_source(file)
    assert isinstance(first, SourcePage) and isinstance(last, SourcePage)
    assert isinstance(failure, SourceFailure)
    assert failure.place == "line 2" and reason in failure.reason


def test_a_page_database_gives_its_pages_by_id(tmp_path):
    file = tmp_path / "pages.db"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE wiki (id PRIMARY KEY, data json)")
        data = page_to_json(harbour_league()) | {"title": "Another"}
        connection.execute("INSERT INTO wiki VALUES (?, ?)", ("Harbour League", json.dumps(data)))
        connection.execute("INSERT INTO wiki VALUES (?, ?)", ("Broken", "{"))
    connection.close()
    page, failure = read_source(file)
    assert isinstance(page, SourcePage) and page.page == harbour_league()
    assert isinstance(failure, SourceFailure) and failure.title == "Broken"


def test_a_database_of_something_else_is_refused_with_the_remedy(tmp_path):
    file = tmp_path / "other.db"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE other (id)")
    connection.close()
    with pytest.raises(SourceError, match=r"other.db, table wiki: .*wiki\(id, data\)"):
        list(read_source(file))


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "empty"),
        (b"\x89PNG\r\n", "not a format"),
        (b"Just text.", "not a format"),
        (b"<html></html>", "not of a MediaWiki"),
    ],
)
def test_an_unknown_file_is_refused_with_the_formats_that_are_known(tmp_path, content, problem):
    file = tmp_path / "thing"
    file.write_bytes(content)
    with pytest.raises(SourceError, match=rf"thing.*{problem}.*Give a"):
        list(read_source(file))


def test_a_missing_file_and_an_empty_folder_are_named(tmp_path):
    with pytest.raises(SourceError, match="no such file"):
        list(read_source(tmp_path / "none.xml"))
    with pytest.raises(SourceError, match=r"no \.wiki file"):
        list(read_source(tmp_path))


def test_damaged_compression_is_named(tmp_path):
    file = tmp_path / "a.bz2"
    file.write_bytes(bz2.compress(DUMP.encode())[:10] + b"garbage that is no bzip2" * 20)
    with pytest.raises(SourceError, match=r"a\.bz2"):
        list(read_source(file))
