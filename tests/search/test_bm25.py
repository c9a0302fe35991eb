"""BM25F by hand."""

from __future__ import annotations

import math

import pytest

from search.bm25 import Bm25, idf


def test_a_word_of_few_texts_weighs_more_and_one_of_all_next_to_nothing():
    assert idf(100, 1) == pytest.approx(math.log(1 + 99.5 / 1.5))
    assert idf(100, 1) > idf(100, 50) > idf(100, 100) > 0


def test_a_score_is_the_sum_over_words_saturated_and_by_length():
    bm25 = Bm25(k1=1.2, b=0.75, average=10.0)
    norm = 1.2 * (0.25 + 0.75 * 20 / 10)
    score = bm25.score({"nobel": 2.0, "prize": 0.5, "absent": 9.0}, {"nobel": 3.0, "prize": 0.5, "other": 4.0}, 20)
    assert score == pytest.approx(2.0 * 3 / (3 + norm) + 0.5 * 0.5 / (0.5 + norm))
    assert bm25.score({"nobel": 2.0}, {"nobel": 0.0}, 20) == bm25.score({}, {}, 0) == 0.0


def test_the_order_of_the_frequencies_changes_no_digit():
    bm25, weights = Bm25(1.2, 0.75, 25.0), {str(n): 1 / (n + 1) for n in range(50)}
    frequencies = {str(n): n % 3 + 0.1 for n in range(50)}
    assert bm25.score(weights, frequencies, 9) == bm25.score(weights, dict(reversed(frequencies.items())), 9)
