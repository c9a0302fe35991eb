"""Sentences chosen one by one: of several pages, and by words that tell sentences of one page apart."""

from __future__ import annotations

from dataclasses import replace

from baseline.config import default_config
from baseline.pipeline import Pipeline
from baseline.source import PagesInMemory
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
