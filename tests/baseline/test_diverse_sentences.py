"""Sentences chosen one by one: of several pages, and by words that tell sentences of one page apart."""

from __future__ import annotations

from dataclasses import replace

from baseline.candidates import PageCandidate, PassageCandidate
from baseline.config import default_config
from baseline.passages.diverse import Scored, chosen, rivalry
from baseline.pipeline import Pipeline
from baseline.source import PagesInMemory
from baseline.words import Weights
from corpus.page.elements import Page, Sentence


def page(title: str, *texts: str) -> Page:
    return Page(title, tuple(Sentence(f"sentence_{n}", text) for n, text in enumerate(texts)))


HARBOUR = page(
    "Harbour Bridge",
    *(f"The Harbour Bridge was painted by the town in {year}." for year in range(1900, 1912)),
    "It was opened by Anna Berg in 1899.",
)
RIVER = page("River Bridge", "Carl Lind opened it.", "He lived near.")
OTHERS = [page(f"Page {n}", f"Nothing of that, {n}.") for n in range(8)]
CLAIM = "The Harbour Bridge, painted by the town in 1903, was opened by Anna Berg, and the River Bridge by Carl Lind."


def sentences(claim: str, config=None) -> list[str]:
    pipeline = Pipeline(PagesInMemory([HARBOUR, RIVER, *OTHERS]), config or default_config())
    return [one.element for one in pipeline.find(claim).sentences]


def test_a_claim_over_two_pages_has_sentences_of_both_and_repeats_itself_last():
    assert {"Harbour Bridge_sentence_12", "River Bridge_sentence_0"} <= set(sentences(CLAIM))


def test_without_these_numbers_sentences_that_say_the_same_take_all_places():
    config = default_config()
    plain = replace(config.passages, own_words=0.0, coverage=0.0, repeated_page=0.0)
    found = sentences(CLAIM, replace(config, passages=plain))
    assert "River Bridge_sentence_0" not in found


def test_the_order_is_that_of_choice_and_nothing_is_chosen_twice():
    found = sentences("Anna Berg opened the Harbour Bridge in 1899.")
    assert found[0] == "Harbour Bridge_sentence_12"
    assert len(found) == len(set(found))


def test_a_claim_about_one_page_has_no_rival_and_may_take_all_its_sentences_there():
    assert rivalry([]) == rivalry([PageCandidate("A", 2.0)]) == 0
    assert rivalry([PageCandidate("A", 1.0), PageCandidate("B", 4.0), PageCandidate("C", 3.0)]) == 0.75
    assert rivalry([PageCandidate("A", -1.0), PageCandidate("B", -2.0)]) == 0
    assert rivalry([PageCandidate("A (film)", 4.0, "a"), PageCandidate("A (book)", 1.0, "a")]) == 0.25
    assert rivalry([PageCandidate("A", 4.0, "a"), PageCandidate("B", 1.0, "b")]) == 1


def test_what_a_repeated_page_costs_grows_with_its_rivalry():
    config = replace(default_config().passages, repeated_page=1.0, coverage=0.0)
    weights = Weights({"a": 1.0, "b": 0.5}, 1.5)
    candidates = [
        Scored(PassageCandidate(f"{page}_sentence_{n}", page, "sentence", score, ""), frozenset(), frozenset())
        for page, n, score in (("A", 0, 2.0), ("A", 1, 1.5), ("B", 0, 1.0))
    ]
    orders = [[one.element for one in chosen(candidates, 3, weights, config, 3, rival)] for rival in (0.0, 0.25, 1.0)]
    a, b, other = "A_sentence_0", "A_sentence_1", "B_sentence_0"
    assert orders == [[a, b, other], [a, b, other], [a, other, b]]


def test_a_sentence_that_goes_on_is_chosen_after_the_one_before_it():
    config = replace(default_config().passages, repeated_page=0.0, coverage=0.0, own_words=0.0)
    weights = Weights({"a": 1.0}, 1.0)

    def order(text: str, goes_on: float) -> list[str]:
        candidates = [
            Scored(PassageCandidate(f"A_sentence_{n}", "A", "sentence", score, text), frozenset(), frozenset())
            for n, score, text in ((0, 2.0, "Anna Berg won."), (5, 1.5, "He sold the bridge."), (1, 1.2, text))
        ]
        found = chosen(candidates, 3, weights, replace(config, goes_on=goes_on), 3)
        return [one.element.removeprefix("A_sentence_") for one in found]

    assert order("However, she lost in 1903.", 0.5) == ["0", "1", "5"]
    assert order("However, she lost in 1903.", 0.0) == ["0", "5", "1"]
    assert order("Carl Lind won in 1903.", 0.5) == ["0", "5", "1"]
