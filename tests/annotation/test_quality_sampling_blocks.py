"""Which verifications are repeated: exactly the share that was asked for, of everybody alike, in no rhythm."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from annotation.quality.sampling.blocks import annotators_per_item


def drawn(rate: Fraction, *, annotator: int = 7, seed: int = 1, many: int = 3_000) -> list[int]:
    return [annotators_per_item(seed=seed, annotator=annotator, ordinal=ordinal, rate=rate) for ordinal in range(many)]


def test_a_tenth_is_repeated_two_thirds_of_it_by_two_and_one_third_by_three() -> None:
    assert Counter(drawn(Fraction(1, 10))) == {1: 2_700, 2: 200, 3: 100}


def test_after_every_thirty_the_share_is_exact() -> None:
    for annotator in range(20):
        for block in range(5):
            part = drawn(Fraction(1, 10), annotator=annotator, many=150)[30 * block : 30 * (block + 1)]
            assert Counter(part) == {1: 27, 2: 2, 3: 1}


@pytest.mark.parametrize("rate", [Fraction(7, 100), Fraction(1, 7), Fraction(1, 3), Fraction(9, 10), Fraction(1)])
def test_any_rate_is_kept_to_within_one_block(rate: Fraction) -> None:
    repeated = sum(1 for one in drawn(rate) if one > 1)
    assert abs(repeated - 3_000 * rate) <= 3


def test_no_rate_repeats_nothing() -> None:
    assert set(drawn(Fraction(0), many=100)) == {1}


def test_the_same_seed_draws_the_same_and_another_draws_otherwise() -> None:
    rate = Fraction(1, 10)
    assert drawn(rate) == drawn(rate)
    assert drawn(rate) != drawn(rate, seed=2)
    assert drawn(rate) != drawn(rate, annotator=8)


def test_every_place_in_a_block_is_drawn_about_equally_often() -> None:
    """So that nobody can tell from where they are in their work: 9,000 draws over 30 places, 300 each, sd 17."""
    places = Counter(
        ordinal % 30
        for annotator in range(30)
        for ordinal, one in enumerate(drawn(Fraction(1, 10), annotator=annotator))
        if one > 1
    )
    assert len(places) == 30
    assert all(220 < count < 380 for count in places.values())
