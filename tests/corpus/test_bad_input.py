"""Whatever a source holds, an import says what is wrong with it, and brings in the rest."""

from __future__ import annotations

import bz2
import gzip
import json
import random
import re
from io import StringIO
from unicodedata import normalize

import pytest
from django.core.management import CommandError, call_command

from corpus.models import Corpus, ImportRun, Phase, StoredPage
from corpus.page.elements import List, Sentence, Table
from corpus.store import get_page
from tests.corpus.generated import END, HEADER, page_xml, pages

pytestmark = pytest.mark.django_db

WIDE = '{| class="wikitable"\n! Year !! Ships\n' + "".join(f"|-\n| {n} || {n * 3}\n" for n in range(10_000)) + "|}\n"
ARTICLES = {
    "Good": "A good [[article]].",
    "Braces": "Before.\n" + "{{" * 500_000 + "x" + "}}" * 500_000 + "\nAfter.",
    "Open braces": "Before.\n\n" + "{{{" * 600_000,
    "Unclosed tables": 'Text.\n{| class="wikitable"\n! A\n|-\n| 1\n{| class="wikitable"\n| 2\n== Next ==\nMore text.',
    "Many rows": f"Text.\n{WIDE}",
    "Hebrew": "ירושלים היא עיר. \u200fיש בה [[שוק]].",
    "漢字": "東京は日本の首都である。人口は多い。",
}


@pytest.fixture
def imported(settings, tmp_path):
    """Imports a file of these bytes; gives back what was said, what went wrong and the quarantine's rows."""
    settings.ATTEST_DATA_DIR = tmp_path / "var"

    def run(content: bytes, name: str = "wiki.xml", *words: str) -> tuple[str, str, list[dict[str, str]]]:
        (tmp_path / name).write_bytes(content)
        said, wrong = StringIO(), ""
        try:
            call_command("import_corpus", str(tmp_path / name), *words, "--corpus", "x", stdout=said, stderr=StringIO())
        except CommandError as error:
            assert error.returncode == 1
            wrong = str(error)
        quarantine = tmp_path / "var" / "quarantine" / "x.jsonl"
        rows = quarantine.read_text(encoding="utf-8").splitlines() if quarantine.exists() else []
        return said.getvalue(), wrong, [json.loads(row) for row in rows]

    return run


def dump(articles: dict[str, str], more: str = "") -> bytes:
    made = (page_xml(n, title, text) for n, (title, text) in enumerate(articles.items()))
    return (HEADER + "".join(made) + more + END).encode()


def test_articles_that_are_hard_to_read_are_read(imported):
    said, wrong, rows = imported(dump(ARTICLES))
    assert (wrong, rows) == ("", [])
    assert set(StoredPage.objects.values_list("title", flat=True)) == set(ARTICLES)
    corpus = Corpus.objects.get()
    (table,) = (each for each in get_page(corpus, "Many rows").elements if isinstance(each, Table))
    assert len(table.rows) == 10_001
    texts = [each.text for each in get_page(corpus, "Unclosed tables").elements if isinstance(each, Sentence)]
    assert texts == ["Text.", "More text."]
    assert [each.text for each in get_page(corpus, "Braces").elements][0] == "Before."
    japanese = [normalize("NFC", each.text) for each in get_page(corpus, "漢字").elements]
    assert japanese == ["東京は日本の首都である。", "人口は多い。"]
    assert "ירושלים היא עיר." in [each.text for each in get_page(corpus, "Hebrew").elements]


def test_a_page_of_broken_xml_is_set_aside_with_title_reason_and_remedy(imported):
    broken = page_xml(90, "Broken", "Text.").replace("</revision>", "</revision")
    null = page_xml(91, "Null", "One\0 two.")
    last = page_xml(92, "Last", "Text.")
    said, wrong, rows = imported(dump({"Good": "Text."}, broken + null + last))
    assert [(row["title"], row["place"]) for row in rows] == [("Broken", "page 2"), ("Null", "page 3")]
    assert all("broken XML" in row["reason"] and row["remedy"] for row in rows)
    assert "2 pages could not be read" in wrong and "x.jsonl" in wrong
    assert "Failed: 2" in said
    assert set(StoredPage.objects.values_list("title", flat=True)) == {"Good", "Last"}


def test_a_page_over_the_limit_is_set_aside_with_the_remedy(imported):
    _, wrong, rows = imported(dump({"Slow": "<div>" * 60_000, "Good": "Text."}), "wiki.xml", "--page-limit", "0.1")
    assert [row["title"] for row in rows] == ["Slow"]
    assert "more than 0.1 s" in rows[0]["reason"] and "--page-limit" in rows[0]["remedy"]
    assert "1 page could not be read" in wrong
    assert StoredPage.objects.get().title == "Good"


@pytest.mark.parametrize("pack", [bz2.compress, gzip.compress, lambda data: data])
def test_a_dump_that_is_cut_off_gives_what_came_before_the_cut(imported, pack):
    chance = random.Random(1)
    words = [chance.randbytes(900).hex() for _ in range(1_200)]  # packed, several blocks; and read in a moment
    made = "".join(page_xml(n, f"P{n}", f"It is {word}.") for n, word in enumerate(words))
    packed = pack((HEADER + made + END).encode())
    said, wrong, rows = imported(packed[: len(packed) * 3 // 4], "wiki.xml", "--workers", "2")
    assert "cut off" in wrong and "again" in wrong
    assert any("cut off" in row["reason"] for row in rows)
    assert 300 < StoredPage.objects.count() < 1_000
    assert ImportRun.objects.get().phase == Phase.COMPLETE


def test_the_source_after_one_that_is_broken_is_read(imported, tmp_path):
    (tmp_path / "second.jsonl").write_text('{"title": "B", "text": "Text."}\n', encoding="utf-8")
    cut = bz2.compress(dump({f"P{n}": str(n * 7919) * 99 for n in range(999)}))[:-900]
    _, wrong, rows = imported(cut, "first.xml.bz2", str(tmp_path / "second.jsonl"))
    assert "first.xml.bz2, at its end: the compressed file is cut off" in wrong
    assert StoredPage.objects.filter(title="B").exists()


def test_the_last_of_two_pages_of_one_title_stays(imported):
    more = "".join(page_xml(n, f"Other {n}", "Text.") for n in range(300))  # the second comes in another batch
    said, wrong, _ = imported(dump({"A": "First."}, more + page_xml(999, "A", "Second.")))
    assert wrong == "" and "301 pages" in said
    assert get_page(Corpus.objects.get(), "A").elements == (Sentence("sentence_0", "Second."),)


@pytest.mark.parametrize("title", [" ", "_", "#x", "A" * 600])
def test_a_title_that_names_no_page_is_set_aside(imported, title):
    rows = [{"title": title, "text": "Text."}, {"title": "B", "text": "Text with a \0 in it."}]
    _, wrong, failed = imported("\n".join(map(json.dumps, rows)).encode(), "a.jsonl")
    assert "1 page could not be read" in wrong
    assert [row["title"] for row in failed] == [title]
    assert "title" in failed[0]["reason"] and failed[0]["remedy"]
    assert StoredPage.objects.get().title == "B"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "the file is empty"),
        (b"\x7fELF\x02\x01", "not a format that Attest reads"),
        (b"<html><body>No dump.</body></html>", "not of a MediaWiki dump"),
        (HEADER.encode() + END.encode(), "No page came in"),
        (b"BZh91AY&SYgarbage", "(damaged|cannot be read|cut off)"),
        (b'["A"]\n["B"]\n', "No page came in"),
    ],
)
def test_a_file_without_pages_leaves_no_corpus_behind(imported, content, complaint):
    with_remedy = imported(content, "thing")[1]
    assert "No page came in, so no corpus was made." in with_remedy
    assert re.search(complaint, with_remedy)
    assert not Corpus.objects.exists()


def test_a_folder_without_pages_is_named(settings, tmp_path):
    settings.ATTEST_DATA_DIR = tmp_path / "var"
    (tmp_path / "empty").mkdir()
    with pytest.raises(CommandError, match=r"No page came in.*\.wiki"):
        call_command("import_corpus", str(tmp_path / "empty"))


def test_what_was_counted_stands_in_the_summary(imported):
    said, _, _ = imported((HEADER + "".join(pages(260)) + END).encode())
    corpus = Corpus.objects.get()
    assert f"{corpus.pages.count():,} pages and {corpus.redirects.count():,} redirects" in said
    kinds = [each for page in corpus.pages.all() for each in get_page(corpus, page.title).elements]
    assert f"{sum(isinstance(each, List) for each in kinds)}  lists" in said
    assert "uses)" in said and "unknown thing 3" in said
