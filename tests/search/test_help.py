from __future__ import annotations

import pytest
from django.core.cache import cache

from corpus.models import Corpus
from corpus.store import PageRecord, save_pages
from search.api import search
from search.backend import IndexMissing
from search.examples import examples
from search.indexing.build import build_index
from tests.search.conftest import MakeCorpus
from tests.search.pages import PAGES, make_page


def test_every_example_finds_something_as_it_stands(wiki: Corpus) -> None:
    card = examples(wiki)
    assert {example.operator for example in card} >= {"", '"…"', "-", "OR", "*", "~", "intitle:", "linksto:", "prefix:"}
    for example in card:
        found = search(wiki, example.query)
        assert found.total and not found.note, example
        assert example.operator.strip("…") in example.query or example.operator == '"…"'


def test_an_operator_that_finds_nothing_here_is_left_out(wiki: Corpus, make_corpus: MakeCorpus) -> None:
    assert "incategory:" not in {example.operator for example in examples(wiki)}  # the corpus keeps no categories
    lonely = make_corpus([make_page("Tin", "Tin is metallic.")], slug="lonely")
    build_index(lonely)
    assert "linksto:" not in {example.operator for example in examples(lonely)}


def test_a_new_index_has_new_examples(wiki: Corpus, django_assert_max_num_queries) -> None:
    cache.clear()
    first = examples(wiki)
    with django_assert_max_num_queries(1):
        assert examples(wiki) == first
    everywhere = "[[Zinc|zinc]]"
    save_pages(wiki, [PageRecord(make_page(page.title, everywhere)) for page in PAGES])
    save_pages(wiki, [PageRecord(make_page("Zinc", "Zinc corrodes slowly."))])
    build_index(wiki)
    assert examples(wiki) != first


def test_without_an_index_there_is_no_card(make_corpus: MakeCorpus) -> None:
    with pytest.raises(IndexMissing):
        examples(make_corpus(PAGES))
    empty = make_corpus(slug="empty")
    build_index(empty)
    assert examples(empty) == ()
