"""Sources of web pages: what is read of archives, folders and stores, and what is said of what is broken."""

from __future__ import annotations

import gzip
import json
import zipfile
from pathlib import Path
from unicodedata import normalize

import pytest

from corpus.importing.outcomes import Excluded, Failed, Imported, outcome_of
from corpus.sources import SourceError, SourceKind, kind_of, read_source
from corpus.sources.inspection import inspect_source
from corpus.web.build import build_web_page
from corpus.web.record import WebRecord
from tests.corpus.web.made import article, news, response, written


def outcomes(path: Path) -> list[Imported | Excluded | Failed]:
    return [outcome_of(record) for record in read_source(path)]


def urls(found: list[Imported | Excluded | Failed]) -> list[str]:
    return [each.web.url.rpartition("/")[2] for each in found if isinstance(each, Imported)]


@pytest.mark.parametrize("version", ["1.0", "1.1"])
@pytest.mark.parametrize("packed", ["records", "file", "plain"])
def test_warc_files_are_read_however_they_are_packed(tmp_path: Path, version: str, packed: str) -> None:
    records = [news(number, version=version, compressed=packed == "records") for number in range(4)]
    path = written(tmp_path / "a.warc", records)
    if packed == "file":
        path.write_bytes(gzip.compress(path.read_bytes()))
    assert kind_of(path) is SourceKind.WARC and kind_of(path).is_web
    found = outcomes(path)
    assert urls(found) == ["0", "1", "2", "3"]
    assert found[0].web.retrieved.startswith("2020-06-01T12:00")


@pytest.mark.parametrize("compressed", [True, False])
def test_good_records_around_broken_ones_survive(tmp_path: Path, compressed: bool) -> None:
    records = [news(number, compressed=compressed) for number in range(6)]
    damaged = bytearray(records[1])
    damaged[10:40] = b"\x00" * 30
    if not compressed:
        damaged = bytearray(records[1].replace(b"WARC/1.0", b"WORC/1.0"))
        records[3] = records[3].replace(b"Content-Length: ", b"Content-Length: 1")
    records[1] = bytes(damaged)
    cut = records[5][: len(records[5]) // 2]
    found = outcomes(written(tmp_path / "a.warc", [*records[:5], cut]))
    assert urls(found) == (["0", "2", "3", "4"] if compressed else ["0", "2", "4"])
    failed = [each for each in found if isinstance(each, Failed)]
    assert len(failed) == (2 if compressed else 3)
    assert f"at byte {len(records[0]):,}" in failed[0].place and "a.warc, record 2" in failed[0].place
    assert all(each.remedy for each in failed)


def test_what_is_no_page_is_left_out_or_named(tmp_path: Path) -> None:
    records = [
        response("https://ex.com/doc.pdf", b"%PDF-1.4", kind="application/pdf"),
        response("https://ex.com/a.png", b"\x89PNG", kind="image/png"),
        response("https://ex.com/gone", b"gone", status="404 Not Found"),
        response("https://ex.com/empty", b"<html><body></body></html>"),
        response("data:text/html,x", article().encode(), record="resource"),
        response("https://ex.com/deep", b"<div>" * 5_000 + article().encode()),
        response("https://ex.com/large", b"<p>a</p>" * 3_000_000),
        response("https://ex.com/wide", b"<b>a</b>" * 120_000),
        response("https://ex.com/resource", article(3).encode(), record="resource", kind="text/html"),
    ]
    found = outcomes(written(tmp_path / "a.warc.gz", records))
    named = {each.title: (each.reason, each.remedy) for each in found if isinstance(each, Failed)}
    assert set(named) == {
        *(f"https://ex.com/{name}" for name in ("doc.pdf", "deep", "large", "wide")),
        "data:text/html,x",
    }
    left = [each.reason for each in found if isinstance(each, Excluded)]
    assert left == ["image/png, no page", "page with HTTP status 404", "page without content"]
    assert urls(found) == ["resource"]


@pytest.mark.parametrize(
    ("status", "location", "target"),
    [
        ("301 Moved Permanently", "https://new.com/a", "https://new.com/a"),
        ("308 Permanent Redirect", "../b?x=1", "https://ex.com/b?x=1"),
        ("302 Found", "//cdn.ex.com/c", "https://cdn.ex.com/c"),
        ("302 Found", "javascript:alert(1)", ""),
        ("302 Found", "https://ex.com/old/a", ""),
        ("302 Found", "https://[bad/a", ""),
        ("301 Moved Permanently", "", ""),
        ("304 Not Modified", "https://new.com/a", ""),
    ],
)
def test_a_redirect_says_where_the_page_is(tmp_path: Path, status: str, location: str, target: str) -> None:
    record = response("https://ex.com/old/a", b"", status=status, location=location)
    (found,) = outcomes(written(tmp_path / "a.warc.gz", [record]))
    assert isinstance(found, Excluded) and (found.title, found.moved_to) == ("https://ex.com/old/a", target)


@pytest.mark.parametrize(
    ("encoding", "declared", "word"),
    [
        ("utf-8", "; charset=iso-8859-1", "Zürich"),
        ("cp1252", "; charset=utf-8", "Zürich"),
        ("cp1251", "; charset=windows-1251", "Привет"),
        ("utf-16", "", "Zürich"),
        ("utf-8", "; charset=klingon", "Zürich"),
    ],
)
def test_a_wrong_charset_costs_no_letters(tmp_path: Path, encoding: str, declared: str, word: str) -> None:
    html = article().replace("Fuel prices rose", f"{word}: fuel prices rose").encode(encoding)
    record = response("https://ex.com/a", html, kind=f"text/html{declared}")
    (found,) = outcomes(written(tmp_path / "a.warc.gz", [record]))
    assert isinstance(found, Imported)
    assert normalize("NFC", found.data).count(word) == 3


def test_dates_come_from_metadata_and_addresses_and_never_from_the_text() -> None:
    written_in = '<script type="application/ld+json">{"datePublished": "2019-05-06T10:00"}</script>'
    for url, html, expected in (
        ("https://ex.com/a", article(published=""), ""),
        ("https://ex.com/2018/03/04/a", article(published=""), "2018-03-04"),
        ("https://ex.com/a", article(published="", head=written_in), "2019-05-06"),
        ("https://ex.com/2018/03/04/a", article(published="2017-01-02", head=written_in), "2017-01-02"),
        ("https://ex.com/a", article(published="2117-01-02"), ""),
    ):
        assert build_web_page(WebRecord(url, "", html.encode())).facts.published == expected


def test_a_wacz_holds_several_files(tmp_path: Path) -> None:
    path = tmp_path / "a.wacz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("archive/b.warc.gz", news(2))
        archive.writestr("archive/a.warc.gz", news(0) + news(1))
        archive.writestr("datapackage.json", "{}")
    assert kind_of(path) is SourceKind.WACZ
    assert urls(outcomes(path)) == ["0", "1", "2"]
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(SourceError):
        outcomes(path)


DATES = {
    "2020-02-28": "2020-02-28",
    "2020-2-8": "2020-02-08",
    "28-2-2020": "2020-02-28",
    "2020": "2020",
    "2020-02": "2020-02",
    "": "",
    "31-2-2020": None,
    "2020-00-00": None,
    "yesterday": None,
    "2020-13-01": None,
}


def test_a_folder_says_where_its_pages_were_and_when(tmp_path: Path) -> None:
    rows = [
        {"file": "a.html", "url": f"https://ex.co.uk/{number}", "date": written, "publisher": "Ex", "country": "fr"}
        for number, written in enumerate(DATES)
    ]
    rows += [{"file": "b.html", "url": "https://ex.com/b"}, {"file": "../x", "url": "https://ex.com"}, {"url": "u"}]
    rows += [{"file": "a.html", "url": "javascript:alert(1)"}, {"file": "c.html", "url": "https://ex.com/c"}]
    (tmp_path / "a.html").write_text(article(published=""), encoding="utf-8")
    (tmp_path / "c.html").write_bytes(b"%PDF-1.7")
    lines = [*map(json.dumps, rows), "{broken"]
    (tmp_path / "manifest.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert kind_of(tmp_path) is SourceKind.WEB_FOLDER
    found = outcomes(tmp_path)
    pages = [each for each in found if isinstance(each, Imported)]
    assert [each.web.published for each in pages] == [known or "" for known in DATES.values()]
    assert [bool(each.problems) for each in pages] == [known is None for known in DATES.values()]
    assert "manifest.jsonl, row 7" in pages[6].problems[0].place and "2020-02-28" in pages[6].problems[0].remedy
    assert {(each.web.country, each.web.domain, each.web.publisher) for each in pages} == {("FR", "ex.co.uk", "Ex")}
    places = [each.place for each in found if isinstance(each, Failed)]
    assert places == [f"manifest.jsonl, row {number}" for number in (11, 12, 13, 14, 15, 16)]


def test_a_folder_with_sidecars_needs_no_manifest(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text(article(title=f"News {name}"), encoding="utf-8")
    (tmp_path / "a.json").write_text('{"url": "https://ex.com/a", "date": "2019"}')
    found = outcomes(tmp_path)
    assert urls(found) == ["a"]
    assert [each.place for each in found if isinstance(each, Failed)] == ["b.html"]


def test_a_knowledge_store_has_documents_of_claims(tmp_path: Path) -> None:
    rows = [
        {"claim_id": 0, "type": "gold", "query": "q", "url": "https://ex.com/a", "url2text": ["A sentence.", "Two."]},
        {"claim_id": "1", "url": "https://ex.com/a", "sentences": ["Another claim, the same page."]},
        {"claim_id": 1, "url": "https://ex.com/b", "url2text": []},
        {"claim_id": None, "url": "https://ex.com/b", "url2text": ["x"]},
        {"claim_id": 2, "url": "https://ex.com/b", "url2text": "x"},
        {"claim_id": 2, "url2text": ["x"]},
    ]
    (tmp_path / "0.json").write_text("\n".join(map(json.dumps, rows)))
    for path in (tmp_path, tmp_path / "0.json"):
        assert kind_of(path) is SourceKind.KNOWLEDGE_STORE
    found = outcomes(tmp_path)
    pages = [each for each in found if isinstance(each, Imported)]
    assert [(each.web.collection, each.web.html) for each in pages] == [("0", b""), ("1", b"")]
    assert len({each.title for each in pages}) == 2 and "A sentence. Two." in pages[0].data
    assert [each.place for each in found if isinstance(each, Failed)] == [f"0.json, row {n}" for n in (4, 5, 6)]


@pytest.mark.parametrize("kind", ["warc", "wacz", "folder", "store"])
def test_what_a_manager_uploads_is_inspected_first(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "source"
    if kind == "warc":
        written(path, [news(1), news(2), response("https://ex.com/a.png", b"", kind="image/png")])
    elif kind == "wacz":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("archive/a.warc.gz", news(1) + news(2))
    elif kind == "store":
        row = {"claim_id": 1, "url": "https://ex.com/a", "url2text": ["A sentence."]}
        path.write_text(f"{json.dumps(row)}\n{json.dumps(row | {'claim_id': 2})}\n")
    else:
        path.mkdir()
        for name in "ab":
            (path / f"{name}.html").write_text(article())
            (path / f"{name}.json").write_text(f'{{"url": "https://ex.com/{name}"}}')
    summary = inspect_source(path, most_times=100)
    assert (summary.pages, summary.titles[0].startswith("https://")) == (2, True)


def test_a_page_has_passages_of_a_hundred_words_with_ids_that_stay(tmp_path: Path) -> None:
    long = "<p>" + " ".join(f"Sentence number {n} of this long paragraph has nine words." for n in range(60)) + "</p>"
    html = article().replace("</article>", long + "</article>").encode()
    path = written(tmp_path / "a.warc.gz", [response("https://www.example.com/x?utm_source=a", html)])
    (found,) = outcomes(path)
    page = json.loads(found.data)
    counts = [len(page[name].split()) for name in page["order"] if name.startswith("sentence")]
    assert all(80 <= count <= 130 for count in counts[2:-1]) and sum(counts) > 700
    assert found.title == f"Fuel prices rise (example.com {found.web.key[:8]})"
    assert page["section_0"]["value"] == "Background"
    assert "2019 | 1.20" in found.data and "Copyright" not in found.data and "Home" not in found.data
    assert (found.web.published, found.web.publisher, found.web.language) == ("2020-03-04", "The Example", "en")
    again = [response("https://example.com/x", html)]
    assert outcomes(written(tmp_path / "b.warc.gz", again))[0].data == found.data
