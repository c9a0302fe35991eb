"""import_corpus from a live wiki, from the command to the corpus."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from corpus.models import Corpus
from corpus.store import get_page, resolve, stored
from tests.servers.wiki import Article, LoopbackWiki
from tests.servers.wiki_server import loopback_wiki

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

MANY = [f"Ship {number:03}" for number in range(130)]


@pytest.fixture
def wiki(monkeypatch) -> Iterator[LoopbackWiki]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")  # a proxy of this machine would answer for the loopback
    league = "The '''Harbour League''' was founded by [[Berg]] in 1921. [[Nobody]] won.\n\n[[Bild:X.png|thumb]]"
    html = '<p>The <b>Harbour League</b> was founded by <a href="/w/Berg" title="Anna Berg">Berg</a> in 1921.</p>'
    pages = {
        "Harbour League": Article(league, 11, html=html),
        "Anna Berg": Article("'''Anna Berg''' was a shipowner.", 12, html="<p><b>Anna Berg</b> was a shipowner.</p>"),
        "Berg": Article("#WEITERLEITUNG [[Anna Berg#Leben]]", 13, redirect=("Anna Berg", "Leben")),
    }
    pages |= {title: Article(f"'''{title}''' sails.", 100 + n) for n, title in enumerate(MANY)}
    with loopback_wiki(pages=pages, article_path="/w/$1", script_path="/api") as running:
        yield running


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path) -> Path:
    settings.ATTEST_DATA_DIR = tmp_path / "var"
    return settings.ATTEST_DATA_DIR


def run(wiki: LoopbackWiki, *words: str) -> str:
    out = StringIO()
    call_command("import_corpus", "--corpus", "live", "--wiki", wiki.api, *words, stdout=out, stderr=StringIO())
    return out.getvalue()


def corpus() -> Corpus:
    return Corpus.objects.get(slug="live")


def texts() -> dict[str, str]:
    return dict(corpus().pages.values_list("title", "data"))


def test_titles_come_in_with_revision_time_redirects_and_the_links_among_them(wiki):
    run(wiki, "--titles", "Harbour League", "Berg")
    assert resolve(corpus(), "Berg").title == "Anna Berg" and resolve(corpus(), "Berg").fragment == "Leben"
    (sentence, _) = get_page(corpus(), "Harbour League").elements
    assert sentence.text == "The Harbour League was founded by [[Anna_Berg#Leben|Berg]] in 1921."
    row = stored(corpus(), "Harbour League")
    assert row.revision == 11 and row.timestamp.isoformat() == "2026-01-02T03:04:05+00:00"


def test_a_list_of_titles_and_a_category_come_in_together(wiki, tmp_path):
    (tmp_path / "titles.txt").write_text("Anna Berg\n# ships follow\nHarbour_League\n")
    wiki.categories["Schiffe"] = MANY[:3]
    run(wiki, "--titles-from", str(tmp_path / "titles.txt"), "--category", "Kategorie:Schiffe")
    assert sorted(texts()) == ["Anna Berg", "Harbour League", *MANY[:3]]


def test_rendered_articles_come_in_with_their_links(wiki):
    run(wiki, "--titles", "Harbour League", "Anna Berg", "Berg", "--rendered")
    (sentence,) = get_page(corpus(), "Harbour League").elements
    assert sentence.text == "The Harbour League was founded by [[Anna_Berg#Leben|Berg]] in 1921."
    assert stored(corpus(), "Harbour League").revision == 11


def test_a_title_that_is_not_there_goes_into_the_quarantine_and_the_others_come_in(wiki, data_folder):
    with pytest.raises(CommandError, match=r"1 page could not be read.*All else is in the corpus"):
        run(wiki, "--titles", "Anna Berg", "Nobody", "Harbour League")
    assert sorted(texts()) == ["Anna Berg", "Harbour League"]
    (file,) = (data_folder / "quarantine").glob("live*")
    (row,) = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    assert row["title"] == "Nobody"
    assert "no page of this title" in row["reason"] and "spelled" in row["remedy"]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_import_that_the_wiki_broke_off_goes_on_where_it_stopped(wiki, workers):
    wiki.faults = ["", "", "", "429 for an hour"]
    with pytest.raises(CommandError, match=r"after 100 titles.*3,600 s.*Type the same again to go on"):
        run(wiki, "--workers", workers, "--titles", *MANY)
    assert sorted(texts()) == MANY[:100]  # whatever the wiki had sent
    wiki.requests.clear()
    run(wiki, "--workers", workers, "--titles", *MANY)
    assert sorted(texts()) == MANY
    assert wiki.texts_sent_for() == MANY[100:]


def test_the_same_request_again_changes_nothing(wiki):
    run(wiki, "--titles", "Anna Berg")
    before = texts()
    assert "Nothing was changed" in run(wiki, "--titles", "Anna Berg")
    assert texts() == before


def test_no_wiki_no_corpus(wiki):
    wiki.script_path = "/elsewhere"
    with pytest.raises(CommandError, match=r"no MediaWiki API was found.*Nothing had come in yet"):
        run(wiki, "--titles", "Anna Berg", "--wiki", f"{wiki.root}/nothing/api.php")
    assert not Corpus.objects.exists()


@pytest.mark.parametrize("words", [["--rendered"], ["--depth", "1"], []])
def test_a_wiki_without_anything_to_fetch_is_an_error(wiki, words):
    with pytest.raises(CommandError, match="--titles, --titles-from or --category"):
        run(wiki, *words)
