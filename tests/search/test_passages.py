"""The best passage of a page, by the words that folding and stemming make of it."""

from __future__ import annotations

from corpus.page.page_text import page_text
from search.passages import best_passage, weights_of
from tests.search.pages import make_page


def _best(words: list[str], *sentences: str) -> str:
    found = best_passage(page_text(make_page("A page", *sentences)), weights_of(words, (100, dict.fromkeys(words, 3))))
    assert found is not None
    return found.element


def test_a_word_counts_in_all_its_forms_and_in_any_script() -> None:
    for word, passage in (
        ("dying", "He died."),
        ("8849", "It is 8,849 metres high."),
        ("elections", "She was élected."),
        ("iceland", "It is Iceland’s."),
        ("u", "In the U.S. it is."),
        ("tokyo", "東京 is Tokyo."),
        ("東", "東京 is a city."),
    ):
        assert _best([word], "Nothing is here.", "Nor dynamos, is, 88490, selected.", passage) == "A page_sentence_2", (
            word
        )
    assert _best(["platypus"], "Nothing.", "Nor here.") == "A page_sentence_0"
    assert _best(["gold", "coins"], "Gold.", "Gold coins.", "Coins of gold and of silver and of much else.") == (
        "A page_sentence_1"
    )
