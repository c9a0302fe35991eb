"""Free signals of pages: years in titles, titles at the claim's beginning, links between candidates."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from baseline.config import PageWeights, default_config
from baseline.pipeline import Pipeline
from baseline.source import PagesInMemory
from corpus.page.elements import Page, Sentence
from tests.baseline.pages import table

PLACES = {field.name: place for place, field in enumerate(fields(PageWeights))}
CUP_1999 = Page("1999 Harbour Cup", (Sentence("sentence_0", "The Harbour Cup of 1999 was won by Quay Rovers."),))
CUP_2001 = Page("2001 Harbour Cup", (Sentence("sentence_0", "The Harbour Cup of 2001 was won by Quay Rovers."),))
CUP = Page(
    "Harbour Cup",
    (
        Sentence("sentence_0", "The Harbour Cup was won by [[Quay_Rovers|Rovers]]."),
        table([["Year"], ["[[1999_Harbour_Cup|1999]]"]]),
    ),
)
ROVERS = Page("Quay Rovers", (Sentence("sentence_0", "Quay Rovers won the [[Harbour_Cup|cup]] and [[Quay_Rovers]]."),))
CLAIM = "The Harbour Cup of 2001 was won by Quay Rovers."


def found(**weights: float):
    config = default_config()
    config = replace(config, pages=replace(config.pages, weights=replace(config.pages.weights, **weights)))
    return Pipeline(PagesInMemory([CUP_1999, CUP_2001, CUP, ROVERS]), config).candidates(CLAIM, "pages")


def signal(name: str, **weights: float) -> dict[str, float]:
    return {one.title: one.signals[PLACES[name]] for one in found(**weights)}


def test_a_title_with_another_year_and_one_with_the_years_of_the_claim():
    wanted = {"1999 Harbour Cup": -1, "2001 Harbour Cup": 1, "Harbour Cup": 0, "Quay Rovers": 0}
    assert signal("year") == wanted
    assert found(year=100.0)[0].title == "2001 Harbour Cup"
    assert found(year=100.0)[-1].title == "1999 Harbour Cup"


def test_a_title_that_the_claim_begins_with_letter_by_letter():
    assert {title for title, value in signal("ngram").items() if value} == {"Harbour Cup"}
    assert found(ngram=100.0)[0].title == "Harbour Cup"


def test_links_between_candidates_are_read_where_they_count():
    assert set(signal("links").values()) == {0}
    third = pytest.approx(1 / 3)
    wanted = {"Harbour Cup": third, "Quay Rovers": third, "1999 Harbour Cup": third, "2001 Harbour Cup": 0}
    assert signal("links", links=1.0) == wanted
