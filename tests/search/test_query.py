from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.query import MAX_CHARACTERS, MAX_TERMS, any_word, parse


def test_words_are_required_one_by_one() -> None:
    query = parse("Marie Curie")
    assert query.clauses == ((("marie",),), (("curie",),))
    assert (query.excluded, query.title, query.note) == ((), "marie curie", "")


def test_a_phrase_is_one_term() -> None:
    assert parse('won the "Nobel Prize"').clauses[-1] == (("nobel", "prize"),)
    assert parse("“Nobel Prize”").clauses == ((("nobel", "prize"),),)


def test_a_word_with_punctuation_inside_is_a_phrase() -> None:
    assert parse("Joliot-Curie").clauses == ((("joliot", "curie"),),)
    assert parse("U.S.").clauses == ((("u", "s"),),)


def test_minus_excludes_words_and_phrases() -> None:
    query = parse('mercury -planet -"the sun"')
    assert query.clauses == ((("mercury",),),)
    assert query.excluded == (("planet",), ("the", "sun"))
    assert query.title == ""


def test_or_binds_its_neighbours() -> None:
    query = parse("metal gold OR silver OR tin coins")
    assert query.clauses == ((("metal",),), (("gold",), ("silver",), ("tin",)), (("coins",),))
    assert query.title == ""


def test_a_repeated_word_is_looked_for_once() -> None:
    assert parse("gold gold Gold").clauses == ((("gold",),),)


@pytest.mark.parametrize("text", ["Mercury (planet)", "What is H₂O?", "C:\\path", "a - b", "rock & roll", "50%", "a:b"])
def test_punctuation_of_titles_and_questions_is_no_syntax(text: str) -> None:
    query = parse(text)
    assert query.clauses
    assert (query.excluded, query.note) == ((), "")


@pytest.mark.parametrize("text", ["", "   ", "((((", "**", '""', '"', "-", "\x00\x07", "…", "\ud800"])
def test_without_a_word_there_is_nothing_to_search_for(text: str) -> None:
    query = parse(text)
    assert query.clauses == ()
    assert "There is no word to search for." in query.note


def test_an_open_quotation_mark_is_left_out() -> None:
    query = parse('nobel "marie curie')
    assert query.clauses == ((("nobel",),), (("marie",),), (("curie",),))
    assert "quotation mark" in query.note


@pytest.mark.parametrize("text", ["OR gold", "gold OR", "gold OR -silver", "OR", "gold OR OR silver"])
def test_an_or_without_two_words_is_a_word(text: str) -> None:
    assert (("or",),) in parse(text).clauses


def test_a_search_of_left_out_words_only_looks_for_them() -> None:
    query = parse("-gold")
    assert query.clauses == ((("gold",),),)
    assert query.excluded == ()
    assert "needs a word" in query.note


def test_a_star_is_said_to_mean_nothing() -> None:
    query = parse("gol*")
    assert query.clauses == ((("gol",),),)
    assert "“*”" in query.note


def test_a_long_text_is_cut_and_the_person_told() -> None:
    assert str(f"{MAX_CHARACTERS:d}") in parse("a" * 10_000).note
    query = parse("word " * 5_000)
    assert query.clauses == ((("word",),),)
    many = parse(" ".join(f"w{i}" for i in range(150)))
    assert len(many.clauses) == MAX_TERMS
    assert many.note == f"Only the first {MAX_TERMS} words were searched for."


def test_any_word_is_wider_than_all_words() -> None:
    wider = any_word(parse('the "nobel prize" of gold -tin'))
    assert wider is not None
    assert wider.clauses == ((("nobel",), ("prize",), ("gold",), ("nobel", "prize")),)
    assert wider.excluded == (("tin",),)
    assert any_word(parse("gold")) is None


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from('"-*() OR\t')), max_size=200))
def test_anything_typed_is_a_query(text: str) -> None:
    query = parse(text)
    assert query.clauses or query.note
    assert all(term and all(term) for term in (*query.terms, *query.excluded))
