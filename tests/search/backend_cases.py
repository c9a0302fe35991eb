"""What every search engine must do alike. A case takes an engine that holds the small wiki of `pages.py`.

An engine joins by parametrizing a test with CASES: see `test_embedded.py`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from search.backend import SearchBackend
from search.find import search_in

Case = Callable[[SearchBackend], None]
CASES: list[Case] = []


def case(function: Case) -> Case:
    CASES.append(function)
    return function


def titles(backend: SearchBackend, query: str, per_page: int = 20) -> list[str]:
    """The titles found, as people write them."""
    found = search_in(backend, query, per_page=per_page)
    return [unicodedata.normalize("NFC", hit.title) for hit in found.hits]


def shown(backend: SearchBackend, query: str) -> str:
    """The first hit's snippet, marked words in brackets."""
    hit = search_in(backend, query).hits[0]
    text = "".join(f"[{fragment.text}]" if fragment.matched else fragment.text for fragment in hit.snippet)
    return unicodedata.normalize("NFC", text)


# --- Words -----------------------------------------------------------------------------------------------------------


@case
def all_words_are_required(backend: SearchBackend) -> None:
    assert set(titles(backend, "physicist chemist")) == {"Marie Curie"}


@case
def words_may_stand_in_different_parts_of_a_page(backend: SearchBackend) -> None:
    assert titles(backend, "Vigdís 1988 Reykjavík") == ["Vigdís Finnbogadóttir"]


@case
def capitals_and_accents_do_not_count(backend: SearchBackend) -> None:
    for query in ("reykjavik capital", "REYKJAVÍK CAPITAL", unicodedata.normalize("NFD", "Reykjavík Capital")):
        assert set(titles(backend, query)) == {"Reykjavík", "Iceland"}, query


@case
def word_endings_do_not_count(backend: SearchBackend) -> None:
    assert titles(backend, "president election") == ["Vigdís Finnbogadóttir"]


@case
def a_possessive_is_the_word_itself(backend: SearchBackend) -> None:
    assert "Iceland" in titles(backend, "Iceland capital")
    assert titles(backend, "Pierre's wife") == ["Pierre Curie"]


@case
def a_hyphenated_word_is_found_with_and_without_its_hyphen(backend: SearchBackend) -> None:
    assert titles(backend, "joliot-curie") == titles(backend, "joliot curie") == ["Irène Joliot-Curie"]


@case
def a_number_is_found_with_and_without_its_comma(backend: SearchBackend) -> None:
    assert titles(backend, "139,875") == titles(backend, "139875") == ["Reykjavík"]


@case
def a_page_is_found_by_a_redirect_to_it(backend: SearchBackend) -> None:
    assert titles(backend, "quicksilver") == ["Mercury (element)"]
    assert titles(backend, "sklodowska")[0] == "Marie Curie"


@case
def every_kind_of_element_is_searched(backend: SearchBackend) -> None:
    kinds = {
        "sentence": "first woman to win",
        "infobox value": "November 1867",
        "heading": "Awards",
        "caption": "unshared",
        "cell": "1911 Chemistry",
    }
    for kind, query in kinds.items():
        assert "Marie Curie" in titles(backend, query), kind
    assert titles(backend, "Rutherford twice") == ["Nobel Prize"]  # list items


@case
def the_target_of_a_link_is_not_text(backend: SearchBackend) -> None:
    assert titles(backend, "Ernest") == []


# --- Order -----------------------------------------------------------------------------------------------------------


@case
def the_page_whose_title_was_typed_comes_first(backend: SearchBackend) -> None:
    for title in ("Marie Curie", "Pierre Curie", "Mercury", "Mercury (planet)", "nobel prize", "iceland"):
        assert titles(backend, title)[0].lower() == title.lower()


@case
def words_in_the_title_weigh_more(backend: SearchBackend) -> None:
    first, second, third = titles(backend, "iceland reykjavik")
    assert {first, second} == {"Iceland", "Reykjavík"}
    assert third == "Vigdís Finnbogadóttir"


# --- Operators -------------------------------------------------------------------------------------------------------


@case
def a_phrase_keeps_its_order(backend: SearchBackend) -> None:
    assert "Marie Curie" in titles(backend, '"nobel prize in physics"')
    assert search_in(backend, '"prize nobel"').note != ""


@case
def no_phrase_reaches_across_two_elements(backend: SearchBackend) -> None:
    for query in ('"Award 1903"', '"Physics 1911"', '"chemist She"'):
        assert "have some of them" in search_in(backend, query).note, query


@case
def a_minus_leaves_pages_out(backend: SearchBackend) -> None:
    assert titles(backend, "metal -liquid -coins -sun") == ["Gold"]
    assert "Marie Curie" not in titles(backend, 'curie -"nobel prize in physics"')


@case
def or_takes_either_word(backend: SearchBackend) -> None:
    assert set(titles(backend, "nuggets OR coins")) == {"Gold", "Silver"}
    assert set(titles(backend, "metal nuggets OR coins OR liquid")) == {"Gold", "Silver", "Mercury (element)"}


@case
def without_all_words_some_words_do(backend: SearchBackend) -> None:
    found = search_in(backend, "gold nuggets platypus")
    assert [hit.title for hit in found.hits][0] == "Gold"
    assert found.note == "No page has all of these words; these have some of them."


@case
def words_left_out_stay_out_when_some_words_do(backend: SearchBackend) -> None:
    assert "Gold" not in titles(backend, "metal platypus -nuggets")


@case
def common_words_alone_make_no_hit(backend: SearchBackend) -> None:
    assert titles(backend, "the platypus of") == []


# --- Answers ---------------------------------------------------------------------------------------------------------


@case
def nothing_found_is_an_empty_answer(backend: SearchBackend) -> None:
    found = search_in(backend, "platypus")
    assert (found.hits, found.total, found.note) == ((), 0, "")


@case
def pages_of_hits_follow_one_another(backend: SearchBackend) -> None:
    everything = titles(backend, "curie OR metal")
    by_page = [search_in(backend, "curie OR metal", page, per_page=3) for page in range(1, 5)]
    assert [unicodedata.normalize("NFC", hit.title) for found in by_page for hit in found.hits] == everything
    assert {found.total for found in by_page} == {len(everything)}


@case
def a_page_of_hits_out_of_range_is_empty_or_the_first(backend: SearchBackend) -> None:
    assert search_in(backend, "curie", 99).hits == search_in(backend, "curie", 10**30).hits == ()
    assert search_in(backend, "curie", 99).total == search_in(backend, "curie").total
    assert search_in(backend, "curie", 0) == search_in(backend, "curie", -5) == search_in(backend, "curie", 1)


@case
def a_snippet_marks_the_words_as_they_are_written(backend: SearchBackend) -> None:
    assert shown(backend, "elected reykjavik") == "She was [elected] in [Reykjavík] in 1980."


@case
def a_snippet_says_where_it_stands(backend: SearchBackend) -> None:
    life = search_in(backend, "married 1895").hits[0]
    assert (life.title, life.section) == ("Marie Curie", "Life")
    assert search_in(backend, "woman win").hits[0].section is None


@case
def a_snippet_of_a_table_shows_its_row(backend: SearchBackend) -> None:
    assert shown(backend, "1911 chemistry") == "[1911] | Nobel Prize in [Chemistry]"


@case
def a_page_found_by_its_title_only_shows_its_beginning(backend: SearchBackend) -> None:
    assert shown(backend, "quicksilver") == "Mercury is a metal that is liquid at room temperature."


@case
def a_hit_has_the_size_of_its_text(backend: SearchBackend) -> None:
    gold = search_in(backend, "gold").hits[0]
    assert gold.size == len("Gold is a metal that is found as nuggets.") + len("It does not rust.")
