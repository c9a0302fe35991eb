from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.query.ast import Filter, Fuzzy, InCategory, LinksTo, Query, Term, TitleBeginning, Wildcard, Words
from search.query.parser import MAX_CHARACTERS, MAX_PATTERNS, MAX_TERMS, parse
from search.query.relaxation import any_word


def words(*texts: str) -> tuple[tuple[Term, ...], ...]:
    """A clause for each text, of its words in this order."""
    return tuple((Words(tuple(text.split())),) for text in texts)


def only(text: str) -> tuple[Term, ...]:
    """The terms of the only clause."""
    (clause,) = parse(text).clauses
    return clause


# --- Words -----------------------------------------------------------------------------------------------------------


def test_words_are_required_one_by_one() -> None:
    assert parse("Marie Curie") == Query(words("marie", "curie"), (), "marie curie", "")


def test_a_phrase_is_one_term() -> None:
    assert parse('won the "Nobel Prize"').clauses[-1] == (Words(("nobel", "prize")),)
    assert parse("“Nobel Prize”").clauses == words("nobel prize")


def test_a_phrase_may_be_loose() -> None:
    assert only('"nobel chemistry"~2') == (Words(("nobel", "chemistry"), slop=2),)
    assert only('"nobel chemistry"~999') == (Words(("nobel", "chemistry"), slop=10),)
    assert parse('"nobel chemistry"~2').title == ""


def test_a_word_with_punctuation_inside_is_a_phrase() -> None:
    assert parse("Joliot-Curie").clauses == words("joliot curie")
    assert parse("U.S.").clauses == words("u s")


@pytest.mark.parametrize("sign", ["-", "!"])
def test_a_sign_excludes_words_and_phrases(sign: str) -> None:
    query = parse(f'mercury {sign}planet {sign}"the sun"')
    assert query.clauses == words("mercury")
    assert query.excluded == (Words(("planet",)), Words(("the", "sun")))
    assert query.title == ""


def test_an_exclamation_mark_that_opens_the_text_belongs_to_a_name() -> None:
    assert parse("!Kung people") == Query(words("kung", "people"), (), "kung people", "")


def test_or_binds_its_neighbours() -> None:
    query = parse("metal gold OR silver OR tin coins")
    either: tuple[Term, ...] = (Words(("gold",)), Words(("silver",)), Words(("tin",)))
    assert query.clauses == (*words("metal"), either, *words("coins"))
    assert query.title == ""


def test_a_repeated_word_is_looked_for_once() -> None:
    assert parse("gold gold Gold").clauses == words("gold")


@pytest.mark.parametrize("text", ["Mercury (planet)", "What is H₂O?", "C:\\path", "a - b", "rock & roll", "50%", "a:b"])
def test_punctuation_of_titles_and_questions_is_no_syntax(text: str) -> None:
    query = parse(text)
    assert query.clauses
    assert (query.excluded, query.note) == ((), "")
    assert all(isinstance(term, Words) for term in query.terms)


# --- Patterns --------------------------------------------------------------------------------------------------------


def test_a_star_stands_for_letters() -> None:
    assert only("Électr*") == (Wildcard("electr*"),)
    assert only("gr**y")[0] == Wildcard("gr*y")


def test_a_question_mark_stands_for_a_letter_only_within_a_word() -> None:
    assert only("colo?r")[0] == Wildcard("colo?r")
    assert parse("which colour?").clauses == words("which", "colour")


@pytest.mark.parametrize("text", ["**", "*", "go*", "*stan", "abc" * 14 + "*", "g*", "a?b*"])
def test_a_pattern_with_too_few_letters_is_words_and_the_person_told(text: str) -> None:
    query = parse(text)
    assert all(isinstance(term, Words) for term in query.terms)
    assert f"“{text[:40]}” was searched for as words" in query.note


def test_a_name_with_stars_in_it_is_looked_for_as_a_name_too() -> None:
    assert only("M*A*S*H") == (Wildcard("m*a*s*h"), Words(("m", "a", "s", "h")))
    assert parse("M*A*S*H").title == "m a s h"


@pytest.mark.parametrize(("text", "edits"), [("reykjavk~", 2), ("gold~", 1), ("gold~2", 2), ("reykjavk~1", 1)])
def test_a_tilde_allows_other_letters(text: str, edits: int) -> None:
    word = text.partition("~")[0]
    assert only(text) == (Words((word,)), Fuzzy(word, edits))


def test_a_tilde_that_cannot_be_is_explained() -> None:
    assert only("ab~") == (Words(("ab",)),)
    assert "at least 3 letters" in parse("ab~").note
    assert only("golden~7")[-1] == Fuzzy("golden", 2)
    assert "at most 2" in parse("golden~7").note
    assert only("gold~0") == (Words(("gold",)),)


def test_only_so_many_patterns_are_run() -> None:
    query = parse(" ".join(f"word{letter}*" for letter in "abcdefghijkl") + " gold")
    assert sum(isinstance(term, Wildcard) for term in query.terms) == MAX_PATTERNS
    assert Words(("gold",)) in query.terms
    assert str(MAX_PATTERNS) in query.note


# --- Filters ---------------------------------------------------------------------------------------------------------


def test_intitle_takes_a_word_a_phrase_or_a_pattern() -> None:
    assert only("intitle:Curie") == only("intitle: Curie") == (Words(("curie",), in_title=True),)
    assert only('intitle:"Marie Curie"') == (Words(("marie", "curie"), in_title=True),)
    assert only("intitle:cur*") == (Wildcard("cur*", in_title=True),)
    assert only("intitle:curye~1")[-1] == Fuzzy("curye", 1, in_title=True)


def test_incategory_takes_one_or_several_names() -> None:
    assert only('incategory:"Polish Physicists"') == (InCategory(("polish physicists",)),)
    assert only("incategory:Polish_physicists|Chemists") == (InCategory(("polish physicists", "chemists")),)


def test_linksto_takes_a_title_as_it_is_stored() -> None:
    assert only('linksto:"nobel Prize"') == only("linksto:Nobel_Prize") == (LinksTo(("Nobel Prize",)),)


def test_prefix_takes_all_that_follows() -> None:
    assert parse("gold prefix:List of metals").clauses == (*words("gold"), (TitleBeginning("list of metals"),))
    assert parse("prefix:" + "a" * 500).clauses == ((TitleBeginning("a" * 150),),)
    assert parse('prefix:"New York" gold').clauses == ((TitleBeginning("new york"),), *words("gold"))


def test_every_filter_can_be_negated() -> None:
    query = parse('gold -intitle:coin !incategory:Metals -linksto:Silver -prefix:"List of"')
    assert query.clauses == words("gold")
    assert {type(term) for term in query.excluded} == {Words, InCategory, LinksTo, TitleBeginning}


def test_a_filter_alone_is_a_query() -> None:
    assert parse("incategory:Metals").clauses == ((InCategory(("metals",)),),)
    assert parse("incategory:Metals").terms == ()


def test_filters_can_be_joined_by_or() -> None:
    assert parse("incategory:A OR linksto:B").clauses == ((InCategory(("a",)), LinksTo(("B",))),)


@pytest.mark.parametrize("keyword", ["intitle", "incategory", "linksto", "prefix"])
@pytest.mark.parametrize("value", ["", '""', "  "])
def test_a_filter_without_a_value_is_explained(keyword: str, value: str) -> None:
    query = parse(f"gold {keyword}:{value}")
    assert words("gold")[0] in query.clauses
    assert f"“{keyword}:” needs something after it" in query.note


def test_an_unknown_filter_is_a_word() -> None:
    assert parse("author:Curie").clauses == words("author curie")
    assert parse("author:Curie").note == ""
    assert "“insource:” is not known here" in parse("insource:Curie").note


# --- What cannot be read ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "   ", "((((", "**", '""', '"', "-", "!", "\x00\x07", "…", "\ud800", "prefix:"])
def test_without_a_word_there_is_nothing_to_search_for(text: str) -> None:
    query = parse(text)
    assert query.clauses == ()
    assert "There is no word to search for." in query.note


def test_an_open_quotation_mark_is_left_out() -> None:
    query = parse('nobel "marie curie')
    assert query.clauses == words("nobel", "marie", "curie")
    assert "quotation mark" in query.note


@pytest.mark.parametrize("text", ["OR gold", "gold OR", "gold OR -silver", "OR", "gold OR OR silver"])
def test_an_or_without_two_words_is_a_word(text: str) -> None:
    assert (Words(("or",)),) in parse(text).clauses


def test_a_search_of_left_out_words_only_looks_for_them() -> None:
    query = parse("-gold")
    assert (query.clauses, query.excluded) == (words("gold"), ())
    assert "needs a word" in query.note


def test_a_long_text_is_cut_and_the_person_told() -> None:
    assert f"{MAX_CHARACTERS:d}" in parse("a" * 10_000).note
    assert parse("word " * 5_000).clauses == words("word")
    many = parse(" ".join(f"w{i}" for i in range(150)))
    assert len(many.clauses) == MAX_TERMS
    assert many.note == f"Only the first {MAX_TERMS} words were searched for."


SIGNS = st.sampled_from(
    ['"', "-", "!", "*", "?", "~", "~2", " OR ", "(", ":", "|", " intitle:", " prefix:", " linksto:"]
)


@given(
    st.lists(st.one_of(SIGNS, st.text(max_size=8), st.sampled_from(["gold", "Curie", " "])), max_size=30).map("".join)
)
def test_anything_typed_is_a_query(text: str) -> None:
    query = parse(text)
    assert query.clauses or query.note
    for term in (*(term for clause in query.clauses for term in clause), *query.excluded):
        if isinstance(term, Words):
            assert term.words and all(term.words)
        elif isinstance(term, Wildcard):
            assert term.pattern[0] not in "*?" and len(term.pattern.replace("*", "").replace("?", "")) >= 3
    assert len(query.clauses) <= MAX_TERMS


# --- Some of the words -----------------------------------------------------------------------------------------------


def test_any_word_is_wider_than_all_words() -> None:
    wider = any_word(parse('the "nobel prize" of gold -tin'))
    assert wider is not None
    assert wider.clauses == ((Words(("nobel",)), Words(("prize",)), Words(("gold",)), Words(("nobel", "prize"))),)
    assert wider.excluded == (Words(("tin",)),)
    assert any_word(parse("gold")) is None


def test_any_word_keeps_the_filters() -> None:
    wider = any_word(parse("gold tin incategory:Metals"))
    assert wider is not None
    assert [clause for clause in wider.clauses if isinstance(clause[0], Filter)] == [(InCategory(("metals",)),)]
    assert any_word(parse("gold incategory:Metals")) is None
