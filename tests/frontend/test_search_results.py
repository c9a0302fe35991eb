"""The fragment with what a full-text search found."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client

from corpus.models import Corpus
from corpus.page.elements import Page, Sentence
from corpus.store import PageRecord, RedirectRecord, save_pages, save_redirects
from frontend.reading import search_help
from frontend.views import search_results
from search.backend import EngineUnavailable
from search.indexing.build import build_index
from tests.frontend.html import select, texts

ADDRESS = "/p/harbour/find/"


@pytest.fixture
def reader(client: Client, corpus: Corpus, project, verifier) -> Client:
    """A verifier, with an index of the three pages and thirty mills."""
    mills = [
        PageRecord(Page(f"Mill {n}", (Sentence("sentence_0", f"The windmill number {n}."),))) for n in range(10, 40)
    ]
    save_pages(corpus, mills)
    save_redirects(corpus, [RedirectRecord("Ship magnate Berg", "Anna Berg"), RedirectRecord("A. Berg", "Anna Berg")])
    build_index(corpus)
    cache.clear()
    client.force_login(verifier)
    return client


def found(client: Client, query: str, page: int = 1) -> str:
    response = client.get(ADDRESS, {"q": query, "page": str(page)})
    assert response.status_code == 200
    return response.content.decode()


def searches(html: str) -> list[str]:
    """The queries that links of the fragment run."""
    return [unescape(query) for query in re.findall(r'data-search="([^"]*)"', html)]


def words(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]*>", "", html)).split())


def test_a_hit_has_title_section_snippet_and_size(reader):
    html = found(reader, "clubs")

    assert 'data-title="Harbour League"' in html
    assert "<mark>clubs</mark>" in html
    assert texts(html, ".hit-section")[0].endswith("Seasons")
    assert re.match(r"\d+\b", texts(html, ".hit-size")[0])


def test_a_large_size_is_written_with_a_comma(reader, corpus):
    save_pages(corpus, [PageRecord(Page("Long", (Sentence("sentence_0", "lighthouse " * 1200),)))])
    build_index(corpus)

    assert re.match(r"13,[12]\d\d\b", texts(found(reader, "lighthouse"), ".hit-size")[0])


def test_a_redirect_that_the_query_names_is_named(reader):
    html = found(reader, "harbor league")
    assert "Harbor League" in texts(html, ".hit-redirect")[0] and 'data-title="Harbour League"' in html


def test_a_redirect_with_words_nobody_asked_for_is_not_named(reader):
    html = found(reader, "magnate")

    assert 'data-title="Anna Berg"' in html
    assert not select(html, ".hit-redirect")


def test_of_a_page_found_by_its_own_name_no_redirect_is_named(reader):
    html = found(reader, "harbour league")

    assert 'data-title="Harbour League"' in html
    assert not select(html, ".hit-redirect")


def test_results_come_in_pages(reader):
    first, second = found(reader, "windmill"), found(reader, "windmill", 2)

    assert texts(first, "#results-count")[0].startswith("30 ")
    assert first.count('class="hit"') == 20
    assert second.count('class="hit"') == 10
    assert 'rel="next"' in first and 'rel="prev"' not in first
    assert 'rel="prev"' in second and 'rel="next"' not in second
    assert '<ol class="hits" start="21">' in second


def test_beyond_the_last_page_a_link_leads_to_the_first(reader):
    html = found(reader, "windmill", 9)

    assert 'data-search="windmill" data-page="1"' in html
    assert "results-count" in html


def test_a_mistyped_query_is_answered_and_says_with_which(reader):
    html = found(reader, "shipownr")

    assert texts(html, ".results-note a") == ["shipowner"]
    assert re.match(r"1\b.*shipowner", texts(html, "#results-count")[0])
    assert "shipowner" in searches(html)
    assert not select(html, ".did-you-mean")


def test_did_you_mean_is_a_link_that_searches(reader, monkeypatch):
    from search.hits import Fragment, Hit, Results

    few = Results((Hit("Anna Berg", None, (Fragment("Berg", True),), 30),), 1, "", 'berg "a b"')
    monkeypatch.setattr(search_results, "search", lambda *_args, **_kwargs: few)

    html = found(reader, "brg")

    assert texts(html, ".did-you-mean a")[0].startswith("berg")
    assert 'berg "a b"' in searches(html)
    assert re.match(r"1\b.*brg", texts(html, "#results-count")[0])


def test_what_was_not_understood_is_said(reader):
    assert "insource:" in texts(found(reader, "insource:anna"), ".results-note")[0]


def test_every_example_of_the_help_card_finds_something(reader):
    html = found(reader, "windmill")
    card = re.search(r'<details class="search-help">.*?</details>', html, re.DOTALL)  # closed

    assert card
    assert len(searches(card[0])) >= 5
    for query in searches(card[0]):
        assert 'class="hit"' in found(reader, query), query


def test_the_help_card_opens_by_itself_when_nothing_was_found(reader):
    html = found(reader, "zeppelin")

    assert "zeppelin" in texts(html, "#results-count")[0]
    assert '<details class="search-help" open>' in html


def test_without_a_query_there_is_the_help_card(reader):
    html = found(reader, " ")

    assert select(html, "#results-count")
    assert '<details class="search-help" open>' in html


def test_an_engine_that_is_away_is_explained_and_the_answer_not_kept(reader, monkeypatch):
    def away(*_args, **_kwargs):
        raise EngineUnavailable("harbour", "The engine cannot be reached.", "Start it.")

    monkeypatch.setattr(search_results, "search", away)
    response = reader.get(ADDRESS, {"q": "clubs"})
    html = response.content.decode()

    assert select(html, ".results .notice.warning")
    assert "The engine cannot be reached. Start it." in html
    assert "manage.py doctor" in html
    assert searches(html) == ["clubs"]  # again
    assert "no-store" in response["Cache-Control"]


def test_results_may_be_kept_but_only_by_the_person(reader):
    kept = reader.get(ADDRESS, {"q": "clubs"})["Cache-Control"]

    assert "private" in kept
    assert "no-store" not in kept


def test_results_come_without_the_help_card_when_it_takes_too_long(reader, monkeypatch):
    def slow(_corpus):
        raise EngineUnavailable("harbour", "It did not answer in time.", "")

    monkeypatch.setattr(search_help, "examples", slow)
    html = found(reader, "clubs")

    assert "<mark>clubs</mark>" in html
    assert "search-help" not in html


# --- What was typed, and Enter ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "title"), [("anna berg", "Anna Berg"), ("Ship magnate Berg", "Anna Berg")])
def test_the_page_of_a_typed_title_is_the_answer(reader, typed, title):
    response = reader.get(ADDRESS, {"q": typed, "go": "1"})
    html = response.content.decode()

    assert select(html, "article")[0].attributes["data-page-title"] == title
    assert response.headers["ETag"]
    assert not select(html, ".results")


def test_without_such_a_page_the_results_are(reader):
    html = reader.get(ADDRESS, {"q": "clubs", "go": "1"}).content.decode()

    assert not select(html, "article[data-page-title]")
    assert len(select(html, ".hit")) == 1


def test_titles_that_are_no_hits_stand_above_the_hits(reader):
    def titles(query, page=1):
        return [link.attributes["data-title"] for link in select(found(reader, query, page), ".results-titles a")]

    assert titles("lea harb") == ["Harbour League"]
    assert titles("ship magn") == ["Ship magnate Berg"]
    assert titles("harbour league") == []  # it is the first hit
    assert len(titles("mill 1")) <= search_results.MOST_TITLES
    assert titles("windmill", 2) == []


def test_without_an_index_the_page_of_a_typed_title_is_the_answer(client, project, verifier):
    client.force_login(verifier)

    assert b"data-page-title" in client.get(ADDRESS, {"q": "Anna Berg", "go": "1"}).content
    assert b"build_index" in client.get(ADDRESS, {"q": "clubs", "go": "1"}).content
