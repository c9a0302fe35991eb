from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.folding import fold
from search.hits import Fragment
from search.query.parser import parse
from search.snippets import WIDTH, Passage, Snippet, _best, snippet
from search.stemming import stem


def found(passages: Sequence[Passage], query: str, title: str = "") -> Snippet:
    return snippet(title, passages, parse(query).terms)


def marked(passages: Sequence[Passage], query: str, title: str = "") -> str:
    fragments = found(passages, query, title).fragments
    return "".join(f"[{fragment.text}]" if fragment.matched else fragment.text for fragment in fragments)


def prose(*texts: str) -> list[Passage]:
    return [(None, text, True) for text in texts]


@pytest.mark.parametrize(
    ("text", "query", "expected"),
    [
        ("Gold does not rust.", "gold rust", "[Gold] does not [rust]."),
        ("Marie Curie won it.", "marie curie", "[Marie Curie] won it."),
        ("Marie, Curie", "marie curie", "[Marie], [Curie]"),
        ("Iceland’s elections", "iceland election", "[Iceland’s elections]"),
        ("It is 8,849 m high.", "8849", "It is [8,849] m high."),
        ("The president of Iceland", "president of iceland", "The [president] of [Iceland]"),
        ("Who is who", "who is", "[Who is who]"),
        ("<b>gold</b> & co", "gold", "<b>[gold]</b> & co"),
        ("Nothing here", "gold", "Nothing here"),
    ],
)
def test_words_are_marked_where_they_stand(text: str, query: str, expected: str) -> None:
    assert marked(prose(text), query) == expected


def test_the_passage_with_most_of_the_words_is_shown() -> None:
    passages: list[Passage] = [
        (None, "Gold.", True),
        ("Uses", "Gold coins.", True),
        ("History", "Coins of gold and silver.", True),
    ]
    assert marked(passages, "gold silver coins") == "[Coins] of [gold] and [silver]."
    assert found(passages, "gold silver coins").section == "History"


def test_the_passage_with_the_phrase_is_shown() -> None:
    assert marked(prose("A prize, not Nobel.", "The Nobel Prize."), '"nobel prize"') == "The [Nobel Prize]."


def test_a_long_passage_is_cut_around_the_words() -> None:
    text = "word " * 200 + "gold and silver " + "word " * 200
    shown = marked(prose(text.strip()), "gold silver")
    assert "[gold] and [silver]" in shown
    assert shown.startswith("…word") and shown.endswith("word…")
    assert len(shown) < WIDTH + 10


def test_a_phrase_is_marked_as_a_whole_only() -> None:
    assert marked(prose("From 0.9 to 0.8, and 8 of 0."), "0.8") == "From 0.9 to [0.8], and 8 of 0."
    assert marked(prose("President of it, the president of Iceland"), '"president of iceland"') == (
        "President of it, the [president of Iceland]"
    )


def test_words_of_the_title_say_which_page_and_not_where() -> None:
    page: list[Passage] = [
        (None, "Algeria", False),
        (None, "Capital | Algiers", False),
        (None, "Algeria is a country.", True),
        ("History", "From Algeria they moved their capital to Cairo.", True),
    ]
    assert marked(page, "capital of algeria", "Algeria") == "[Capital] | Algiers"
    assert marked(page, "algeria", "Algeria") == "[Algeria] is a country."
    assert marked(page, "al-jazair", "Algeria") == "Algeria is a country."


def test_a_heading_leads_to_what_stands_under_it() -> None:
    page: list[Passage] = [(None, "Gold is a metal.", True), ("Uses", "It is made into coins.", True)]
    assert found(page, "gold uses", "Gold") == Snippet("Uses", (Fragment("It is made into coins.", False),))


@given(st.lists(st.sampled_from(["happy", "Happiness", "elected", "8,849", "8849", "Curie's", "gold", "flies", "é"])))
def test_the_quick_look_at_a_passage_misses_nothing(words: list[str]) -> None:
    text = " ".join(words)
    for query in ("happy", "election", "8849", "curie", "gold", "fly"):
        expected = any(stem(fold(query)) == stem(word) for word in fold(text).split())
        assert (_best(prose(text), [[stem(fold(query))]]) is not None) == expected


def test_a_page_without_passages_has_no_snippet() -> None:
    assert found([], "gold").fragments == ()


@given(st.text(max_size=700), st.text(max_size=40))
def test_a_snippet_is_a_piece_of_its_passage(text: str, query: str) -> None:
    shown = found([("Section", text, True)], f"{query} gold")
    joined = "".join(fragment.text for fragment in shown.fragments)
    assert joined.removeprefix("…").removesuffix("…") in text or joined in text
    assert all(fragment.text for fragment in shown.fragments)
    assert len(joined) <= WIDTH + 2
