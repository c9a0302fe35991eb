"""Stored pages: lookup over redirects, saving twice, what the database itself refuses."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction

from corpus.models import Corpus, Redirect, StoredPage
from corpus.page.elements import UNKNOWN_LAYOUT, Layout, Page, Sentence, Untrusted
from corpus.store import (
    CorpusNotChosen,
    PageNotFound,
    PageRecord,
    RedirectRecord,
    Resolved,
    choose_corpus,
    existing_titles,
    get_page,
    iter_pages,
    layout_of,
    resolve,
    save_pages,
    save_redirects,
    stored,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def page(title: str, text: str = "Text.") -> Page:
    return Page(title, (Sentence("sentence_0", text),))


@pytest.fixture
def corpus() -> Corpus:
    corpus = Corpus.objects.create(slug="test", name="Test")
    save_pages(corpus, [PageRecord(page("Aa")), PageRecord(page("Bb"), revision=7)])
    redirects = [
        RedirectRecord("Old", "Aa", "History"),
        RedirectRecord("Older", "Old"),
        RedirectRecord("Oldest", "Older"),
        RedirectRecord("Dead", "Nowhere"),
        RedirectRecord("Ring", "Round"),
        RedirectRecord("Round", "Ring"),
    ]
    save_redirects(corpus, redirects)
    return corpus


@pytest.mark.parametrize("title", ["Aa", "aa", " aa ", ":Aa", "Aa#History", "Old", "old", "Older", "Oldest"])
def test_a_page_is_found_under_every_name_it_goes_by(corpus, title):
    assert get_page(corpus, title) == page("Aa")
    assert stored(corpus, title).title == "Aa"


@pytest.mark.parametrize(
    ("title", "resolved"),
    [
        ("aa", Resolved("Aa", None, "")),
        ("aa#Early life", Resolved("Aa", None, "Early life")),
        ("Old", Resolved("Aa", "Old", "History")),
        ("oldest", Resolved("Aa", "Oldest", "History")),
    ],
)
def test_a_title_tells_where_it_leads(corpus, title, resolved):
    assert resolve(corpus, title) == resolved


@pytest.mark.parametrize(
    ("title", "name"), [("cc", "Cc"), ("Dead", "Dead"), ("ring", "Ring"), ("", ""), ("#x", "#x"), ("AA", "AA")]
)
def test_what_leads_nowhere_is_not_found_under_its_normalised_title(corpus, title, name):
    with pytest.raises(PageNotFound) as missing:
        get_page(corpus, title)
    assert missing.value.title == name


def test_pages_of_another_corpus_are_not_found(corpus):
    with pytest.raises(PageNotFound):
        get_page(Corpus.objects.create(slug="other", name="Other"), "Aa")


def test_existing_titles_come_back_as_given_in_one_query(corpus, django_assert_num_queries):
    asked = ["Aa", "aa", "Bb#x", "Old", "Older", "Dead", "Ring", "Cc", "", "#x"]
    with django_assert_num_queries(1):
        assert existing_titles(corpus, asked) == {"Aa", "aa", "Bb#x", "Old", "Older"}


def test_no_titles_need_no_query(corpus, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert existing_titles(corpus, []) == set()


def test_saving_twice_changes_nothing(corpus):
    before = list(StoredPage.objects.values())
    assert save_pages(corpus, [PageRecord(page("Aa")), PageRecord(page("Bb"), revision=7)]) == 2
    assert list(StoredPage.objects.values()) == before


def test_a_page_saved_anew_is_replaced_and_read_anew(corpus):
    assert get_page(corpus, "Aa") == page("Aa")
    old = stored(corpus, "Aa")
    save_pages(corpus, [PageRecord(page("Aa", "First.")), PageRecord(page("Aa", "Last."), revision=8)])
    new = stored(corpus, "Aa")
    assert get_page(corpus, "Aa") == page("Aa", "Last.")
    assert (new.pk, new.revision) == (old.pk, 8)
    assert new.content_hash != old.content_hash


def test_a_pages_layout_is_kept_beside_it(corpus):
    before = stored(corpus, "Aa")
    layout = Layout(("sentence_0", "sentence_1"), ("sentence_0",), untrusted={"table_0": Untrusted.TEMPLATE_CELLS})
    layout = replace(layout, boxed=("table_1",))
    save_pages(corpus, [PageRecord(page("Aa"), layout=layout)])
    after = stored(corpus, "Aa")
    assert (layout_of(before), layout_of(after)) == (UNKNOWN_LAYOUT, layout)
    assert (after.data, after.content_hash, after.size) == (before.data, before.content_hash, before.size)
    save_pages(corpus, [PageRecord(page("Aa"))])
    assert layout_of(stored(corpus, "Aa")) == UNKNOWN_LAYOUT


def test_many_pages_are_saved_and_come_back_by_title(corpus):
    save_pages(corpus, (PageRecord(page(f"P {n:04}")) for n in range(1_200)))
    titles = [each.title for each in iter_pages(corpus)]
    assert titles == ["Aa", "Bb", *(f"P {n:04}" for n in range(1_200))]


def test_a_parsed_page_is_kept(corpus, django_assert_num_queries):
    get_page(corpus, "Aa")
    with django_assert_num_queries(2):  # where the title leads, and what its content is now
        get_page(corpus, "Aa")


def test_the_database_refuses_two_pages_of_one_title(corpus):
    with pytest.raises(IntegrityError), transaction.atomic():
        StoredPage.objects.create(corpus=corpus, title="Aa", data="{}", content_hash="x", size=2)


@pytest.mark.parametrize("title", ["", "My_page"])
def test_the_database_refuses_what_is_no_title(corpus, title):
    with pytest.raises(IntegrityError), transaction.atomic():
        StoredPage.objects.create(corpus=corpus, title=title, data="{}", content_hash="x", size=2)
    with pytest.raises(IntegrityError), transaction.atomic():
        Redirect.objects.create(corpus=corpus, title="X", target=title)


def test_the_only_corpus_need_not_be_named(corpus):
    assert choose_corpus() == choose_corpus("test") == corpus
    Corpus.objects.create(slug="other", name="Other")
    with pytest.raises(CorpusNotChosen) as several:
        choose_corpus()
    assert several.value.slugs == ["other", "test"]
    with pytest.raises(CorpusNotChosen):
        choose_corpus("third")


def test_a_page_spelled_with_a_small_letter_is_found_as_spelled(corpus):
    """FEVEROUS' own pages keep their spelling, because evidence ids have it."""
    save_pages(corpus, [PageRecord(page("iPhone")), PageRecord(page("IPad"))])
    assert get_page(corpus, "iPhone").title == "iPhone"
    assert get_page(corpus, "iPad").title == "IPad"
    assert existing_titles(corpus, ["iPhone", "iPad", "iPod"]) == {"iPhone", "iPad"}
