from __future__ import annotations

import string
import unicodedata

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from corpus.models import Corpus
from search.api import search, suggest
from search.backend import IndexMissing
from search.indexing.build import build_index
from search.models import CrowdedPrefix
from search.titles.prefix_collisions import CROWD
from tests.search.conftest import MakeCorpus
from tests.search.pages import make_page

pytestmark = pytest.mark.both_databases


def names(corpus: Corpus, typed: str, limit: int = 10) -> list[str]:
    """Suggestions as a list shows them."""
    return [
        unicodedata.normalize("NFC", found.title + (f" < {found.redirect_from}" if found.redirect_from else ""))
        for found in suggest(corpus, typed, limit)
    ]


@pytest.mark.parametrize("typed", ["rey", "REY", "Reykjavi", "Reykjavík", "reykjavik", "reykjavík  ", "Reykjavík"])
def test_a_title_is_found_by_its_beginning_without_capitals_and_accents(wiki: Corpus, typed: str) -> None:
    assert names(wiki, typed) == ["Reykjavík"]


def test_a_redirect_is_named(wiki: Corpus) -> None:
    assert names(wiki, "quick") == ["Mercury (element) < Quicksilver"]
    assert names(wiki, "manya skl") == ["Marie Curie < Manya Skłodowska"]


def test_a_redirect_to_a_redirect_leads_to_the_page(wiki: Corpus) -> None:
    assert names(wiki, "hydrarg") == ["Mercury (element) < Hydrargyrum"]


def test_a_redirect_to_nothing_is_not_offered(wiki: Corpus) -> None:
    assert names(wiki, "nowhere") == []


@pytest.mark.parametrize("typed", ["reykjvik", "raykja", "eykjavik", "reyjkavik", "Vigids Finn", "quickslver"])
def test_a_mistyped_beginning_is_understood(wiki: Corpus, typed: str) -> None:
    assert names(wiki, typed)[:1] in (["Reykjavík"], ["Vigdís Finnbogadóttir"], ["Mercury (element)"])


def test_only_names_that_begin_otherwise_are_approximate(wiki: Corpus) -> None:
    assert [one.approximate for one in suggest(wiki, "reykjvik")] == [True]
    assert not any(one.approximate for one in suggest(wiki, "merc"))


def test_what_begins_as_typed_is_not_mistyped(wiki: Corpus) -> None:
    assert names(wiki, "merc") == names(wiki, "mercu")
    assert names(wiki, "xyz") == names(wiki, "golx"[:3] + "zzz") == []


def test_a_page_comes_once_under_its_own_name(wiki: Corpus) -> None:
    assert names(wiki, "ma") == ["Marie Curie"]  # not as Madame Curie, Manya Skłodowska as well


def test_what_was_typed_whole_comes_first(wiki: Corpus) -> None:
    assert names(wiki, "mercury")[0] == "Mercury"
    assert names(wiki, "nobel prize") == ["Nobel Prize"]


def test_pages_that_are_linked_to_more_come_earlier(make_corpus: MakeCorpus) -> None:
    corpus = make_corpus(
        [
            make_page("Aachen", "A town."),
            make_page("Aarhus", "A town like [[Aberdeen|Aberdeen]]."),
            make_page("Aberdeen", "A town like [[Aarhus|Aarhus]]."),
            make_page("Zwolle", "A town like [[The_Granite_City|a granite one]] and [[Zwolle|itself]]."),
        ],
        {"The Granite City": "Aberdeen"},
    )
    build_index(corpus)
    assert names(corpus, "a") == ["Aberdeen", "Aarhus", "Aachen"]
    assert names(corpus, "granite") == []  # redirects are found from their beginning
    assert names(corpus, "the gran") == ["Aberdeen < The Granite City"]


def test_a_later_word_finds_a_title_after_those_that_begin_with_it(wiki: Corpus) -> None:
    assert names(wiki, "Finnbog") == ["Vigdís Finnbogadóttir"]
    assert names(wiki, "curie") == ["Marie Curie", "Pierre Curie", "Irène Joliot-Curie"]
    assert names(wiki, "element") == ["Mercury (element)"]
    assert names(wiki, "p") == ["Pierre Curie", "Nobel Prize", "Mercury (planet)"]


def test_later_words_keep_some_places(make_corpus: MakeCorpus) -> None:
    titles = [f"Oak {i}" for i in range(20)] + [f"Royal Oak {i}" for i in range(20)]
    corpus = make_corpus(make_page(title, "A tree.") for title in titles)
    build_index(corpus)
    found = names(corpus, "oak")
    assert len(found) == 10
    assert [name.startswith("Oak") for name in found] == [True] * 7 + [False] * 3


@pytest.fixture
def presidents(make_corpus: MakeCorpus) -> Corpus:
    """Titles and redirects of the same words in another order."""
    corpus = make_corpus(
        [
            make_page("President of Ukraine", "An office."),
            make_page("2019 Ukrainian presidential election", "See [[President_of_Ukraine|the office]]."),
            make_page("Volodymyr Zelenskyy", "He is the [[President_of_Ukraine|president]]."),
            make_page("Ukraine", "A country."),
            make_page("President", "An office."),
        ],
        {"Ukrainian wartime president": "Volodymyr Zelenskyy", "Presidency": "Ukraine"},
    )
    build_index(corpus)
    return corpus


@pytest.mark.parametrize("typed", ["ukr pres", "Pres Ukr", "ukr  pres ", "ukraine pre", "úkr-prés"])
def test_words_are_found_by_their_beginnings_in_any_order(presidents: Corpus, typed: str) -> None:
    found = names(presidents, typed)
    assert found[0] == "President of Ukraine"  # two pages link to it
    if typed != "ukraine pre":
        assert found[1:] == [
            "2019 Ukrainian presidential election",
            "Volodymyr Zelenskyy < Ukrainian wartime president",
        ]
    assert not any(one.approximate for one in suggest(presidents, typed))


@pytest.mark.parametrize("typed", ["0:\U00011c92", "a \u0903", "x )(", "q\\ x", "[a .*"])
def test_signs_and_marks_are_letters_of_no_pattern(presidents: Corpus, typed: str) -> None:
    assert names(presidents, typed) == []


def test_words_of_different_names_do_not_make_one(presidents: Corpus) -> None:
    assert "Ukraine < Presidency" not in names(presidents, "ukr pres")  # "Ukraine" and "Presidency" are two names


def test_what_begins_as_typed_comes_before_other_orders(presidents: Corpus) -> None:
    assert names(presidents, "president of u") == ["President of Ukraine"]
    assert names(presidents, "ukraine") == ["Ukraine", "President of Ukraine"]


def test_an_article_need_not_be_typed(make_corpus: MakeCorpus) -> None:
    corpus = make_corpus([make_page("The Beatles", "A band."), make_page("A Night at the Opera", "An album.")])
    build_index(corpus)
    assert names(corpus, "beat") == names(corpus, "the beat") == ["The Beatles"]
    assert names(corpus, "night at the") == ["A Night at the Opera"]


def test_a_typed_space_ends_the_word(make_corpus: MakeCorpus) -> None:
    corpus = make_corpus([make_page("New York", "A city."), make_page("Newton", "A unit.")])
    build_index(corpus)
    assert set(names(corpus, "new")) == {"New York", "Newton"}
    assert names(corpus, "new ") == ["New York"]


def test_titles_that_differ_in_signs_only_are_told_apart(make_corpus: MakeCorpus) -> None:
    corpus = make_corpus(make_page(title, "A language.") for title in ("C", "C++", "C-", "!!!"))
    build_index(corpus)
    assert names(corpus, "c++")[0] == "C++"
    assert set(names(corpus, "c")) == {"C", "C++", "C-"}
    assert names(corpus, "c")[0] == "C"
    assert names(corpus, "!!") == ["!!!"]


@pytest.mark.parametrize("typed", ["", "   ", "_", "%", "\x00", "\ud800", "x" * 10_000, "z"])
def test_what_begins_no_title_finds_nothing(wiki: Corpus, typed: str) -> None:
    assert suggest(wiki, typed) == []


def test_no_more_than_asked_for(wiki: Corpus) -> None:
    assert len(suggest(wiki, "m", limit=2)) == 2
    assert len(suggest(wiki, "m", limit=1)) == 1
    assert suggest(wiki, "m", limit=0) == []


def test_a_title_of_the_greatest_length_can_be_found(make_corpus: MakeCorpus) -> None:
    corpus = make_corpus([make_page("한" * 170, "Long."), make_page("word " * 100 + "end", "Long as well.")])
    build_index(corpus)
    assert len(suggest(corpus, "한한")) == 1
    assert len(suggest(corpus, "word word")) == 1
    assert len(suggest(corpus, "한" * 170)) == 1


def test_corpora_do_not_mix(wiki: Corpus, make_corpus: MakeCorpus) -> None:
    other = make_corpus([make_page("Reykholt", "A village.")], slug="other")
    build_index(other)
    assert names(wiki, "reyk") == ["Reykjavík"]
    assert names(other, "reyk") == ["Reykholt"]


def test_without_an_index_the_remedy_is_named(make_corpus: MakeCorpus) -> None:
    with pytest.raises(IndexMissing, match="build_index --corpus small"):
        suggest(make_corpus(), "a")


# --- Crowds ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def crowd(make_corpus: MakeCorpus) -> Corpus:
    """More titles on one beginning than are sorted while somebody types; the rarest letters are linked to most."""
    towns = [make_page(f"Aber {chr(97 + i % 26)}{i:04}", "A town.") for i in range(CROWD + 200)]
    links = [make_page(f"Link {i}", *(f"See [[{towns[j].title}]]." for j in range(i, 30))) for i in range(30)]
    corpus = make_corpus([*towns, *links, make_page("Aber", "A river mouth.")], slug="crowd")
    build_index(corpus)
    return corpus


def test_crowded_beginnings_give_the_best_titles(crowd: Corpus) -> None:
    assert {bytes(row.prefix) for row in CrowdedPrefix.objects.filter(corpus=crowd, place=0)} == {
        b"a", b"ab", b"abe", b"aber", b"aber ",
    }  # fmt: skip
    best = [f"Aber {chr(97 + i % 26)}{i:04}" for i in range(29, 19, -1)]
    assert names(crowd, "a")[:7] == best[:7]  # after them come titles with a later word in a-
    assert names(crowd, "ab") == best
    assert names(crowd, "aber") == ["Aber", *best[:9]]
    assert names(crowd, "aber ") == ["Aber", *best[:9]]
    assert names(crowd, "aber d")[0] == best[0]


def test_a_letter_typed_takes_a_handful_of_queries(
    crowd: Corpus, wiki: Corpus, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for corpus, typed in ((crowd, "a"), (crowd, "aber d"), (wiki, "ma")):
        with django_assert_max_num_queries(6):
            suggest(corpus, typed)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(typed=st.text(max_size=30))
def test_nothing_typed_is_an_error(wiki: Corpus, typed: str) -> None:
    found = suggest(wiki, typed)
    assert len({suggestion.title for suggestion in found}) == len(found) <= 10


@pytest.mark.parametrize("sign", string.punctuation)
def test_every_sign_can_be_typed(wiki: Corpus, sign: str) -> None:
    assert suggest(wiki, f"{sign} {{") == []
    for query in (f"zz{sign}zz*", f"intitle:zz{sign}zz*", f'prefix:"{sign}zz"'):
        assert search(wiki, query).total == 0
