"""The stages over a corpus of the database and its search index, and their commands' words when there is none."""

from __future__ import annotations

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from baseline import database_source
from baseline.database_source import StoredPages
from baseline.pipeline import Pipeline
from baseline.source import Titles
from corpus.models import Corpus, Redirect
from corpus.page.elements import Page, Sentence
from corpus.store import PageRecord, save_pages
from search.backend import IndexMissing
from search.indexing.build import build_index
from tests.baseline.pages import WIKI

TITLES = {"anna berg": "Anna Berg", "a berg": "Anna Berg", "the mole": "The Mole"}
BY_TITLE = {page.title: page for page in WIKI}


@pytest.fixture
def corpus(db):
    made = Corpus.objects.create(slug="baseline-small", name="Small")
    save_pages(made, map(PageRecord, WIKI))
    Redirect.objects.create(corpus=made, title="A. Berg", target="Anna Berg")
    return made


def test_evidence_is_found_in_a_corpus_as_in_memory(corpus):
    build_index(corpus)
    found = Pipeline(StoredPages(corpus)).find("Anchor Town won the Harbour League in 2002 with 28 goals.")
    assert found.pages[0].title == "Harbour League"
    assert found.tables[0].element == "Harbour League_table_0"
    assert "Harbour League_cell_0_2_1" in {one.element for one in found.suggestions}
    source = StoredPages(corpus)
    assert {source.by_chance(Random(seed)) for seed in range(60)} == set(BY_TITLE)


def test_titles_and_redirects_are_names_but_not_titles_without_their_article(corpus):
    save_pages(corpus, [PageRecord(WIKI[1].__class__("The Mole", WIKI[1].elements))])
    build_index(corpus)
    names = StoredPages(corpus).named(["anna berg", "a berg", "mole", "the mole", "nobody"])
    assert names == {name: Titles((title,)) for name, title in TITLES.items()}


def test_a_corpus_without_an_index_says_which_command_makes_one(corpus):
    with pytest.raises(IndexMissing, match="build_index --corpus baseline-small"):
        StoredPages(corpus)


def test_a_page_that_is_gone_since_it_was_indexed_is_passed_over(corpus):
    build_index(corpus)
    corpus.pages.filter(title="Anna Berg").delete()
    found = Pipeline(StoredPages(corpus)).find("Anna Berg was a shipowner from Elmstad.")
    assert "Anna Berg" not in {page.title for page in found.pages}


def test_a_claim_costs_two_queries_however_many_pages_it_may_be_about(corpus, django_assert_num_queries):
    others = (Page(f"Harbour {n}", (Sentence("sentence_0", f"A harbour {n}."),)) for n in range(30))
    save_pages(corpus, map(PageRecord, others))
    build_index(corpus)
    pipeline = Pipeline(StoredPages(corpus))
    with django_assert_num_queries(2):  # names, pages
        found = pipeline.find("Anchor Town won the Harbour League in 2002 with 28 goals.")
    assert found.pages[0].title == "Harbour League"
    with django_assert_num_queries(1):  # names: the pages are at hand
        assert pipeline.find("Anchor Town won the Harbour League in 2002 with 28 goals.") == found


def test_pages_asked_for_longest_ago_are_forgotten(corpus, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(database_source, "PAGES_KEPT", 2)
    build_index(corpus)
    source = StoredPages(corpus)
    source.load(["Anna Berg", "Harbour League"])
    with django_assert_num_queries(0):
        assert source.page("Anna Berg") == BY_TITLE["Anna Berg"]
    source.load(["Length"])
    with django_assert_num_queries(0):
        assert source.page("Anna Berg") and source.page("Length")
    with CaptureQueriesContext(connection) as queries:
        assert source.page("Harbour League") == BY_TITLE["Harbour League"]
    assert len(queries)
