from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.models import Corpus
from corpus.wikitext.build import build_page
from search.api import retrieve
from search.backend import IndexMissing
from search.query.ast import Wildcard
from search.query.matching import is_near, regex
from search.ranking import rank_elements
from tests.search.conftest import MakeCorpus
from tests.search.elastic.queries import distance
from tests.search.pages import PAGES

pytestmark = pytest.mark.both_databases

CLAIM = "Marie Curie was awarded the Nobel Prize in Chemistry in 1911."


def test_a_claim_finds_its_pages(wiki: Corpus) -> None:
    found = retrieve(wiki, CLAIM, 3)
    assert {found[0].title, found[1].title} == {"Marie Curie", "Nobel Prize"}
    assert found[0].element is None
    assert len(found) == 3


def test_signs_in_a_claim_mean_nothing(wiki: Corpus) -> None:
    plain = retrieve(wiki, "Gold is not found as nuggets", 2)
    assert retrieve(wiki, 'Gold is -not "found as nuggets', 2) == plain


def test_introductions_are_asked_alone(wiki: Corpus) -> None:
    assert "Marie Curie" not in [hit.title for hit in retrieve(wiki, "1895", 5, "introduction")]
    assert [hit.title for hit in retrieve(wiki, "1895", 5)] == ["Marie Curie"]


def test_elements_of_given_pages_are_ranked(wiki: Corpus) -> None:
    found = retrieve(wiki, CLAIM, 5, "element", ["Marie Curie", "Nobel Prize"])
    assert found[0].element == "Marie Curie_cell_1_2_1"  # 1911 | Nobel Prize in Chemistry
    assert {hit.title for hit in found} <= {"Marie Curie", "Nobel Prize"}
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)


def test_elements_are_looked_for_in_the_best_pages_when_none_are_given(wiki: Corpus) -> None:
    assert retrieve(wiki, "mined near Athens by the ancient Greeks", 1, "element")[0].element == "Silver_sentence_1"


def test_a_row_is_found_by_its_headers_too(wiki: Corpus) -> None:
    (best, *_others) = retrieve(wiki, "born in November 1867", 3, "element", ["Marie Curie"])
    assert best.element == "Marie Curie_cell_0_0_1"


def test_a_word_counts_less_in_a_longer_element() -> None:
    """The formula of `search.ranking` by hand: idf ln(1 + 7.5 / 2.5), k1 1.2, b 0.75, and 25 words on average."""
    page = build_page("Ores", "Silver is dug out of the ground in many countries.\n\nSilver shines.").page
    assert page is not None
    short, long = rank_elements([(page, 10.0)], ["silver"], (9, {"silver": 2}), 5)
    assert (short.element, long.element) == ("Ores_sentence_1", "Ores_sentence_0")
    for hit, words in ((short, 2), (long, 10)):
        assert hit.score == pytest.approx(math.log(4) / (1 + 1.2 * (0.25 + 0.75 * words / 25)) + 0.2 * 10)


@pytest.mark.parametrize("text", ["", "…", "platypus"])
def test_a_text_without_known_words_finds_nothing(wiki: Corpus, text: str) -> None:
    for unit in ("page", "introduction", "element"):
        assert retrieve(wiki, text, 5, unit) == ()


def test_pages_that_are_not_there_are_passed_over(wiki: Corpus) -> None:
    assert retrieve(wiki, CLAIM, 5, "element", ["Nobody", ""]) == ()
    assert retrieve(wiki, CLAIM, 5, "page", ["Nobody"]) == ()


def test_without_an_index_nothing_is_retrieved(make_corpus: MakeCorpus) -> None:
    with pytest.raises(IndexMissing):
        retrieve(make_corpus(PAGES), CLAIM, 1)


# --- Near words ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "edits"),
    [
        ("gold", "gold", 0),
        ("gold", "glod", 1),
        ("gold", "golds", 1),
        ("gold", "old", 1),
        ("gold", "bald", 2),
        ("ab", "", 2),
    ],
)
def test_the_distance_of_two_words_counts_letters(one: str, other: str, edits: int) -> None:
    assert is_near(one, other, edits) and is_near(other, one, edits)
    assert edits == 0 or not is_near(one, other, edits - 1)


@given(st.text("abc", max_size=8), st.text("abc", max_size=8), st.integers(0, 3))
def test_words_are_near_as_a_plain_table_of_distances_says(one: str, other: str, most: int) -> None:
    assert is_near(one, other, most) == (distance(one, other) <= most)


def test_a_pattern_fits_whole_words() -> None:
    assert regex(Wildcard("chem*try")).fullmatch("chemistry")
    assert regex(Wildcard("colo?r")).fullmatch("colour")
    assert not regex(Wildcard("colo?r")).fullmatch("color")
    assert not regex(Wildcard("chem*")).fullmatch("alchemy")
