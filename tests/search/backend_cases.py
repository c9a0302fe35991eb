"""What every search engine must do alike. A case takes an engine that holds the small wiki of `pages.py`.

An engine joins by parametrizing a test with CASES: see `test_embedded.py`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest

from search.api import search_in
from search.backend import IndexMissing, SearchBackend
from search.documents import IndexDocument, document
from tests.search.pages import PAGES, make_page

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


@case
def a_loose_phrase_lets_words_between(backend: SearchBackend) -> None:
    assert "Some of" not in search_in(backend, '"nobel chemistry"~2').note
    assert "Marie Curie" in titles(backend, '"nobel chemistry"~2')
    assert search_in(backend, '"nobel chemistry"').note != ""


@case
def a_star_stands_for_letters(backend: SearchBackend) -> None:
    assert titles(backend, "nugg*") == ["Gold"]
    assert titles(backend, "chem*try -rutherford") == ["Marie Curie"]
    assert set(titles(backend, "physic*")) == {"Marie Curie", "Pierre Curie"}
    assert titles(backend, "nug*xyz") == []


@case
def a_question_mark_stands_for_one_letter(backend: SearchBackend) -> None:
    assert titles(backend, "n?ggets") == ["Gold"]
    assert titles(backend, "n?gets") == []


@case
def a_pattern_sees_words_as_they_are_written(backend: SearchBackend) -> None:
    assert titles(backend, "election*") == ["Vigdís Finnbogadóttir"]  # which are indexed without their endings
    assert set(titles(backend, "reykjav*k")) == {"Reykjavík", "Iceland", "Vigdís Finnbogadóttir"}


@case
def a_tilde_finds_words_that_are_near(backend: SearchBackend) -> None:
    assert titles(backend, "nugets~1") == ["Gold"]
    assert titles(backend, "nuggtes~1") == ["Gold"]  # two neighbours swapped are one mistake
    assert "Reykjavík" in titles(backend, "reikjavic~")
    assert titles(backend, "platypus~") == []


@case
def a_word_that_is_there_comes_before_those_near_it(backend: SearchBackend) -> None:
    assert titles(backend, "gold~")[0] == "Gold"


@case
def intitle_looks_at_titles_and_redirects(backend: SearchBackend) -> None:
    assert set(titles(backend, "intitle:curie")) == {"Marie Curie", "Pierre Curie", "Irène Joliot-Curie"}
    assert titles(backend, "intitle:madame") == ["Marie Curie"]
    assert titles(backend, 'intitle:"marie curie"') == ["Marie Curie"]
    assert titles(backend, "physicist -intitle:marie") == ["Pierre Curie"]
    assert titles(backend, "intitle:reykj*") == ["Reykjavík"]
    assert titles(backend, "intitle:silvr~1") == ["Silver"]


@case
def incategory_keeps_pages_of_a_category(backend: SearchBackend) -> None:
    assert set(titles(backend, 'incategory:"precious metals"')) == {"Gold", "Silver"}
    assert titles(backend, 'incategory:"Precious metals" coins') == ["Silver"]
    assert titles(backend, 'metal incategory:"Precious metals" -incategory:Coins') == ["Gold"]
    assert set(titles(backend, 'incategory:"Coins|French physicists"')) == {"Silver", "Pierre Curie"}
    assert titles(backend, "incategory:metals") == []  # the whole name, not a word of it


@case
def linksto_keeps_pages_that_link_there(backend: SearchBackend) -> None:
    assert set(titles(backend, 'linksto:"Nobel Prize"')) == {"Marie Curie", "Pierre Curie"}
    assert titles(backend, "first linksto:Nobel_Prize") == ["Marie Curie"]
    assert titles(backend, "physicist -linksto:Marie_Curie") == ["Marie Curie"]


@case
def prefix_keeps_pages_whose_title_begins_so(backend: SearchBackend) -> None:
    assert set(titles(backend, "prefix:Mercury")) == {"Mercury", "Mercury (planet)", "Mercury (element)"}
    assert set(titles(backend, "metal prefix:mercury (")) == {"Mercury (planet)", "Mercury (element)"}
    assert titles(backend, "metal coins prefix:s") == ["Silver"]
    assert titles(backend, "prefix:quicksilver") == []  # a redirect is no title


@case
def filters_alone_show_first_what_is_linked_to_most(backend: SearchBackend) -> None:
    assert titles(backend, "prefix:m")[0] == "Marie Curie"


@case
def filters_can_be_joined_by_or(backend: SearchBackend) -> None:
    assert set(titles(backend, "prefix:gold")) == {"Gold"}
    assert set(titles(backend, "incategory:Coins OR intitle:gold")) == {"Silver", "Gold"}


# --- Mistyped --------------------------------------------------------------------------------------------------------


@case
def a_mistyped_name_is_found_and_said_so(backend: SearchBackend) -> None:
    for typed, meant in {"marie cuire": "marie curie", "reykjavk": "reykjavik", "nobel prise": "nobel prize"}.items():
        found = search_in(backend, typed)
        assert found.did_you_mean == meant, typed
        assert titles(backend, typed)[0] == titles(backend, meant)[0]
        assert meant in found.note


@case
def what_is_meant_keeps_the_signs(backend: SearchBackend) -> None:
    assert search_in(backend, 'Marie "nobel prise" -platypus').did_you_mean == 'Marie "nobel prize" -platypus'


@case
def nothing_is_meant_by_what_found_enough(backend: SearchBackend) -> None:
    assert search_in(backend, "curie").did_you_mean is None
    assert search_in(backend, "gold nuggets").did_you_mean is None


@case
def near_words_are_told_with_their_pages(backend: SearchBackend) -> None:
    assert [(near.word, near.pages) for near in backend.spellings("curye", 1, 5)] == [("curie", 4)]
    assert "curie" in [near.word for near in backend.spellings("cruye", 2, 5)]


@case
def near_titles_begin_almost_so(backend: SearchBackend) -> None:
    assert backend.near_titles("marei", 5) == ("Marie Curie",)
    assert backend.near_titles("xyzzy", 5) == ()


@case
def titles_are_found_by_the_beginnings_of_their_words_in_any_order(backend: SearchBackend) -> None:
    assert backend.titles_with(["cur", "mar"], 5) == backend.titles_with(["mar", "cur"], 5) == ("Marie Curie",)
    assert set(backend.titles_with(["curie", "p"], 5)) == {"Pierre Curie"}
    assert backend.titles_with(["m"], 1) == ("Marie Curie",)  # most pages link to it
    assert backend.titles_with(["skl", "man"], 5) == ("Marie Curie",)  # a redirect: Manya Skłodowska
    assert backend.titles_with(["cur", "xyz"], 5) == backend.titles_with([], 5) == ()


# --- For programs ----------------------------------------------------------------------------------------------------


@case
def retrieval_finds_pages_with_any_word(backend: SearchBackend) -> None:
    words = ["woman", "win", "physicist", "nobel", "platypus"]
    found = backend.retrieve(words, 5)
    assert found[0].title == "Marie Curie"
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)
    assert all(hit.element is None for hit in found)
    assert backend.retrieve([], 5) == backend.retrieve(["platypus"], 5) == ()
    assert len(backend.retrieve(["metal"], 2)) == 2


@case
def retrieval_can_be_kept_to_pages_and_to_introductions(backend: SearchBackend) -> None:
    kept = backend.retrieve(["nobel", "prize"], 5, "page", ["Pierre Curie", "Gold"])
    assert [hit.title for hit in kept] == ["Pierre Curie"]
    assert backend.retrieve(["nobel"], 5, "page", []) == ()
    assert "Marie Curie" in [hit.title for hit in backend.retrieve(["1895"], 5)]
    assert backend.retrieve(["1895"], 5, "introduction") == ()


@case
def frequencies_count_pages(backend: SearchBackend) -> None:
    total, having = backend.frequencies(["physicists", "gold", "platypus"])
    assert (total, dict(having)) == (12, {"physicists": 2, "gold": 1, "platypus": 0})


# --- Answers ---------------------------------------------------------------------------------------------------------


@case
def nothing_found_is_an_empty_answer(backend: SearchBackend) -> None:
    found = search_in(backend, "platypus")
    assert (found.hits, found.total, found.note, found.did_you_mean) == ((), 0, "", None)


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


@case
def a_snippet_marks_what_a_pattern_stands_for(backend: SearchBackend) -> None:
    assert shown(backend, "nugg*") == "Gold is a metal that is found as [nuggets]."
    assert shown(backend, "nugets~1") == "Gold is a metal that is found as [nuggets]."


# --- Changes ---------------------------------------------------------------------------------------------------------


def _tin(text: str = "Tin is a metal that cries.") -> IndexDocument:
    return document(make_page("Tin", text), ["Stannum"])


@case
def an_update_is_searched_after_the_swap(backend: SearchBackend) -> None:
    generation = backend.check() + 1
    assert backend.update([backend.entry(_tin())], ["Gold"], generation) == len(PAGES)
    assert "Gold" in titles(backend, "metal") and "Tin" not in titles(backend, "metal")
    backend.swap(generation)
    assert backend.check() == generation
    assert "Gold" not in titles(backend, "metal") and "Tin" in titles(backend, "metal")
    assert titles(backend, "stannum") == ["Tin"]
    assert backend.frequencies([])[0] == len(PAGES)


@case
def an_update_replaces_a_page(backend: SearchBackend) -> None:
    generation = backend.check()
    for text in ("Tin is a metal that cries.", "Tin is soft."):
        generation += 1
        assert backend.update([backend.entry(_tin(text))], [], generation) == len(PAGES) + 1
        backend.swap(generation)
    assert titles(backend, "tin soft") == ["Tin"]
    assert "Tin" not in titles(backend, "metal")
    assert backend.frequencies(["cries", "soft"])[1] == {"cries": 0, "soft": 1}


@case
def an_update_of_nothing_changes_nothing(backend: SearchBackend) -> None:
    before = titles(backend, "metal OR curie")
    generation = backend.check() + 1
    assert backend.update([], ["Nobody has heard of it"], generation) == len(PAGES)
    backend.swap(generation)
    assert titles(backend, "metal OR curie") == before


@case
def a_new_index_takes_the_place_of_the_old_one(backend: SearchBackend) -> None:
    generation = backend.check() + 1
    assert backend.index([backend.entry(_tin())], generation) == 1
    assert "Gold" in titles(backend, "metal")
    backend.swap(generation)
    assert titles(backend, "metal") == ["Tin"]


@case
def nothing_can_be_searched_once_it_is_deleted(backend: SearchBackend) -> None:
    backend.delete()
    backend.delete()
    for ask in (
        lambda: search_in(backend, "gold"),
        lambda: backend.retrieve(["gold"], 1),
        lambda: backend.frequencies(["gold"]),
        lambda: backend.spellings("gold", 1, 1),
        lambda: backend.near_titles("gold", 1),
        lambda: backend.titles_with(["gold"], 1),
        lambda: backend.update([], [], 99),
        lambda: backend.swap(99),
        backend.check,
    ):
        with pytest.raises(IndexMissing):
            ask()
