"""import_corpus and export_corpus, as typed."""

from __future__ import annotations

import bz2
import json
import sqlite3
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from corpus.management.commands._arguments import default_slug
from corpus.models import Corpus, Redirect, StoredPage
from corpus.page.elements import UNKNOWN_LAYOUT, Layout
from corpus.page.links import plain_text
from corpus.page.page_json import page_from_json
from corpus.page.page_text import page_text
from corpus.store import get_page, layout_of, stored
from tests.corpus.harbour import HARBOUR_LEAGUE, harbour_league

pytestmark = pytest.mark.django_db

# No other page of it is there: its links are text.
HARBOUR_ALONE = page_from_json(json.loads(plain_text(page_text(harbour_league()))))
DEMO = Path(__file__).parent.parent.parent / "corpus" / "demo" / "wiki"


@pytest.fixture
def wiki(tmp_path) -> Path:
    folder = tmp_path / "ports"
    folder.mkdir()
    (folder / "Harbour_League.wiki").write_text(HARBOUR_LEAGUE)
    (folder / "Réunion.wiki").write_text("An island. {{Odd thing}}")
    (folder / "League.wiki").write_text("#REDIRECT [[Harbour League#Results]]")
    (folder / "Empty.wiki").write_text("[[Category:X]]")
    return folder


@pytest.fixture
def typed(settings, tmp_path):
    """Runs a command and gives back what it prints."""
    settings.ATTEST_DATA_DIR = tmp_path / "var"

    def run(*words: object) -> str:
        out = StringIO()
        call_command(*map(str, words), stdout=out, stderr=StringIO())
        return out.getvalue()

    return run


def test_a_folder_becomes_a_corpus_of_its_name(typed, wiki):
    said = typed("import_corpus", wiki)
    corpus = Corpus.objects.get()
    assert (corpus.slug, corpus.name) == ("ports", "ports")
    assert get_page(corpus, "League") == HARBOUR_ALONE
    assert "2 pages and 1 redirect in" in said
    assert "1  page without content" in said
    assert "1  odd thing" in said
    assert "build_index --corpus ports" in said and "create_project" in said


def test_paragraphs_come_with_articles_and_not_with_pages_that_came_ready(typed, wiki, tmp_path):
    (wiki / "Aa.wiki").write_text("{{About|a river}}\nOne. Two.\n\nThree.")
    typed("import_corpus", wiki)
    typed("export_corpus", tmp_path / "out.db")
    typed("import_corpus", tmp_path / "out.db", "--corpus", "again")
    first, second = (layout_of(stored(Corpus.objects.get(slug=slug), "Aa")) for slug in ("ports", "again"))
    assert first == Layout(("sentence_0", "sentence_1", "sentence_3"), ("sentence_0",))
    assert second == UNKNOWN_LAYOUT


def test_importing_twice_changes_nothing(typed, wiki):
    typed("import_corpus", wiki)
    before = list(StoredPage.objects.values()), list(Redirect.objects.values())
    typed("import_corpus", wiki, "--workers", 2)
    assert (list(StoredPage.objects.values()), list(Redirect.objects.values())) == before


def test_a_limit_stops_the_import(typed, wiki):
    typed("import_corpus", wiki, "--limit", 2, "--corpus", "few", "--name", "A few")
    assert Corpus.objects.get().name == "A few"
    assert StoredPage.objects.count() == 1


def test_pages_that_fail_are_listed_and_the_others_are_in(typed, wiki, tmp_path):
    (wiki / "Broken.wiki").write_bytes(b"\xff")
    with pytest.raises(CommandError, match="1 page could not be read"):
        typed("import_corpus", wiki)
    assert StoredPage.objects.count() == 2
    (quarantine,) = (tmp_path / "var" / "quarantine").iterdir()
    row = json.loads(quarantine.read_text(encoding="utf-8"))
    assert row["title"] == "Broken" and "UTF-8" in row["reason"]


def test_a_source_that_breaks_off_is_named_and_what_came_before_is_in(typed, tmp_path):
    articles = "".join(json.dumps({"title": f"P{n}", "text": f"Text {n * 7919}."}) + "\n" for n in range(20_000))
    file = tmp_path / "cut.jsonl.bz2"
    data = b"".join(bz2.compress(part.encode()) for part in (articles[:40_000], articles[40_000:]))
    file.write_bytes(data[:-2_000])
    with pytest.raises(CommandError, match=r"cut\.jsonl\.bz2.*cut off.*in the corpus"):
        typed("import_corpus", file, "--workers", 1)
    assert Corpus.objects.get().slug == "cut"
    assert StoredPage.objects.count() > 100


@pytest.mark.parametrize("content", [b"", b"garbage", b"<mediawiki><page>"])
def test_a_source_without_a_page_leaves_no_corpus_behind(typed, tmp_path, content):
    file = tmp_path / "nothing.xml"
    file.write_bytes(content)
    with pytest.raises(CommandError, match="no corpus was made"):
        typed("import_corpus", file)
    assert not Corpus.objects.exists()


def test_an_export_that_cannot_be_written_keeps_what_was_there(typed, wiki, tmp_path):
    typed("import_corpus", wiki)
    out = tmp_path / "out.db"
    out.mkdir()
    with pytest.raises(CommandError, match="cannot be written"):
        typed("export_corpus", out)
    assert out.is_dir() and not list(tmp_path.glob(".out.db*"))


def test_a_title_that_is_too_long_for_the_database_fails_alone(typed, tmp_path):
    file = tmp_path / "a.jsonl"
    rows = [{"title": "A" * 600, "text": "Text."}, {"title": "B", "text": "Text."}]
    file.write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(CommandError, match="1 page "):
        typed("import_corpus", file)
    assert StoredPage.objects.get().title == "B"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nowhere.xml"], "no such file"),
        (["{wiki}", "--workers", "0"], "from 1 on"),
        (["{wiki}", "--limit", "0"], "from 1 on"),
        (["{wiki}", "--corpus", "???"], "--corpus"),
    ],
)
def test_a_wrong_word_is_answered_with_the_right_one(typed, wiki, words, complaint):
    with pytest.raises(CommandError, match=complaint):
        typed("import_corpus", *(word.format(wiki=wiki) for word in words))
    assert not Corpus.objects.exists()


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("enwiki-latest.xml.bz2", "enwiki-latest"),
        ("enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2", "enwiki-latest"),
        ("a.b.jsonl.xz", "a.b"),
        ("pages.db", "pages"),
    ],
)
def test_a_corpus_is_called_after_its_source(tmp_path, name, slug):
    assert default_slug(tmp_path / name) == slug


def test_the_demo_folder_is_called_demo():
    assert default_slug(DEMO) == "demo"


def test_the_database_export_holds_every_page(typed, wiki, tmp_path):
    typed("import_corpus", wiki)
    out = tmp_path / "out.db"
    assert "2 pages" in typed("export_corpus", out)
    connection = sqlite3.connect(out)
    rows = dict(connection.execute("SELECT id, data FROM wiki"))
    connection.close()
    assert list(rows) == ["Harbour League", "Re\u0301union"]
    assert rows["Harbour League"] == page_text(HARBOUR_ALONE)


@pytest.mark.parametrize("name", ["out.db", "out.jsonl"])
def test_an_export_read_back_is_the_same_corpus(typed, wiki, tmp_path, name):
    typed("import_corpus", wiki)
    typed("export_corpus", tmp_path / name)
    typed("import_corpus", tmp_path / name, "--corpus", "again")
    first, second = (
        list(StoredPage.objects.filter(corpus__slug=slug).values_list("title", "data")) for slug in ("ports", "again")
    )
    assert first == second
    assert page_from_json(json.loads(first[0][1])) == HARBOUR_ALONE


def test_an_export_that_fails_leaves_the_old_file(typed, wiki, tmp_path, monkeypatch):
    typed("import_corpus", wiki)
    out = tmp_path / "out.jsonl"
    out.write_text("old")

    def break_off(corpus):
        yield "A", "{}"
        raise OSError("disk full")

    monkeypatch.setattr("corpus.management.commands.export_corpus.iter_page_json", break_off)
    with pytest.raises(CommandError, match="cannot be written: disk full"):
        typed("export_corpus", out)
    assert out.read_text() == "old"
    assert not list(tmp_path.glob(".out*"))


def test_several_corpora_have_to_be_told_apart(typed, wiki, tmp_path):
    with pytest.raises(CommandError, match="no corpus yet.*import_corpus"):
        typed("export_corpus", tmp_path / "out.db")
    typed("import_corpus", wiki)
    typed("import_corpus", wiki, "--corpus", "second")
    with pytest.raises(CommandError, match=r"ports, second.*export_corpus .*out\.db --corpus ports"):
        typed("export_corpus", tmp_path / "out.db")
    with pytest.raises(CommandError, match="no corpus 'third'"):
        typed("export_corpus", tmp_path / "out.db", "--corpus", "third")


@pytest.mark.parametrize(("name", "complaint"), [("out.txt", r"\.db .* \.jsonl"), ("none/out.db", "does not exist")])
def test_an_export_to_nowhere_is_refused(typed, wiki, tmp_path, name, complaint):
    typed("import_corpus", wiki)
    with pytest.raises(CommandError, match=complaint):
        typed("export_corpus", tmp_path / name)


def test_an_odd_revision_or_time_does_not_stop_an_import(typed, tmp_path):
    file = tmp_path / "a.jsonl"
    rows = [
        {"title": "A", "text": "Text.", "revision": 10**30, "timestamp": "yesterday"},
        {"title": "B", "text": "Text.", "revision": 5, "timestamp": "2021-01-01T00:00:00Z"},
        {"title": "C", "text": "Text.", "timestamp": "2021-01-01T00:00:00"},
    ]
    file.write_text("\n".join(map(json.dumps, rows)))
    typed("import_corpus", file)
    found = {
        page.title: (page.revision, page.timestamp and page.timestamp.isoformat()) for page in StoredPage.objects.all()
    }
    assert found == {"A": (None, None), "B": (5, "2021-01-01T00:00:00+00:00"), "C": (None, None)}
